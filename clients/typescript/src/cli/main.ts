#!/usr/bin/env node
import { homedir } from 'node:os';
import { browse } from './browse.ts';
import { run } from './run.ts';
import { Interrupted } from './shell.ts';

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // The second one ends what does not end by itself.
    if (interrupt.signal.aborted) process.exit(130);
    interrupt.abort(new Interrupted());
  });

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupt.signal,
  platform: process.platform,
  home: homedir(),
  browse: (address) => browse(address, process.platform, process.env),
});
