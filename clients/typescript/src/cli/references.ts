import type { EntityDetail, EntitySummary, LookupItem } from '../types.ts';
import type { Call } from './command.ts';
import { NothingFound, UsageError } from './shell.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const isId = (word: string): boolean => uuid.test(word);

/** What a word names: an id, an LEI, or a number with its country. */
export function itemOf(word: string): LookupItem {
  if (uuid.test(word)) return { id: word };
  if (/^[\dA-Z]{18}\d\d$/i.test(word)) return { lei: word };
  const [, country, number] = /^([A-Za-z]{2}):(.+)$/.exec(word) ?? [];
  if (country && number) return { country, number };
  throw new UsageError(
    `${JSON.stringify(word)} is neither an id, nor an LEI, nor a country with a number, such as GB:00000006. By name: company-registry search`,
  );
}

/** The full record of a word. It costs one unit. */
export async function recordOf({ registry, signal }: Call, word: string): Promise<EntityDetail> {
  const item = itemOf(word);
  if (item.id) return registry.entities.get(item.id, { signal });
  return (await found(registry.entities.lookup([item], { include: 'detail', signal }), word)) as EntityDetail;
}

/** The id of a word. It costs one unit, unless the word is an id. */
export async function idOf({ registry, signal }: Call, word: string): Promise<string> {
  const item = itemOf(word);
  return item.id ?? (await found(registry.entities.lookup([item], { signal }), word)).id;
}

type Looked = AsyncIterable<{ status: string; entity: EntityDetail | EntitySummary | null }>;

async function found(results: Looked, word: string): Promise<EntityDetail | EntitySummary> {
  for await (const { status, entity } of results) {
    if (entity) return entity;
    if (status === 'removed') throw new NothingFound(`${word} is no longer in its register.`);
    if (status === 'ambiguous') {
      const [country, number] = word.split(':');
      throw new NothingFound(
        `Several companies have the number ${word}: company-registry search --country ${country} --number ${number} lists them.`,
      );
    }
  }
  throw new NothingFound(`There is no company ${word}.`);
}
