import { readFileSync } from 'node:fs';

/*
 * The activities of all registers in the classes of NACE Rev. 2.1. National classifications extend a class of NACE by further
 * digits or a letter. The table from Rev. 2 to Rev. 2.1 is Eurostat's, read from Rev. 2: one class can become several.
 */

const linesOf = (file: string): [string, string][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(';')), line.slice(line.indexOf(';') + 1)]);

/** The English headings by code, from section to class, in the order of the classification: A, 01, 01.1, 01.11. */
export const naceHeadings: ReadonlyMap<string, string> = new Map(linesOf('./nace-2.1.csv'));

const fromRevision2: ReadonlyMap<string, readonly string[]> = new Map(
  linesOf('./nace-2-to-2.1.csv').map(([code, codes]) => [code, codes.split(' ')]),
);

/**
 * The revision of NACE that a national classification extends. `2 or 2.1`: the file does not state which of the two. Null: it
 * extends none.
 */
type NaceRevision = '1' | '1.1' | '2' | '2.1' | '2 or 2.1' | null;

/** How the activities of a register are read. */
export interface ActivityRules {
  /** The schemes of its activities. */
  classifications?: Readonly<Record<string, NaceRevision>>;
}

interface Nace {
  revision: '2.1';
  codes: readonly string[];
  /** `same`: the register's own code; `derived`: the only code that the table has for it; `several`: all that it can be. */
  certainty: 'same' | 'derived' | 'several';
}

/** The code of NACE in a national code: a section, a division, a group, or the class in the first four digits. */
function naceCode(national: string): string | undefined {
  if (/^[A-V]$/.test(national)) return national;
  const digits = national.replaceAll(/\D/g, '').slice(0, 4);
  return digits.length < 2 ? undefined : digits.length === 2 ? digits : `${digits.slice(0, 2)}.${digits.slice(2)}`;
}

/** The codes of Rev. 2.1 for a national code; null if there is no table for it. */
export function naceOf(national: string, revision: NaceRevision): Nace | null {
  const code = naceCode(national);
  if (code === undefined || revision === null || revision === '1' || revision === '1.1') return null;
  const isOwn = revision !== '2' && naceHeadings.has(code);
  const derived = revision === '2.1' ? [] : (fromRevision2.get(code) ?? []);
  const codes = isOwn ? [...new Set([code, ...derived])].sort() : derived;
  if (codes.length === 0) return null;
  const certainty = codes.length > 1 ? 'several' : derived.length === 0 ? 'same' : 'derived';
  return { revision: '2.1', codes, certainty };
}

/**
 * Reads the revision of NACE that an activity belongs to, and what it is in Rev. 2.1. The results are kept, because there are
 * far fewer activities than records.
 */
export function naceReader(registers: readonly ActivityRules[]) {
  const revisions = new Map(registers.flatMap(({ classifications = {} }) => Object.entries(classifications)));
  const known = new Map<string, { revision: string | null; nace: Nace | null }>();
  return ({ scheme, code }: { scheme: string; code: string | null }) => {
    const key = `${scheme} ${code}`;
    let fields = known.get(key);
    if (!fields) {
      const revision = revisions.get(scheme) ?? null;
      const nace = code === null ? null : naceOf(code, revision);
      fields = { revision: revision === '2 or 2.1' ? null : revision, nace };
      known.set(key, fields);
    }
    return fields;
  };
}
