import { declaredFilters } from '../src/company/filters/filters.ts';
import { pageRules } from '../src/company/limits.ts';
import { sortNames } from '../src/company/values.ts';

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The options of the command line that filter and sort a search, as TypeScript. */
export function searchOptions(): string {
  const filters = declaredFilters.flatMap(([name, filter]) => {
    if (!filter.option) return [];
    const { value, says = filter.description.replaceAll('`', '') } = filter.option;
    return [[dashed(name), { value, values: filter.kind === 'choice' ? filter.values : undefined, says }]];
  });
  const sort = { value: 'ORDER', values: sortNames, says: 'The order. By default relevance, and with --all name.' };
  const options = JSON.stringify({ ...Object.fromEntries(filters), sort }, null, 2);
  return `// Written by npm run generate from the filters of the search. Do not edit.
import type { Option } from './command.ts';

/** The filters of a search, named as the interface has them. */
export const searchFilters: Readonly<Record<string, Option>> = ${options};
`;
}

const some = (values: readonly string[]) => `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
const quoted = (values: readonly string[], usual?: string) =>
  some(values.map((value) => `\`${value}\`${value === usual ? ' (default)' : ''}`));

/** The parameters of a search, as a table of Markdown. */
export function searchParameters(): string {
  const filters = declaredFilters.map(([name, filter]) => {
    const plain = filter.description.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
    const values = filter.kind === 'choice' ? `: ${quoted(filter.values, filter.usual)}` : '';
    return `| \`${name}\` | ${filter.guide ?? plain + values} |`;
  });
  const { page, pageSize } = pageRules;
  const number = (value: number) => value.toLocaleString('en-GB');
  return [
    '| parameter | means |',
    '|---|---|',
    ...filters,
    `| \`sort\` | ${quoted(sortNames, 'name')} |`,
    `| \`page\`, \`pageSize\` | from ${page.least} (default) to ${number(page.most)}; ` +
      `from ${pageSize.least} to ${pageSize.most} (default ${pageSize.usual}) |`,
  ].join('\n');
}
