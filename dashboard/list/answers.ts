import type { Operations } from '../operations.generated.ts';

export type Candidate = Operations['matchNames']['data']['match'][number]['results'][number];
export type Entity = Candidate['entity'];

/** What is kept of a row. */
export interface Answer {
  row: number;
  results: Candidate[];
  /** What the person decided: the id of a candidate, or null for none of them. */
  choice?: string | null;
  /** Why the row was not asked, or has no answer. */
  refused?: string;
}

/** The states of a row, as the file has them. */
export const states = {
  match: 'Match',
  confirmed: 'Confirmed',
  doubtful: 'Doubtful',
  nothing: 'Nothing',
  rejected: 'Rejected',
  not_asked: 'Not asked',
  waiting: 'Waiting',
} as const;
export type State = keyof typeof states;

/** The groups that the results can be filtered by. */
export const groups = {
  all: { title: 'All', states: Object.keys(states) as State[] },
  match: { title: 'Matches', states: ['match', 'confirmed'] as State[] },
  doubtful: { title: 'Doubtful', states: ['doubtful'] as State[] },
  nothing: { title: 'Nothing', states: ['nothing', 'rejected'] as State[] },
  open: { title: 'Not asked', states: ['waiting', 'not_asked'] as State[] },
} as const;
export type Group = keyof typeof groups;

/** What the table and the file need of a row. All candidates of 10,000 rows would fill the memory of a phone. */
export interface Summary {
  state: State;
  /** The chosen candidate, or the best one. None where nothing was found or the person rejected all. */
  found?: { score: number; matchedName: Candidate['matchedName']; entity: Entity };
  refused?: string;
}

/** A best candidate below this score is not worth a query. It can still be chosen. */
export const leastDoubtful = 0.4;

export function summaryOf({ results, choice, refused }: Answer): Summary {
  if (refused !== undefined) return { state: 'not_asked', refused };
  const [best] = results;
  if (choice === null) return { state: 'rejected' };
  const chosen = results.find(({ entity }) => entity.id === choice);
  if (chosen) return { state: 'confirmed', found: briefOf(chosen) };
  if (!best || best.score < leastDoubtful) return { state: 'nothing' };
  return { state: best.match ? 'match' : 'doubtful', found: briefOf(best) };
}

const briefOf = ({ score, matchedName, entity }: Candidate) => ({ score, matchedName, entity });
