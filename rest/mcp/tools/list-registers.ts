import { z } from 'zod';
import { country } from './shared.ts';
import { tool } from './tool.ts';

export const listRegisters = tool({
  name: 'list_registers',
  title: 'List registers',
  description:
    'Which countries are served, how many companies each register has, and how fresh they are. Use it when something is not ' +
    'found, or to say how old data is. A company of a country that is not listed cannot be found here. Free.',
  input: z.strictObject({ country: country.optional(), planned: z.boolean().default(false).describe('Also those to come.') }),
  output: z.object({
    registers: z.array(
      z.object({
        country: z.string(),
        countryName: z.string(),
        status: z.string(),
        register: z.string().optional(),
        companies: z.int().optional(),
        fileDate: z.string().optional(),
        imported: z.string().optional(),
        licence: z.string().optional(),
        url: z.string().optional(),
      }),
    ),
  }),
  documents: ['mcpRegisters'],
  units: 0,
  async run({ country: code, planned }, execute) {
    const { registers } = await execute('mcpRegisters', {});
    const isAsked = code ? (one: string) => one === code.toUpperCase() : () => true;
    const asked = registers.filter(({ countryCode, served }) => isAsked(countryCode) && (planned || code || served));
    const data = asked.map(({ countryCode, countryName, status, name, licence, sourceUrl, served }) => ({
      ...{ country: countryCode, countryName, status },
      register: name ?? undefined,
      companies: served?.records,
      fileDate: served?.fileDate ?? undefined,
      imported: served?.importedAt,
      // Where all are listed, what one rarely needs is left out.
      ...(code && { licence: licence ?? undefined, url: sourceUrl ?? undefined }),
    }));
    const served = asked.filter((one) => one.served).length;
    return { says: `${served} served${planned || code ? `, ${asked.length} known` : ''}.`, data: { registers: data } };
  },
});
