import { layouts, wordsOf } from './layout.generated.ts';

export type Structure = keyof typeof layouts;
export type Field<Name extends Structure> = keyof (typeof layouts)[Name]['offsets'];

/** In bytes, of an entry in the directory. */
export const entrySize = layouts.Segment.size;

/** The structures of the shared memory, each a function from its fields to words of four bytes. */
export const structures = wordsOf;
