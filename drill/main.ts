import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { scenarios } from './scenarios.ts';
import { Stage } from './stage.ts';

const [name = '', seconds = '300'] = process.argv.slice(2);
const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`;

/** All faults of PostgreSQL and Redis by turns, for as long as one likes. */
function soak(): boolean {
  const env = { ...process.env, DRILL_SECONDS: seconds };
  return spawnSync('npx', ['vitest', 'run', 'test/drill'], { stdio: 'inherit', env }).status === 0;
}

async function play(drill: NonNullable<(typeof scenarios)[string]>): Promise<boolean> {
  const stage = await Stage.set();
  try {
    const { figures, isGood } = await drill(stage);
    process.stdout.write(`${JSON.stringify({ drill: name, machine, ...figures }, undefined, 2)}\n`);
    return isGood;
  } finally {
    await stage.clear();
  }
}

const drill = scenarios[name];
if (!drill && name !== 'soak') {
  process.stderr.write(`Usage: npm run drill -- ${[...Object.keys(scenarios), 'soak [seconds]'].join(' | ')}\n`);
  process.exit(2);
}
const isGood = drill ? await play(drill) : soak();
process.stdout.write(`${name}: ${isGood ? 'passed' : 'FAILED'}\n`);
process.exit(isGood ? 0 : 1);
