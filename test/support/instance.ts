/** The service as a process of its own, that takes everyone for whom they say they are. */
import { loadConfig, readEnvironment } from '../../src/config.ts';
import { startService } from '../../src/main.ts';
import { createLogger, standardOutput } from '../../src/operations/logging.ts';
import { authenticateByName } from './authenticate.ts';

const logger = createLogger('info', await standardOutput(false));
const { url } = await startService(loadConfig(readEnvironment()), { logger, authenticate: authenticateByName });
logger.info({ url }, 'listening');
