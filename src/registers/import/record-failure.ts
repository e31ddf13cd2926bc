import { basename } from 'node:path';
import type { CommandContext } from '../../command-line/command.ts';
import { explain } from '../../command-line/explain.ts';
import { connectTo } from '../../database/reach.ts';
import { importLog } from '../../intake/index.ts';
import { openIndexCopy } from '../../search/index.ts';
import type { ImportOptions } from './import-job.ts';

interface Work<Result> {
  registerId: string;
  /** What is said if a signal interrupts the work. */
  interrupted: string;
  /** Whether operators see its failure among the failed imports. */
  isRecorded: boolean;
  /** The name of the file, if it is known. */
  file: string | null;
  run(): Promise<Result>;
}

/** Runs an import, or the download before it. Its failure or interruption is recorded for operators. */
export async function recordFailure<Result>(parts: CommandContext, work: Work<Result>): Promise<Result> {
  const { registerId, interrupted, isRecorded, file, run } = work;
  // The database must be left after the interruption is recorded, so it is reached before the next step is added.
  if (isRecorded) await parts.database();
  let isUnderWay = true;
  const record = async (reason: string) => {
    if (isRecorded) await add(parts, { registerId, file, at: parts.date(), reason });
  };
  parts.teardown.push(async () => {
    if (!isUnderWay) return;
    parts.say(interrupted);
    await record(interrupted);
  });
  try {
    const result = await run();
    isUnderWay = false;
    return result;
  } catch (error) {
    // A signal closes connections that the work needs. The step above reports it.
    if (parts.teardown.signal.aborted) throw error;
    isUnderWay = false;
    if (!importLog.isRefusedAsSecond(error)) await record(explain(error).split('\n', 1)[0] ?? '');
    throw error;
  }
}

/** Runs an import for a command and prints its result, also if it was interrupted. */
export async function sayImported(parts: CommandContext, registerId: string, path: string, run: () => Promise<string>) {
  const interrupted = `${registerId}: the import was interrupted before its end. Run it again: it does what is left.`;
  parts.say(await recordFailure(parts, { registerId, interrupted, isRecorded: true, file: basename(path), run }));
}

/** Runs an import for a command and shows its progress. Returns its summary as `describe` words it. */
export async function describeImport<Summary>(
  parts: CommandContext,
  id: string,
  run: (options: Pick<ImportOptions, 'connect' | 'indexCopy' | 'now' | 'progress'>) => Promise<Summary>,
  describe: (summary: Summary, seconds: number) => string,
): Promise<string> {
  const url = await parts.database();
  const bar = parts.bar();
  const start = performance.now();
  try {
    const summary = await run({
      connect: () => connectTo(url, `import ${id}`),
      indexCopy: await openIndexCopy(parts.config.search.clickhouseUrl, parts.teardown),
      now: parts.date,
      progress: (phase, rows, share) => bar.show(`${id} ${phase}`, rows, share),
    });
    return describe(summary, (performance.now() - start) / 1000);
  } finally {
    bar.clear();
  }
}

/** Without a database the failure cannot be recorded. The command reports it in any case. */
async function add(parts: CommandContext, failure: Parameters<typeof importLog.addFailure>[1]): Promise<void> {
  try {
    const client = await connectTo(await parts.database(), 'import');
    await importLog.addFailure(client, failure).finally(() => client.end());
  } catch {}
}
