/** What an import does to the search index. */
export { type IdentifiedRow, indexImportedNames, indexNames, keys, listIdentified } from './further-names.ts';
export { completeChanges } from './identified-changes.ts';
export { forgetLocalities, Localities } from './localities.ts';
export { createRefolded, indexChanges, indexFirst, indexRefolded } from './search-index.ts';
