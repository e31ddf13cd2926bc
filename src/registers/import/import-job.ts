import type { Intake, openIntake } from '../../intake/index.ts';
import type { Register } from '../declaration/register.ts';

/** Imports the rows of a source. */
export type Delivery = Awaited<ReturnType<Intake['begin']>>;

type IntakeOptions = Pick<Parameters<typeof openIntake>[0], 'connect' | 'indexCopy' | 'mergedBytes' | 'returnsOld' | 'now'>;

export interface ImportOptions extends IntakeOptions {
  register: Register;
  /** The file; for a register of several files also a folder or an archive of them. */
  path: string;
  /** Further files of the same source. */
  morePaths?: readonly string[];
  sourceUrl?: string | undefined;
  /** Accepts a file that lacks over 20 % of the served companies. */
  allowShrink?: boolean;
  /** Removes companies that the file lacks, though rejected rows may be theirs. */
  allowRemovals?: boolean;
  /** Accepts a file that changes over 50 % of them. */
  allowChange?: boolean;
  /** Accepts a file that is older than the served data. */
  allowOlder?: boolean;
  /** Optional files of the register that are left out, though they may have been there before. */
  without?: readonly string[];
  /** By which a file is of the future. Unset: `now`. */
  today?: () => Date;
  /** The path of the rejects file, which is written only if rows are rejected. */
  rejectsDir: string;
  /** Called some times a second with the phase, the rows of that phase, and the share of the whole import that is done. */
  progress(phase: string, rows: number, share: number): void;
}

/** The summary of an import: the numbers of its rows and of the changed records. */
export interface ImportSummary extends Awaited<ReturnType<Delivery['finish']>> {
  read: number;
  rejected: number;
  /** Rows about natural persons, which were dropped. */
  persons: number;
  /** Numbers that have different spellings in the rows of one company, if a company may have several rows. */
  respelt: readonly string[];
  /** National states that are in no table of the register, the most frequent first. */
  unknownStates: readonly { state: string; rows: number }[];
  /** National legal forms that the table of the register lacks, the most frequent first. */
  unknownForms: readonly { form: string; rows: number }[];
  rejectsFile: string | undefined;
  /** Optional files of the register that were not among those given. */
  missing: readonly string[];
  /** The day of the file, or its month; null where it is not known. */
  fileDate: string | null;
  /** The same for the data that was served before; null also for samples. */
  servedDate: string | null;
  /** The file or update is part of the served data already, so nothing was done. */
  sameFile: boolean;
}

export const nothingToDo: ImportSummary = {
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  heldBack: 0,
  unreadRows: 0,
  rejected: 0,
  persons: 0,
  repeated: { rows: 0, numbers: 0, conflicting: 0, examples: [] },
  respelt: [],
  unknownStates: [],
  unknownForms: [],
  rejectsFile: undefined,
  missing: [],
  fileDate: null,
  servedDate: null,
  sameFile: true,
};
