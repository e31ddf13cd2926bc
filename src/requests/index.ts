import type pg from 'pg';
import { repeat } from '../background/repeat.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { type RecordedRequest, Recorder, trimPauses, writePauses } from './recorder.ts';
import { RequestLog } from './request-log.ts';
import { Statistics } from './statistics.ts';

export { forgetQuestions } from './forget-questions.ts';
export { logRules, mostLogged, statusClasses } from './limits.ts';
export type { RecordedRequest } from './recorder.ts';

interface RequestsParts {
  pool: pg.Pool;
  /** For how many days the log is kept. 0: requests are not recorded. */
  keptDays: number;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** Records the requests of accounts, and shows an account its own. */
export function openRequests({ keptDays, ...parts }: RequestsParts) {
  const { pool, date } = parts;
  const recorder = keptDays > 0 ? openRecorder(parts) : undefined;
  return {
    record: recorder && ((request: RecordedRequest) => recorder.record(request)),
    services: { requestLog: new RequestLog(pool, recorder), requestStatistics: new Statistics(pool, recorder, date) },
  };
}

function openRecorder({ pool, date, logger, teardown }: Omit<RequestsParts, 'keptDays'>): Recorder {
  const recorder = new Recorder({ pool, date, logger });
  teardown.push(() => recorder.close().catch((error) => logger.warn({ err: error }, 'the last requests could not be logged')));
  repeat({ name: 'request log', ...writePauses, run: () => recorder.write(), logger, teardown });
  repeat({ name: 'length of request logs', ...trimPauses, run: () => recorder.trim(), logger, teardown });
  return recorder;
}
