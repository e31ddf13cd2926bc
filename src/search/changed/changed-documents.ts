import { countryNumber } from '../../company/facts.ts';
import type { RegisterRules } from '../../company/register.ts';
import type { Queries } from '../../database/pool.ts';
import { DerivedFields, type SourceTerms } from '../../records/index.ts';
import type { Matcher } from '../engine/matcher.ts';
import type { Document } from '../segments/packed-documents.ts';
import { type ChangedRecord, changedRecords, type Span } from './changed-records.ts';
import { FewDocuments } from './few-documents.ts';
import { IndexedStates } from './indexed-states.ts';
import { Steps } from './steps.ts';

/** So many records are read in one step, and so many steps fill a segment. */
const [stepRecords, segmentSteps] = [64, 4];

type Owner = Pick<ChangedRecord, 'position' | 'leis'>;

/** The changed records of a span, before and after, as an index. */
export interface LoadedDocuments {
  matcher: Matcher;
  /** The changes that the documents of each segment are of. Their records are in the index, and not kept besides. */
  owners: Owner[][];
  /** The numbers of the countries of these records. */
  countries: number[];
  at: Date;
}

interface Parts {
  terms: SourceTerms;
  registers: readonly RegisterRules[];
}

/** Keeps the index of one span: the next query is often about the same one. */
export class ChangedDocuments {
  readonly #parts: Parts;
  readonly #derived: DerivedFields;
  #index: FewDocuments | undefined;
  #last: { key: string; loaded: LoadedDocuments | undefined } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#derived = new DerivedFields(parts.registers);
  }

  /** `lastRun` is the number of the last import. Undefined if nothing changed that a filter could fit. */
  async of(client: Queries, span: Span, lastRun: number): Promise<LoadedDocuments | undefined> {
    const key = JSON.stringify([span, lastRun]);
    if (this.#last?.key !== key) {
      this.clear();
      this.#last = { key, loaded: await this.#load(client, span, lastRun) };
    }
    return this.#last.loaded;
  }

  clear(): void {
    this.#last = undefined;
    this.#index?.clear();
  }

  async #load(client: Queries, span: Span, lastRun: number): Promise<LoadedDocuments | undefined> {
    const states = new IndexedStates({ ...this.#parts, database: client, derived: this.#derived });
    this.#index ??= new FewDocuments();
    const index = this.#index;
    const steps = new Steps();
    const owners: Owner[][] = [];
    const countries = new Set<number>();
    let at: Date | undefined;
    for (const segment of spansIn(span, stepRecords * segmentSteps)) {
      const documents: { document: Document; owner: Owner }[] = [];
      for (const step of spansIn(segment, stepRecords)) {
        const records = await changedRecords(client, this.#parts.terms, step);
        await steps.pause();
        const made = await states.documents(records);
        for (const { document, record } of made)
          documents.push({ document, owner: { position: record.position, leis: record.leis } });
        await steps.pause();
        at = records.at(-1)?.at ?? at;
        for (const { content } of records.flatMap((one) => one.states)) countries.add(countryNumber(content.countryCode));
      }
      if (documents.length === 0) continue;
      index.add(documents.map(({ document }) => document));
      owners.push(documents.map(({ owner }) => owner));
      await steps.pause();
    }
    if (!at || owners.length === 0) return undefined;
    return { matcher: index.matcher(lastRun), owners, countries: [...countries], at };
  }
}

/** The same in parts of a size. */
const spansIn = ({ version, after, upTo }: Span, size: number): Span[] =>
  Array.from({ length: Math.ceil((upTo - after) / size) }, (_, place) => ({
    version,
    after: after + place * size,
    upTo: Math.min(after + (place + 1) * size, upTo),
  }));
