import type { ImportOptions } from './import-job.ts';

/** What an import may do only if an option allows it. */
export type Allowances = Pick<ImportOptions, 'allowShrink' | 'allowRemovals' | 'allowChange' | 'allowOlder' | 'without'>;

/** The options of a command that imports. */
export const allowanceOptions = {
  'allow-shrink': { type: 'boolean', default: false },
  'allow-removals': { type: 'boolean', default: false },
  'allow-change': { type: 'boolean', default: false },
  'allow-older': { type: 'boolean', default: false },
  without: { type: 'string', multiple: true, default: [] as string[] },
} as const;

export const allowanceUsage = '[--allow-older] [--allow-shrink] [--allow-removals] [--allow-change] [--without FILE]';

interface Values {
  'allow-shrink': boolean;
  'allow-removals': boolean;
  'allow-change': boolean;
  'allow-older': boolean;
  without: string[];
}

export const allowancesIn = (values: Values): Allowances => ({
  allowShrink: values['allow-shrink'],
  allowRemovals: values['allow-removals'],
  allowChange: values['allow-change'],
  allowOlder: values['allow-older'],
  without: values.without,
});
