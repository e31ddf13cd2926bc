/**
 * npm run bench -- <name>: what is measured, each against something in the same run. These machines are noisy: read the ratios.
 */
import { parseArgs } from 'node:util';
import { benchChanges } from './changes.ts';
import { benchImport } from './import.ts';
import { benchLei } from './lei.ts';
import { benchSearch } from './search.ts';
import { benchThroughput } from './throughput.ts';

const benches = { changes: benchChanges, import: benchImport, lei: benchLei, search: benchSearch, throughput: benchThroughput };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string' }, sides: { type: 'string' } },
});
const [name = ''] = positionals;
if (!Object.hasOwn(benches, name)) {
  process.stderr.write(
    `npm run bench -- <name> [--rows N] [--sides a,b], where name is one of: ${Object.keys(benches).join(', ')}\n`,
  );
  process.exit(1);
}
const rows = values.rows === undefined ? undefined : Number(values.rows);
await benches[name as keyof typeof benches](rows, values.sides?.split(','));
