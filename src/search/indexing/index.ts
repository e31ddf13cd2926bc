/** What an import does to the search index. */
export { forgetLocalities, Localities } from './localities.ts';
export { createReindexed, indexChanges, indexFirst, reindex } from './search-index.ts';
