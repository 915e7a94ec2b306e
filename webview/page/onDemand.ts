/** What most panels never need, as one script that is loaded when the first of it is: the inner state, the what-if, the help sheet, what searches, and the picture. A script of its own for each would take more bytes than it spares. */
export { helpPage } from '../keys/helpPage.ts';
export { MomentPane } from '../dock/momentPane.ts';
export { runSearch } from '../search/runSearch.ts';
export { completionsOf } from '../search/searchCompletion.ts';
export { WhatIfPane } from '../whatIf/whatIfPane.ts';
export { pictureOf } from '../picture/picture.ts';
