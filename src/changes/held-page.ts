import type { Context } from '../graphql/context.ts';
import { callerOf } from '../kernel/principal.ts';
import type { ChangePage } from './feed.ts';
import type { LongPolls } from './long-polls.ts';

declare module '../graphql/context.ts' {
  interface Context {
    /** The most seconds that an operation may wait for a change. */
    patience?: number;
    /** Aborted when the client disconnects. */
    gone?: AbortSignal;
    /** Called after a wait. Fails if the caller's key or session has ended meanwhile. */
    confirm?: () => Promise<unknown>;
  }
}

/** A page that may have waited for its first change. */
export interface HeldPage extends ChangePage {
  waited: number | null;
}

/** Reads a page. If it is empty, it waits for the first change, as long as the caller and the operation permit. */
export async function heldPage(
  waiting: LongPolls,
  { cursor, waitSeconds, read }: { cursor: string; waitSeconds: number; read(cursor: string): Promise<ChangePage> },
  { principal, patience = 5, gone, confirm }: Context,
): Promise<HeldPage> {
  const seconds = Math.min(waitSeconds, patience);
  // While it waits, a page of `now` keeps its first cursor, so that no change is skipped.
  let from = cursor;
  const readOn = async () => {
    const page = await read(from);
    if (cursor === 'now' && page.items.length === 0) from = page.nextCursor;
    return page;
  };
  const { answer, waited } = await waiting.until(callerOf(principal), seconds, readOn, ({ items }) => items.length > 0, gone);
  if (waited) await confirm?.();
  return { ...answer, waited: waited ? seconds : null };
}
