import type pg from 'pg';
import { raise } from '../alerts/index.ts';
import { hourly, repeat } from '../background/repeat.ts';
import type { Companies } from '../companies/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { overdueRegisters } from './import/overdue.ts';
import { ServedSamples } from './import/served-samples.ts';

interface RegistersDependencies {
  pool: pg.Pool;
  companies: Pick<Companies, 'services' | 'gauges' | 'editions'>;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** Notes which companies are samples, and alerts operators to registers of which an edition was missed. */
export function openRegisters({ pool, companies, date, logger, teardown }: RegistersDependencies): { samples: ServedSamples } {
  const { freshness, dataVersion } = companies.services;
  const samples = new ServedSamples();
  const refresh = async () => samples.update(await freshness.registers());
  const refreshing = repeat({ name: 'served samples', retryMs: 1_000, run: refresh, logger, teardown });
  // It moves after each import, and when the database is reached for the first time.
  dataVersion.on('moved', () => refreshing.wake());
  const raiseOverdue = async () =>
    raise(pool, ...overdueRegisters({ ...companies.gauges, registers: await companies.editions() }, date()));
  repeat({ name: 'overdue registers', ...hourly, run: raiseOverdue, logger, teardown });
  return { samples };
}
