export { registers } from './countries/registers.ts';
export { served } from './declaration/kinds.ts';
export { overdueRegisters } from './import/overdue.ts';
export { samplesUrl } from './import/sample-source.ts';
export { lacksIdentifiers, missingSamples } from './import/samples.ts';
export type { ServedSamples } from './import/served-samples.ts';
export { openRegisters } from './open.ts';
