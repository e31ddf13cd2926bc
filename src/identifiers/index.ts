export {
  clearIdentifiers,
  compareLeis,
  type FileScopes,
  forgetNames,
  type LeiDifference,
  mergeLeis,
  relatedLeis,
} from './merge.ts';
export { type CompanyKey, IdentifierReads, leiKey, leisOf, type Relation, type StoredLei } from './reads.ts';
export { gleif, identifierRuns, provenanceOf, recordIdentifierRun, type ServedIdentifiers, servedIdentifiers } from './runs.ts';
export { LeiStaging } from './staging.ts';
