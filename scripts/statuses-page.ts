import { statusMeanings } from '../src/company/values.ts';
import type { NationalState } from '../src/registers/declaration/states.ts';
import { registers } from '../src/registers/index.ts';

const introduction = `# What statuses and days mean

Made from the code of the registers by \`npm run generate\`. One stage has one word in every country:

| status | meaning |
|---|---|
${Object.entries(statusMeanings)
  .map(([status, meaning]) => `| \`${status}\` | ${meaning} |`)
  .join('\n')}

An import counts states that are not in the tables, and names them in its summary. Operators see them with the import.
`;

const columnsPerLine = 118;

/** Words in lines that fit. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string;
    if (line !== '' && line.length + word.length >= columnsPerLine) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

/** A code or a text in its marks; what is a condition, in words, has its own. */
const shown = ({ state, says }: NationalState): string => {
  if (says !== undefined) return `\`${state}\` ${says}`;
  return /`|^none|^neither|^no |^the /.test(state) ? state : `\`${state}\``;
};

/** Codes in their order; texts stay as their register has them. */
const byCode = (one: NationalState, other: NationalState): number =>
  one.says !== undefined && other.says !== undefined ? one.state.localeCompare(other.state, 'en', { numeric: true }) : 0;

/** The table of all national states, and what the days of registration are. */
export function statusesPage(): string {
  const sections = registers
    .toSorted((one, other) => one.country.name.localeCompare(other.country.name))
    .map(({ country, registeredAt, states }) => {
      const byStatus = Map.groupBy(states, ({ status }) => status);
      const rows = [...byStatus].map(([status, some]) => {
        const ours = status === null ? 'says nothing of the status' : `\`${status}\``;
        return `| ${some.toSorted(byCode).map(shown).join('; ')} | ${ours} |`;
      });
      const meaning = wrapped(`\`registeredAt\` is ${registeredAt}.`);
      return `## ${country.name}\n\n${meaning}\n\n| national state | status |\n|---|---|\n${rows.join('\n')}\n`;
    });
  return [introduction, ...sections].join('\n');
}
