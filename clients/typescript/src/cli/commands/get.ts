import type { EntityDetail } from '../../types.ts';
import type { Call } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { printOne } from '../one.ts';
import { idOf, recordOf } from '../references.ts';
import { referenceOf, summaryColumns } from '../summaries.ts';

export async function run(call: Call): Promise<number> {
  const { words, options, registry, signal } = call;
  const [word = ''] = words;
  const asOf = options.text('as-of')?.replace(/^\d{4}-\d\d-\d\d$/, '$&T23:59:59.999Z');
  const record = asOf ? await registry.entities.get(await idOf(call, word), { asOf, signal }) : await recordOf(call, word);
  await printOne(call, record, partsOf(record), summaryColumns);
  return exitCodes.done;
}

/** What a terminal shows of a record. */
function partsOf(record: EntityDetail): [string, string | null | undefined][] {
  const { address, identifiers = [], otherNames = [], provenance } = record;
  const place = address && [...address.lines, [address.postalCode, address.locality].filter(Boolean).join(' '), address.region];
  const ended = record.endedAt ?? (record.endKind ? '' : null);
  return [
    ['Name', record.canonicalName],
    ['Company', referenceOf(record)],
    ['Status', record.status],
    ['Ended', ended === null ? null : [ended, record.endKind].filter(Boolean).join(', ')],
    ['Legal form', record.legalFormLabel ?? record.legalForm],
    ['Registered', record.registeredAt],
    ['Address', address?.raw ?? place?.filter(Boolean).join(', ')],
    ...identifiers.map(({ scheme, value, status }): [string, string] => [scheme, status ? `${value} (${status})` : value]),
    ...otherNames.map(({ name, kind }): [string, string] => ['Other name', `${name} (${kind})`]),
    ['Id', record.id],
    ['Source', provenance && `${provenance.register}, imported ${provenance.importedAt.slice(0, 10)}`],
    ['Licence', provenance?.licence],
  ];
}
