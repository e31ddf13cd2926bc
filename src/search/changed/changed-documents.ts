import { countryNumber } from '../../company/facts.ts';
import type { RegisterRules } from '../../company/register.ts';
import type { Queries } from '../../database/pool.ts';
import { DerivedFields, type SourceTerms } from '../../records/index.ts';
import type { Document } from '../segments/packed-documents.ts';
import { type ChangedRecord, changedRecords, type Span } from './changed-records.ts';
import { FewDocuments } from './few-documents.ts';
import { IndexedStates } from './indexed-states.ts';
import { Steps } from './steps.ts';

/** So many records are read in one step, and so many steps fill a segment. */
const [stepRecords, segmentSteps] = [64, 4];

/** A change that a document is of. Its record is in the index, and not kept besides. */
type Owner = Pick<ChangedRecord, 'position' | 'leis'>;

/** The changed records of a span, before and after, as an index. */
export type LoadedDocuments = NonNullable<Awaited<ReturnType<ReturnType<typeof changedDocumentsIn>['of']>>>;

/** Keeps the index of one span: the next query is often about the same one. */
export function changedDocumentsIn(terms: SourceTerms, registers: readonly RegisterRules[]) {
  const derived = new DerivedFields(registers);
  let index: FewDocuments | undefined;
  let last: { key: string; loaded: Awaited<ReturnType<typeof load>> } | undefined;

  async function load(client: Queries, span: Span, lastRun: number) {
    const states = new IndexedStates({ registers, database: client, derived });
    index ??= new FewDocuments();
    const steps = new Steps();
    const owners: Owner[][] = [];
    const countries = new Set<number>();
    let at: Date | undefined;
    for (const segment of spansIn(span, stepRecords * segmentSteps)) {
      const documents: { document: Document; owner: Owner }[] = [];
      for (const step of spansIn(segment, stepRecords)) {
        const records = await changedRecords(client, terms, step);
        await steps.pause();
        for (const { document, record } of await states.documents(records))
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

  const clear = (): void => {
    last = undefined;
    index?.clear();
  };

  return {
    clear,
    /** `lastRun` is the number of the last import. Undefined if nothing changed that a filter could fit. */
    async of(client: Queries, span: Span, lastRun: number) {
      const key = JSON.stringify([span, lastRun]);
      if (last?.key !== key) {
        clear();
        last = { key, loaded: await load(client, span, lastRun) };
      }
      return last.loaded;
    },
  };
}

/** The same in parts of a size. */
const spansIn = ({ version, after, upTo }: Span, size: number): Span[] =>
  Array.from({ length: Math.ceil((upTo - after) / size) }, (_, place) => ({
    version,
    after: after + place * size,
    upTo: Math.min(after + (place + 1) * size, upTo),
  }));
