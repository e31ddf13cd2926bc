export { registers } from './countries/registers.ts';
export { served } from './declaration/kinds.ts';
export { readFetch, runFetch, usage as fetchUsage } from './fetch/command.ts';
export { type ImportRequest, list, readRequest, runImport, usage as importUsage } from './import/command.ts';
export { runErasure } from './import/erase-command.ts';
export { missingSamples } from './import/samples.ts';
