/**
 * What this process works on, for whoever must say why its event loop stood still: requests by their routes, and the work that
 * nobody asked for. A name is of our code, and never has what somebody typed.
 */
type Name = () => string;

/**
 * In places that are used again. A Set would leave its former tables in the old generation of V8, and they would retain requests.
 */
const running: ({ name: Name; number: number } | undefined)[] = [];
const free: number[] = [];
let begun = 0;
/** Work that has ended since the last look, by name: what held the loop up may be over when somebody asks. */
const ended = new Map<string, number>();
const maxEnded = 100;

/** Notes that work has begun. Returns what notes its end. Only the name is kept then, and nothing of a request. */
export function begin(name: Name): () => void {
  const place = free.pop() ?? running.length;
  begun += 1;
  running[place] = { name, number: begun };
  return () => {
    running[place] = undefined;
    free.push(place);
    const known = name();
    if (ended.has(known) || ended.size < maxEnded) ended.set(known, (ended.get(known) ?? 0) + 1);
  };
}

/** Does work in the background under a name. */
export function underWay<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const end = begin(() => name);
  return work().finally(end);
}

/** Forgets what has ended. */
export const forgetEnded = (): void => ended.clear();

/** The names of what has ended since the last look, or runs, with how often each. What began last comes first. */
export function namesUnderWay(limit: number): Record<string, number> {
  const counts = new Map([...ended].reverse());
  const latest = running.flatMap((one) => one ?? []).sort((one, other) => other.number - one.number);
  for (const { name } of latest) counts.set(name(), (counts.get(name()) ?? 0) + 1);
  return Object.fromEntries([...counts].slice(0, limit));
}
