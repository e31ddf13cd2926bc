import { layouts } from './layout.generated.ts';

export type Structure = keyof typeof layouts;
export type Field<Name extends Structure> = keyof (typeof layouts)[Name]['offsets'];

/** In bytes, of an entry in the directory. */
export const entrySize = layouts.Segment.size;

/** A structure of the shared memory in words of four bytes. A field that is not given is 0. */
export function structure<Name extends Structure>(name: Name, fields: { [F in Field<Name>]?: number }): number[] {
  const { size, offsets }: { size: number; offsets: Record<string, number> } = layouts[name];
  const words = new Array<number>(Math.ceil(size / 4)).fill(0);
  for (const [field, value] of Object.entries<number>(fields as Record<string, number>))
    words[(offsets[field] as number) / 4] = value;
  return words;
}
