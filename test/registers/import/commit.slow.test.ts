import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { processes, type ServiceProcess } from '../../support/process.ts';
import { DatabaseProxy } from '../../support/servers/proxy.ts';

let ground: ImportGround;
let proxy: DatabaseProxy;
const { run, endAll } = processes();
beforeEach(async () => {
  ground = await importGround();
  await writeBritishFile(ground.path('1.csv'), 300);
  await writeBritishFile(ground.path('2.csv'), 310, { seed: 7 });
  await ground.import(gb, ground.path('1.csv'));
  await ground.query(`ALTER DATABASE ${new URL(ground.url).pathname.slice(1)} RESET company_registry.clock`);
  proxy = await DatabaseProxy.before(ground.url);
});
afterEach(async () => {
  await endAll();
  if (proxy.isListening) await proxy.vanish();
  await ground.close();
});

const start = (url: string) =>
  run({ DATABASE_URL: url, DATA_DIR: ground.folder }, 'import', 'gb', ground.path('2.csv'), '--allow-shrink', '--allow-change');
const failures = () => ground.query('SELECT reason FROM import_failure');
const runs = async () => (await ground.query('SELECT count(*)::int FROM import_run'))[0]?.count;

interface Moment {
  /** What is done when the COMMIT is on its way. Returns whether it goes on. */
  atCommit?(cut: () => void): boolean;
  /** What is done when its answer is on its way. */
  atAnswer?(cut: () => void): void;
}

/** Does something at the COMMIT of the import that comes next. The statement and its answer are messages of their own. */
function watch({ atCommit = () => true, atAnswer = () => {} }: Moment): void {
  let isCommitting = false;
  let isOver = false;
  proxy.alter((chunk, { by, cut }) => {
    if (isOver) return chunk;
    if (by === 'client' && chunk.includes('Q\0\0\0\x0bCOMMIT\0')) {
      isCommitting = atCommit(cut);
      isOver = !isCommitting;
      return isCommitting ? chunk : undefined;
    }
    if (by === 'server' && isCommitting && chunk.includes('COMMIT\0')) {
      isOver = true;
      atAnswer(cut);
    }
    return chunk;
  });
}

async function expectServed(): Promise<void> {
  expect(await runs()).toBe(2);
  const again = start(ground.url);
  expect(await again.end()).toBe(0);
  expect(again.output).toContain('is the file that is served already: nothing to do');
  expect(await failures()).toEqual([]);
}

test('an import whose answer to COMMIT is lost asks what came of it, and says that it was taken', async () => {
  watch({ atAnswer: (cut) => cut() });
  const process = start(proxy.url);
  expect(await process.end(), process.output).toBe(0);
  expect(process.output).toMatch(/gb: read 310, added \d+/);
  await expectServed();
});

test('an import whose COMMIT never arrived asks too, and says that nothing was taken', async () => {
  const before = await ground.state();
  watch({
    atCommit: (cut) => {
      cut();
      return false;
    },
  });
  const process = start(proxy.url);
  expect(await process.end()).toBe(1);
  expect(process.output).toMatch(/^The database cannot be used: .* Nothing is left half done: run it again\.$/m);
  expect(await ground.state()).toBe(before);
  expect(await failures()).toHaveLength(1);
  expect(await start(ground.url).end()).toBe(0);
});

test('an import that cannot ask what came of its COMMIT says that it does not know', async () => {
  watch({ atAnswer: () => void proxy.vanish() });
  const process = start(proxy.url);
  expect(await process.end()).toBe(1);
  expect(process.output).toMatch(/gb: nobody can tell whether the import was taken, .* Run it again: it does what is left\.$/m);
  await proxy.comeBack();
  await expectServed();
});

test.each([
  ['before it arrives', false, 1],
  ['when it is on its way', true, undefined],
  ['when it is answered', true, 2],
] as const)('an import that is killed at its COMMIT, %s, is taken whole or not at all', async (when, isPassedOn, expected) => {
  const before = await ground.state();
  let process: ServiceProcess | undefined;
  const kill = () => void process?.child.kill('SIGKILL');
  watch({
    atCommit: () => {
      if (expected !== 2) kill();
      return isPassedOn;
    },
    atAnswer: kill,
  });
  process = start(proxy.url);
  await process.end();
  // The register is locked until the server has seen the end of the import.
  const again = start(ground.url);
  expect(await again.end(), again.output).toBe(0);
  const isTaken = again.output.includes('nothing to do');
  if (expected) expect(isTaken, when).toBe(expected === 2);
  expect(await runs()).toBe(2);
  expect(await failures()).toHaveLength(isTaken ? 0 : 1);
  expect(await ground.state()).not.toBe(before);
  const [{ count }] = (await ground.query('SELECT count(*)::int FROM entity')) as [{ count: number }];
  expect(count).toBe(310);
});
