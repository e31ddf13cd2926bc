/**
 * npm run bench -- <name>: what is measured, each against something in the same run. These machines are noisy: read the ratios.
 */
import { parseArgs } from 'node:util';
import { benchChanges } from './changes.ts';
import { benchImport } from './import.ts';
import { benchLargest } from './largest.ts';
import { benchLei } from './lei.ts';
import { benchMatch } from './match.ts';
import { benchMatchRegister } from './match-register.ts';
import { benchMcp } from './mcp.ts';
import { benchSearch } from './search.ts';
import { benchThroughput } from './throughput.ts';
import { benchWatch } from './watch.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    sides: { type: 'string' },
    only: { type: 'string' },
    pairs: { type: 'string' },
    misses: { type: 'boolean' },
    register: { type: 'string' },
    names: { type: 'string' },
  },
});
const rows = values.rows === undefined ? undefined : Number(values.rows);
const names = values.names === undefined ? undefined : Number(values.names);
const benches = {
  changes: () => benchChanges(rows),
  import: () => benchImport(rows),
  largest: () => benchLargest(),
  lei: () => benchLei(rows),
  match: () => (values.register ? benchMatchRegister({ ...values, register: values.register, rows, names }) : benchMatch(values)),
  mcp: () => benchMcp(),
  search: () => benchSearch(rows, values.only?.split(',')),
  throughput: () => benchThroughput(rows, values.sides?.split(',')),
  watch: () => benchWatch(rows),
};
const [name = ''] = positionals;
if (!Object.hasOwn(benches, name)) {
  process.stderr.write(
    `npm run bench -- <name> [--rows N] [--only kind,…] [--sides a,b] [--pairs file.csv], where name is one of: ${Object.keys(benches).join(', ')}\n`,
  );
  process.exit(1);
}
await benches[name as keyof typeof benches]();
