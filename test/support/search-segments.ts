import { expect } from 'vitest';
import { countryNumber, dayNumber, packActivities } from '../../src/company/facts.ts';
import { statuses } from '../../src/company/values.ts';
import { PackedDocuments } from '../../src/search/segments/packed-documents.ts';
import type { ImportGround } from './imports.ts';

interface Row {
  id: string;
  size: number;
  texts: Buffer;
  ids: Buffer;
  facts: Buffer;
  activities: Buffer;
  other_names: Buffer;
  words: Buffer;
  addresses: Buffer;
}

const segmentsOf = (ground: ImportGround): Promise<Row[]> =>
  ground.query('SELECT * FROM search_segment ORDER BY first_name COLLATE "C", first_id') as Promise<Row[]>;

/** Holds all that is packed against the records: the same ones, in order, with the same facts. */
export async function expectWhole(ground: ImportGround): Promise<Row[]> {
  const all = await segmentsOf(ground);
  const packed = all.flatMap(({ size, other_names: otherNames, ...parts }) => {
    const documents = new PackedDocuments({ ...parts, otherNames });
    expect(documents.count).toBe(size);
    const line = (name: 'texts' | 'otherNames' | 'words', document: number) =>
      documents.part(name, document).subarray(0, -1).toString();
    return Array.from({ length: size }, (_, document) => ({
      id: documents.keyOf(document).id.toString('hex'),
      text: line('texts', document),
      facts: documents.part('facts', document).toString('hex'),
      activities: documents.part('activities', document).toString('hex'),
      otherNames: line('otherNames', document),
      words: line('words', document),
      address: documents.part('addresses', document).toString('hex'),
    }));
  });
  const rows = await ground.query(
    `SELECT replace(entity.id::text, '-', '') AS id, search_text, status, country_code AS country,
       registered_at::text AS registered, coalesce(legal_form.id, 0) AS form, ordinal, unlicensed, licensed,
       coalesce(other_names_text, '') AS "otherNames", coalesce(words_text, '') AS words,
       coalesce(encode(address_key, 'hex'), repeat('0', 24)) AS address
     FROM entity JOIN import_run ON import_run.id = import_run_id LEFT JOIN legal_form ON value = legal_form
     ORDER BY split_part(search_text, E'\\x01', 1) COLLATE "C", entity.id`,
  );
  const expected = rows.map((row) => {
    const { id, search_text, status, country, registered, form, ordinal, unlicensed, licensed, otherNames, words, address } = row;
    const facts = Buffer.alloc(12);
    const count = Math.min(127, unlicensed.length + licensed.length);
    const day = registered ? dayNumber(registered) : 0;
    facts.writeUInt32BE(day + statuses.indexOf(status) * 2 ** 22 + count * 2 ** 25, 0);
    facts.writeUInt32BE(countryNumber(country) + form * 2 ** 10, 4);
    facts.writeUInt32BE(ordinal, 8);
    return {
      id,
      text: search_text,
      facts: facts.toString('hex'),
      activities: packActivities(unlicensed, licensed).toString('hex'),
      otherNames,
      words,
      address,
    };
  });
  expect(packed).toEqual(expected);
  expect(Math.max(...all.map(({ size }) => size), 0)).toBeLessThanOrEqual(2_048);
  return all;
}
