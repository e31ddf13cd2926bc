import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activitiesShift, licensedBit, manyActivities, packActivities } from '../../src/company/facts.ts';
import { separator } from '../../src/company/search-text.ts';
import {
  compareKeys,
  type Document,
  DocumentPacker,
  nameOf,
  PackedDocuments,
} from '../../src/search/segments/packed-documents.ts';

const idSize = 16;

const document: fc.Arbitrary<Document> = fc
  .record({
    id: fc.uint8Array({ minLength: idSize, maxLength: idSize }),
    name: fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'я', '漢', '🏢'), maxLength: 8 }),
    otherNames: fc.constantFrom('', '', 'b', 'a\u0001я'),
    words: fc.constantFrom('', '', 'srl', '\u0001k document'),
    address: fc.constantFrom('', '', '0102030405060708090a0b0c', '0000000000000000000000ff'),
    ids: fc.oneof(
      { weight: 9, arbitrary: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.array(fc.constant(7), { minLength: manyActivities - 1, maxLength: manyActivities + 1 }) },
    ),
  })
  .map(({ id, name, ids, address: key, ...names }) => {
    const facts = Buffer.alloc(12);
    facts.writeUInt32BE((Math.min(ids.length, manyActivities) << activitiesShift) >>> 0);
    const activities = packActivities(ids, []);
    const [otherNames, words] = [Buffer.from(names.otherNames), Buffer.from(names.words)];
    const address = Buffer.from(key, 'hex');
    return { id: Buffer.from(id), facts, activities, text: Buffer.from(`${name}${separator}1`), otherNames, words, address };
  });

const keyOf = ({ id, text }: Document) => ({ id, name: nameOf(text) });

test('documents come out of a packer as they went in, in whatever portions they are taken and copied', () => {
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(), (unsorted, first, from) => {
      const documents = unsorted.toSorted((one, other) => compareKeys(keyOf(one), keyOf(other)));
      const packer = new DocumentPacker();
      for (const one of documents) packer.add(one);
      const copy = new DocumentPacker();
      const portions = [packer.take(first % (documents.length + 1)), packer.take(packer.count)].map(
        (parts) => new PackedDocuments(parts),
      );
      for (const portion of portions) {
        // Copied in two ranges, as a segment is that a change lies in.
        const middle = from % (portion.count + 1);
        copy.addRange(portion, 0, middle);
        copy.addRange(portion, middle, portion.count);
      }
      const whole = new PackedDocuments(copy.take(copy.count));
      expect(copy.count).toBe(0);
      expect(whole.count).toBe(documents.length);
      for (const [index, one] of documents.entries()) {
        expect(whole.keyOf(index)).toEqual(keyOf(one));
        expect(whole.part('activities', index).equals(one.activities)).toBe(true);
        expect(whole.part('otherNames', index).toString()).toBe(`${one.otherNames}\n`);
        expect(whole.part('words', index).toString()).toBe(`${one.words}\n`);
        const address = whole.part('addresses', index).toString('hex');
        expect(address).toBe(one.address.toString('hex').padStart(24, '0'));
        // The first of the documents that are not smaller.
        const expected = documents.findIndex((each) => compareKeys(keyOf(each), keyOf(one)) >= 0);
        expect(whole.find(keyOf(one), 0)).toBe(expected);
      }
    }),
    { numRuns: 200 },
  );
});

test('a segment has no other names, no words and no addresses if no document of it has any', () => {
  const plain = { id: Buffer.alloc(idSize), facts: Buffer.alloc(12), activities: Buffer.alloc(0), text: Buffer.from('a\u00011') };
  const [nothing, name] = [Buffer.alloc(0), Buffer.from('b')];
  const packer = new DocumentPacker();
  packer.add({ ...plain, otherNames: nothing, words: nothing, address: nothing });
  packer.add({ ...plain, otherNames: name, words: nothing, address: Buffer.alloc(12, 1) });
  expect(packer.take(1)).toMatchObject({ otherNames: nothing, words: nothing, addresses: nothing });
  expect(packer.take(1)).toMatchObject({ otherNames: Buffer.from('b\n'), words: nothing, addresses: Buffer.alloc(12, 1) });
});

test('activities take three bytes each, licensed ones with their bit; a long list begins with its length', () => {
  expect(packActivities([1, 2], [3]).toString('hex')).toBe(`000001000002${(licensedBit + 3).toString(16)}`);
  const many = packActivities(new Array(manyActivities).fill(5), []);
  expect(many.subarray(0, 6).toString('hex')).toBe(`${manyActivities.toString(16).padStart(6, '0')}000005`);
});
