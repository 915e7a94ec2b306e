import { testTypingIn } from '../support/typedInLarge.ts';

testTypingIn('40m');
