import { Refusal } from '../../kernel/errors.ts';
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

type AllowanceFlag = Exclude<keyof typeof allowanceOptions, 'without'>;

export const allowancesIn = (values: Record<AllowanceFlag, boolean> & { without: string[] }): Allowances => ({
  allowShrink: values['allow-shrink'],
  allowRemovals: values['allow-removals'],
  allowChange: values['allow-change'],
  allowOlder: values['allow-older'],
  without: values.without,
});

/** The option `--source-url`. */
export function sourceUrlIn({ 'source-url': url }: { 'source-url'?: string | undefined }): string | undefined {
  if (url !== undefined && !/^https?:\/\//.test(url)) throw new Refusal('--source-url must be an http or https address.');
  return url;
}
