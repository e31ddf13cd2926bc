import type { commands } from './commands.ts';
import { fetchUsage, importUsage } from './registers/index.ts';

/** What each command is for, as `--help` tells it. */
const help: Record<keyof typeof commands, string> = {
  start: 'npm start\n  Starts the service. Its settings are variables of the environment; .env.example explains each.',
  token: 'npm run --silent token -- someone@example.com [--name "Some One"]\n  Prints a session token, for development.',
  migrate:
    'npm run migrate [-- --force]\n  Brings the tables of the database up to date. --force: even if older builds are running.',
  import: `${importUsage}\n  Imports the file of a register as its new state. --list shows the registers.`,
  fetch: `${fetchUsage}\n  Downloads the current file of a register to DATA_DIR. --import goes on with its import.`,
  samples: 'npm run samples\n  Imports the sample companies where nothing was imported yet.',
  snapshot: 'npm run snapshot [-- <country>]\n  Writes the records of a country to a file that clients can download.',
  erase:
    'npm run erase -- <entity id> [--fields <column or pointer> …]\n' +
    '  Erases what is about natural persons from a record, for good.',
  'search:copy': 'npm run search:copy\n  Copies to ClickHouse what it lacks of the search index, and deletes what is left over.',
  'demo-key': 'npm run demo-key\n  Makes a new key for the demo account and prints it, for development.',
  'billing:reconcile':
    'npm run billing:reconcile [-- --dry-run]\n' +
    "  Compares all subscriptions with the payment provider's and repairs what differs.",
};

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** What to print instead of doing anything, where somebody asks for help. */
export function helpFor(name: string, words: string[]): string | undefined {
  if (isHelp(name)) return Object.values(help).join('\n');
  return words.some(isHelp) && Object.hasOwn(help, name) ? help[name as keyof typeof help] : undefined;
}
