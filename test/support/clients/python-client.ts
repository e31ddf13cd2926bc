import { fileURLToPath } from 'node:url';
import { type ChangesGround, changesGround, smallRegister } from '../changes.ts';
import { run } from '../suite/children.ts';

export const pythonFolder = fileURLToPath(new URL('../../../clients/python', import.meta.url));

/** The records that the tests of the Python client expect of Moldova, besides a few of another country for its README. */
const count = 60;

/** A service for the tests of the Python client, and what they have to know of it. */
export async function pythonGround(): Promise<{ ground: ChangesGround; env: Record<string, string> }> {
  const ground = await changesGround();
  const rows = Array.from({ length: count }, (_, n) => ({ number: `${1_004_600_000_000 + n}`, name: `Northwind Holding ${n}` }));
  await ground.importRows(smallRegister('md'), rows);
  await ground.importRows(smallRegister('gb'), [{ number: '10000000', name: 'Northwind Holding Limited' }]);
  await ground.makeSnapshots();
  const { body } = await ground.get('/entities');
  const { session } = await ground.caller(1000);
  const env = {
    COMPANY_REGISTRY_SESSION: session.authorization.slice('Bearer '.length),
    COMPANY_REGISTRY_URL: ground.service.url,
    COMPANY_REGISTRY_KEY: ground.secret,
    COMPANY_REGISTRY_RECORD: body.data[0].id,
    COMPANY_REGISTRY_RECORDS: String(count),
  };
  return { ground, env };
}

/** Runs the tests of the Python client. The result is what they print; if one fails, an error with that. */
export async function pytest(python: string, env: Record<string, string>, ...words: string[]): Promise<string> {
  const all = ['-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-rs', `${pythonFolder}/tests`, ...words];
  const { stdout } = await run(python, all, { env: { ...process.env, ...env } }).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return stdout;
}
