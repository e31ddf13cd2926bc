import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ensureDemoKey } from '../accounts/index.ts';
import { openDatabase } from '../database/client.ts';
import { connectTo } from '../database/reach.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { lacksIdentifiers, missingSamples } from '../registers/index.ts';

/**
 * Imports the samples into a database without any import, so that a newcomer has something to search. They are imported in a
 * child process, whose memory is free again when it ends. This process passes its messages on line by line, because lines of the
 * log would cut into a progress bar.
 */
export async function importMissingSamples(url: string, say: (line: string) => void, teardown: Teardown): Promise<void> {
  const client = await connectTo(url, 'samples');
  const areMissing = async () => (await missingSamples(client)).length > 0 || lacksIdentifiers(client);
  if (!(await areMissing().finally(() => client.end()))) return;
  const words = [...process.execArgv, process.argv[1] ?? '', 'samples'];
  // It gets its own process group. Otherwise the terminal would send Ctrl-C to it too, and a second one would end it at once.
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'], detached: true, windowsHide: true });
  createInterface(child.stderr).on('line', say);
  teardown.push(() => child.kill());
  await once(child, 'close');
}

/** Creates a demo account in a database without any account, and returns its key. */
export async function createDemoKey(url: string): Promise<string | undefined> {
  const database = openDatabase(url, 1);
  return ensureDemoKey(database).finally(database.close);
}
