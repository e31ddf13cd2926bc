import type { AnyCommand } from './command.ts';

export const isHelp = (word: string): boolean => word === '--help' || word === '-h';

export const helpOf = ({ usage, summary }: AnyCommand): string => `${usage}\n  ${summary}`;

const needed = { nothing: 'nothing', serving: 'all settings', settings: 'settings', database: 'a database' };

/** The commands as a table of Markdown. */
export function commandTable(commands: readonly AnyCommand[]): string {
  const rows = commands.map(({ name, usage, summary, needs }) => {
    const start = usage.slice(0, usage.indexOf(name) + name.length);
    return `| \`${start}\` | ${summary} | ${typeof needs === 'object' ? 'a migrated database' : needed[needs]} |`;
  });
  return ['| command | does | needs |', '|---|---|---|', ...rows].join('\n');
}
