import { typedKey } from './key.ts';

/** The remaining quota of a key, and when it was read. */
interface Reading {
  key: string;
  remaining: number;
  at: number;
}

/** In milliseconds: other programs of the account may have spent units since an older reading. */
const fresh = 30_000;
let last: Reading | undefined;

const remainingOf = ({ headers }: Response): number | undefined => {
  const text = headers.get('X-Monthly-Quota-Remaining');
  return text === null ? undefined : Number(text);
};

function keep(response: Response): number | undefined {
  const remaining = remainingOf(response);
  if (remaining !== undefined) last = { key: typedKey(), remaining, at: Date.now() };
  return remaining;
}

/** Reads the remaining quota before a request. A HEAD request is free. */
export async function readQuota(): Promise<void> {
  if (last?.key === typedKey() && Date.now() - last.at < fresh) return;
  last = undefined;
  keep(await fetch('/api/v1/countries', { method: 'HEAD', headers: { 'X-API-Key': typedKey() } }));
}

/** What the request cost, and what is left. Empty if the answer has no quota. */
export function costOf(response: Response): string {
  const before = last?.key === typedKey() ? last.remaining : undefined;
  const remaining = keep(response);
  if (remaining === undefined) return '';
  const limit = Number(response.headers.get('X-Monthly-Quota-Limit')).toLocaleString('en-GB');
  const left = `${remaining.toLocaleString('en-GB')} of ${limit} left`;
  if (before === undefined || before < remaining) return left;
  const units = before - remaining;
  return `cost ${units === 0 ? 'nothing' : units === 1 ? '1 unit' : `${units.toLocaleString('en-GB')} units`}, ${left}`;
}
