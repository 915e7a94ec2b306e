import { testTypingIn } from '../support/typedInLarge.ts';

testTypingIn('24m');
