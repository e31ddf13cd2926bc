import config from '../../../vitest.config.ts';

/** Tests that fail while what they started goes on, run as all others are. */
export default { ...config, test: { ...config.test, include: ['test/support/left-behind/*.failing.ts'] } };
