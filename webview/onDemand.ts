/** What most panels never need, as one script that is loaded when the first of it is: the inner state, the help sheet and what searches. */
export { helpPage } from './helpPage.ts';
export { MomentPane } from './momentPane.ts';
export { runSearch } from './runSearch.ts';
export { completionsOf } from './searchCompletion.ts';
