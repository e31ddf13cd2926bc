import type pg from 'pg';
import { repeat } from '../background/repeat.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { openRecorder, trimPauses, writePauses } from './recorder.ts';
import { openRequestLog } from './request-log.ts';
import { openStatistics } from './statistics.ts';

export { forgetRequests } from './forget-requests.ts';
export { logRules, maxLogged, statusClasses } from './limits.ts';
export type { RecordedRequest } from './recorder.ts';

interface RequestsOptions {
  pool: pg.Pool;
  /** For how many days the log is kept. 0: requests are not recorded. */
  keptDays: number;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** Records the requests of accounts, and shows an account its own. */
export function openRequests({ pool, keptDays, date, logger, teardown }: RequestsOptions) {
  const recorder = keptDays > 0 ? openRecorder({ pool, date, logger }) : undefined;
  if (recorder) {
    const warn = (error: unknown) => logger.warn({ err: error }, 'the last requests could not be logged');
    teardown.push(() => recorder.close().catch(warn));
    repeat({ name: 'request log', ...writePauses, run: recorder.write, logger, teardown });
    repeat({ name: 'length of request logs', ...trimPauses, run: recorder.trim, logger, teardown });
  }
  return {
    record: recorder?.record,
    services: { requestLog: openRequestLog(pool, recorder), requestStatistics: openStatistics(pool, recorder, date) },
  };
}
