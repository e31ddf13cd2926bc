import type { Config } from '../config/config.ts';
import type { ProgressBar } from '../kernel/progress-bar.ts';
import type { Teardown } from '../kernel/teardown.ts';

/** A command is one declaration. Its help, its completion and its row in the documentation come from it. */
interface Declared {
  /** Also the name of its npm script, if it has one. */
  name: string;
  /** What it does. */
  summary: string;
  /** How it is written, with all its words and options. */
  usage: string;
}

/** A command that works with the settings and the database. */
export interface Command extends Declared {
  needs: Needs;
  run(parts: CommandParts): unknown;
}

/** A command that reads no settings. */
export interface PlainCommand extends Declared {
  needs: 'nothing';
  run(parts: PlainParts): unknown;
}

export type AnyCommand = Command | PlainCommand;

/**
 * What a command needs. `serving`: all settings of the service, which runs until a signal stops it; a command can do with fewer
 * in production. A database that must be migrated is migrated if it is the embedded one; another one is checked.
 */
export type Needs = 'serving' | 'settings' | 'database' | { migratedDatabaseTo: string };

interface PlainParts {
  /** What follows the name of the command. */
  words: string[];
  /** Writes a result to standard output. */
  print(result: string): void;
  /** All commands. */
  commands(): Promise<AnyCommand[]>;
}

export interface CommandParts extends PlainParts {
  config: Config;
  /** Reaches the database that the command needs, and gives its address. */
  database(): Promise<string>;
  /** Writes a line for a person to standard error. */
  say(line: string): void;
  /** Shows progress in the terminal. */
  bar(unit?: string): ProgressBar;
  /** Runs at the end of the command, and when a signal interrupts it. */
  teardown: Teardown;
  date(): Date;
}
