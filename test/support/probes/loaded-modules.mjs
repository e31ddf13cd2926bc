/** Loaded before the service: it writes the address of every module that is loaded, in all threads. */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => {
    writeSync(2, `loaded ${url}\n`);
    return next(url, context);
  },
});
