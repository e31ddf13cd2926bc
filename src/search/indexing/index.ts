/** What an import does to the search index. */
export { forgetLocalities, Localities } from './localities.ts';
export { createRefolded, indexChanges, indexFirst, indexRefolded } from './search-index.ts';
