import { plainNumber } from './numbers.ts';
import { registers } from './registers.ts';

export { type ImportRequest, list, readRequest, runImport, usage as importUsage } from './command.ts';
export { runErasure } from './erase-command.ts';
export { readFetch, runFetch, usage as fetchUsage } from './fetch/command.ts';
export { registers } from './registers.ts';
export { missingSamples } from './samples.ts';

/** How each register spells its numbers. */
export const spellings = registers.map(({ country, normalizeNumber = plainNumber, spellOther }) => ({
  countryCode: country.code,
  spell: normalizeNumber,
  spellOther,
}));
