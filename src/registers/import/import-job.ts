import type { Intake, openIntake } from '../../companies/index.ts';
import type { Register } from '../declaration/register.ts';
import type { UnknownState } from './unknown-states.ts';

/** Takes the rows of a source. */
export type Delivery = Awaited<ReturnType<Intake['begin']>>;

export interface ImportOptions extends Pick<Parameters<typeof openIntake>[0], 'connect' | 'indexCopy' | 'now'> {
  register: Register;
  /** The file; for a register of several files also a folder or an archive of them. */
  path: string;
  /** Further files of the same source. */
  morePaths?: readonly string[];
  sourceUrl?: string | undefined;
  /** Takes a file that lacks over 20 % of the companies that are served. */
  allowShrink?: boolean;
  /** Takes a file that changes over 50 % of them. */
  allowChange?: boolean;
  /** Takes a file that is older than what is served. */
  allowOlder?: boolean;
  /** Optional files of the register that are left out, though they may have been there before. */
  without?: readonly string[];
  /** Where the rejects file goes, should there be rejects. */
  rejectsDir: string;
  /** Called some times a second with the phase, the rows of that phase, and the share of the whole import that is done. */
  progress(phase: string, rows: number, share: number): void;
}

/** What a person is told of an import: what came of its rows, and of the records. */
export interface ImportSummary extends Awaited<ReturnType<Delivery['finish']>> {
  read: number;
  rejected: number;
  /** Rows about natural persons, which were dropped. */
  persons: number;
  /** Numbers that rows of one company spell in different ways, where a company may have several rows. */
  respelt: readonly string[];
  /** National states that no table of the register knows, the most frequent first. */
  unknownStates: readonly UnknownState[];
  rejectsFile: string | undefined;
  /** Optional files of the register that were not among those given. */
  missing: readonly string[];
  /** The day of the file, or its month; null where it is not known. */
  fileDate: string | null;
  /** Likewise of what was served before; null also where those were samples. */
  servedDate: string | null;
  /** The file, or the update, is part of what is served already: nothing was done. */
  sameFile: boolean;
}

export const nothingToDo: ImportSummary = {
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  rejected: 0,
  persons: 0,
  repeated: { rows: 0, numbers: 0, examples: [] },
  respelt: [],
  unknownStates: [],
  rejectsFile: undefined,
  missing: [],
  fileDate: null,
  servedDate: null,
  sameFile: true,
};
