import { readFileSync } from 'node:fs';
import type { Command, Option } from './command.ts';
import { exitCodeMeanings, exitCodes } from './failure.ts';

export const program = 'company-registry';

export function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

const usageOf = ({ name, words }: Command): string => `${program} ${name}${words ? ` ${words}` : ''}`;

const optionText = (name: string, { value, short }: Option): string =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;

/** Two columns of text. The second is broken into lines. */
function columns(rows: readonly (readonly [string, string])[], room = 100): string {
  const width = Math.min(30, Math.max(...rows.map(([left]) => left.length)));
  return rows
    .map(([left, right]) => {
      const lines = broken(right, room - width - 4);
      const first = left.length > width ? `  ${left}\n${' '.repeat(width + 4)}` : `  ${left.padEnd(width)}  `;
      return first + lines.join(`\n${' '.repeat(width + 4)}`);
    })
    .join('\n');
}

function broken(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

const exitRows = Object.entries(exitCodes).map(
  ([name, code]) => [String(code), exitCodeMeanings[name as keyof typeof exitCodes]] as const,
);

/** Values that are known are said, unless there are many. */
const explained = ({ says, values }: Option): string => (values ? `${says} One of ${values.join(', ')}.` : says);

export const programHelp = (commands: readonly Command[]): string => `${program}: the company registers of many countries

Usage: ${program} COMMAND [options]

${columns(commands.map((command) => [`${command.name}${command.words ? ` ${command.words}` : ''}`, command.says]))}

Each command has its own help: ${program} search --help
The API key is taken from --key, then COMPANY_REGISTRY_KEY, then the file of login. The address of the service is taken
from --url, then COMPANY_REGISTRY_URL, then the file of login.

Exit codes:
${columns(exitRows)}`;

export const commandHelp = (command: Command): string =>
  [
    `Usage: ${usageOf(command)} [options]`,
    broken([command.says, command.more].filter(Boolean).join(' '), 100).join('\n'),
    columns(Object.entries(command.options).map(([name, option]) => [optionText(name, option), explained(option)])),
    ...(command.examples ? [`Examples:\n${command.examples.map((example) => `  ${example}`).join('\n')}`] : []),
  ].join('\n\n');

/** The reference of the documentation, as Markdown. */
export const reference = (commands: readonly Command[]): string => {
  const common = ['json', 'ndjson', 'csv', 'key', 'url', 'allow-insecure-http', 'quiet', 'help'];
  const all = new Map(commands.flatMap(({ options }) => Object.entries(options)));
  return [
    ...commands.map((command) => {
      const own = Object.entries(command.options).filter(([name, option]) => !common.includes(name) || option !== all.get(name));
      return [
        `### ${command.name}`,
        `\`${usageOf(command)}\``,
        wrapped([command.says, command.more].filter(Boolean).join(' ')),
        ...(own.length > 0 ? [listed(own)] : []),
      ].join('\n\n');
    }),
    `### Options of most commands\n\n${listed([...all].filter(([name]) => common.includes(name)))}`,
    `### Exit codes\n\n| code | means |\n|---|---|\n${exitRows.map(([code, means]) => `| ${code} | ${means} |`).join('\n')}`,
  ].join('\n\n');
};

const listed = (options: readonly (readonly [string, Option])[]): string =>
  options
    .map(([name, option]) => wrapped(`- \`${optionText(name, option)}\`: ${explained(option)}`).replaceAll('\n', '\n  '))
    .join('\n');

/** Markdown has lines of at most 120 columns. */
const wrapped = (text: string): string => broken(text, 116).join('\n');
