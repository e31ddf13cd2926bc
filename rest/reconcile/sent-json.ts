import type { Request } from 'express';
import type { z } from 'zod';
import { Failure } from '../../src/kernel/errors.ts';
import { readBody } from '../edge/body.ts';
import { parseQuery } from '../edge/query-string.ts';
import { isSmall } from '../edge/small.ts';
import { checkedValue } from '../route/input.ts';

/** A batch of long names in other scripts, percent-encoded, is far smaller. */
const maxFormBytes = 500_000;
/** A batch of the protocol has six levels. */
const maxDepth = 10;
/** Of all levels together. A batch of 50 queries with ten properties each has 1,600. */
const maxValues = 10_000;

/** The fields of a form, or of the query string of a GET request. */
export async function readFields(req: Request): Promise<Record<string, string>> {
  if (req.method !== 'POST') return parseQuery(req.url);
  if (!req.is('application/x-www-form-urlencoded'))
    throw new Failure('invalid_request', 'The body must be a form, sent as application/x-www-form-urlencoded.');
  return parseQuery(`?${(await readBody(req, maxFormBytes)).toString('latin1')}`);
}

/** The JSON of a field, checked by its schema. */
export function readField<Schema extends z.ZodType>(schema: Schema, field: string, sent: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    throw new Failure('invalid_request', `${field}: is not valid JSON.`);
  }
  if (!isSmall(value, maxDepth, { left: maxValues }))
    throw new Failure(
      'invalid_request',
      `${field}: may have ${maxDepth} levels and ${maxValues.toLocaleString('en')} values at most.`,
    );
  return checkedValue(schema, value, field);
}
