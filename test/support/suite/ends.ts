/** How to end what the tests of a file started, the last one first. */
const ends: (() => unknown)[] = [];

/**
 * Whatever goes on by itself is named here when it starts: a program, a server, a service, a database. It ends with its file
 * at the latest, also if a test or a hook fails before it could end it. To end what has ended must do nothing.
 */
export function endWithFile(end: () => unknown): void {
  ends.push(end);
}

/** What fails to end says so, and keeps nothing else from ending. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = [];
  for (let end = ends.pop(); end; end = ends.pop()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'What the tests started does not end');
}
