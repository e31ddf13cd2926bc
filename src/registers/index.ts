export { type ImportRequest, list, readRequest, runImport, usage as importUsage } from './command.ts';
export { runErasure } from './erase-command.ts';
export { readFetch, runFetch, usage as fetchUsage } from './fetch/command.ts';
export { served } from './fields/kinds.ts';
export { registers } from './registers.ts';
export { missingSamples } from './samples.ts';
