/** What most panels never show, as one script that is loaded when the first of it is opened: the inner state and the help sheet. */
export { helpPage } from './helpPage.ts';
export { MomentPane } from './momentPane.ts';
