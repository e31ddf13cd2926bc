import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { image } from './image/image.ts';
import { Impossible } from './image/impossible.ts';
import { inspect } from './inspector.ts';
import { scenarios } from './scenarios.ts';
import { Stage } from './stage.ts';
import type { Verdict } from './verdict.ts';

const [name = '', ...words] = process.argv.slice(2);
const [seconds = '300'] = words;
const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`;

/** All faults of PostgreSQL and Redis by turns, for as long as one likes. */
function soak(): boolean {
  const env = { ...process.env, DRILL_SECONDS: seconds };
  return spawnSync('npx', ['vitest', 'run', 'test/drill'], { stdio: 'inherit', env }).status === 0;
}

function tell({ figures, isGood }: Verdict): boolean {
  process.stdout.write(`${JSON.stringify({ drill: name, machine, ...figures }, undefined, 2)}\n`);
  return isGood;
}

async function play(drill: NonNullable<(typeof scenarios)[string]>): Promise<boolean> {
  const stage = await Stage.set();
  try {
    return tell(await drill(stage));
  } finally {
    await stage.clear();
  }
}

/** Ends with 3 where this machine cannot build an image: then nothing was proved, and nothing is broken. */
async function ship(): Promise<boolean> {
  try {
    return tell(await image(words));
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    process.stdout.write(`image: NOT RUN. ${error.message}\n`);
    process.exit(3);
  }
}

const scenario = scenarios[name];
const drill = scenario ? () => play(scenario) : { soak, image: ship, inspector: async () => tell(await inspect()) }[name];
if (!drill) {
  const names = [
    ...Object.keys(scenarios),
    'soak [seconds]',
    'inspector',
    'image [--builder docker|buildah|podman] [--base image]',
  ];
  process.stderr.write(`Usage: npm run drill -- ${names.join(' | ')}\n`);
  process.exit(2);
}
const isGood = await drill();
process.stdout.write(`${name}: ${isGood ? 'passed' : 'FAILED'}\n`);
process.exit(isGood ? 0 : 1);
