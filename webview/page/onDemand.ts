/** What most panels never need, as one script that is loaded when the first of it is: the inner state, the help sheet and what searches. */
export { helpPage } from '../keys/helpPage.ts';
export { MomentPane } from '../dock/momentPane.ts';
export { runSearch } from '../search/runSearch.ts';
export { completionsOf } from '../search/searchCompletion.ts';
