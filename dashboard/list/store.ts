import type { Answer } from './answers.ts';
import type { Columns } from './columns.ts';
import { noteList } from './kept-flag.ts';
import type { Delimiter } from './read-csv.ts';
import type { Sent } from './run.ts';

/** A list of a person, as it is kept in the browser. */
export interface List {
  /** The id of the person. Nobody else sees the list. */
  owner: string;
  /** That of the file. */
  name: string;
  delimiter: Delimiter;
  headings: string[];
  rows: string[][];
  columns: Columns;
  country: string | null;
  /** So many queries the person agreed to pay for. */
  most: number;
  /** Not paused, done or halted by a problem. */
  isRunning: boolean;
  /** When this was last written, in milliseconds. */
  at: number;
  sent?: Sent | undefined;
}

/** What changes while a list is worked on. */
export type Progress = Pick<List, 'isRunning' | 'sent' | 'most' | 'at'>;

const database = 'company-registry-lists';
/** The rows of a list are large and stay as they are, so what changes has a store of its own. */
const stores = { lists: 'lists', progress: 'progress', answers: 'answers' } as const;

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(stores.lists, { keyPath: 'owner' });
      request.result.createObjectStore(stores.progress);
      request.result.createObjectStore(stores.answers);
    };
    return done(request);
  })();
  // Browsers refuse it in some private windows. The next attempt may succeed.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Runs some writes: all of them are kept, or none. */
async function write(work: (transaction: IDBTransaction) => void): Promise<void> {
  const transaction = (await open()).transaction(Object.values(stores), 'readwrite', { durability: 'strict' });
  const finished = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  work(transaction);
  await finished;
}

const answersOf = (owner: string, from = 0) => IDBKeyRange.bound([owner, from], [owner, Number.POSITIVE_INFINITY]);

function removeAll(transaction: IDBTransaction, owner: string): void {
  transaction.objectStore(stores.lists).delete(owner);
  transaction.objectStore(stores.progress).delete(owner);
  transaction.objectStore(stores.answers).delete(answersOf(owner));
}

/** The list of a person. */
export async function readList(owner: string): Promise<List | undefined> {
  const transaction = (await open()).transaction([stores.lists, stores.progress]);
  const [list, progress] = await Promise.all([
    done<List | undefined>(transaction.objectStore(stores.lists).get(owner)),
    done<Progress | undefined>(transaction.objectStore(stores.progress).get(owner)),
  ]);
  return list && { ...list, ...progress };
}

/** Keeps a new list in the place of the one before, with answers that need no query. */
export function keepList(list: List, answers: readonly Answer[]): Promise<void> {
  noteList();
  return write((transaction) => {
    removeAll(transaction, list.owner);
    transaction.objectStore(stores.lists).put(list);
    for (const answer of answers) transaction.objectStore(stores.answers).put(answer, [list.owner, answer.row]);
  });
}

/** Keeps answers, and if given the progress that they make, together. Without the list, which was thrown away, it keeps nothing. */
export const keepAnswers = (owner: string, answers: readonly Answer[], progress?: Progress): Promise<void> =>
  write((transaction) => {
    const list = transaction.objectStore(stores.lists).getKey(owner);
    list.onsuccess = () => {
      if (list.result === undefined) return;
      if (progress) transaction.objectStore(stores.progress).put(progress, owner);
      for (const answer of answers) transaction.objectStore(stores.answers).put(answer, [owner, answer.row]);
    };
  });

/** How many answers are in memory at once while a list is read. */
const portion = 500;

/** Goes through the answers of a person, in the order of the rows. */
export async function eachAnswer(owner: string, visit: (answer: Answer) => void): Promise<void> {
  const database = await open();
  for (let from = 0; ; ) {
    const store = database.transaction(stores.answers).objectStore(stores.answers);
    const answers = await done<Answer[]>(store.getAll(answersOf(owner, from), portion));
    answers.forEach(visit);
    const last = answers.at(-1);
    if (!last || answers.length < portion) return;
    from = last.row + 1;
  }
}

export const readAnswer = async (owner: string, row: number): Promise<Answer | undefined> =>
  done((await open()).transaction(stores.answers).objectStore(stores.answers).get([owner, row]));

/** How many rows of a person are answered. */
export const countAnswers = async (owner: string): Promise<number> =>
  done((await open()).transaction(stores.answers).objectStore(stores.answers).count(answersOf(owner)));

/** Throws the list of a person away. */
export const removeList = (owner: string): Promise<void> => write((transaction) => removeAll(transaction, owner));
