/**
 * The inner loops of the search, in AssemblyScript: compiled to scan.simd.wasm, and to scan.plain.wasm for processors without
 * SIMD. They have no state. Every offset is in the memory that all threads share. A segment is given by the offset of its entry
 * in the directory, which segment-loader.ts writes. `bits` is a field with one bit for each of its documents, in whole words of
 * 64. Bytes after a text are read, and ignored.
 */

export { countSets, gatherSets, keepActivities, countByActivity, countByNace } from './activities';
export { prefetch } from './prefetch';
export { keepClass, keepMembers, keepRange, placeWords } from './facts';
export { leaveGroup } from './segment-groups';
export { countKinds, gatherKinds, keepKinds } from './kinds';
export { lettersOf } from './letters';
export { addStates, markActive, raiseScores, countByScore } from './scores';
export { all, clear, count, intersect, unite } from './documents';
export { writeSimilar } from './fuzzy';
export { markOthers, uniteOthers } from './names';
export { sign } from './signature';
export { countDocuments, countByDay, countByKind, countByYear } from './facet-counts';
export { find, shortlist } from './text';
export { forgetWords, indexWords, keyOfPair, roomForWords, wordCount } from './vocabulary';
export { markWords, mayHaveWords, shortlistWords } from './words';
