import type { Request } from 'express';
import type { z } from 'zod';
import { Failure } from '../../src/kernel/errors.ts';
import { readBody } from '../edge/body.ts';
import { parseQuery } from '../edge/query-string.ts';
import { checkedValue } from '../route/input.ts';

/** In bytes: a batch of long names in other scripts, percent-encoded, is far smaller. */
const longestForm = 500_000;
/** A batch of the protocol has six levels. */
const deepest = 10;

/** The fields of a form, or of the query string of a GET request. */
export async function readFields(req: Request): Promise<Record<string, string>> {
  if (req.method !== 'POST') return parseQuery(req.url);
  if (!req.is('application/x-www-form-urlencoded'))
    throw new Failure('invalid_request', 'The body must be a form, sent as application/x-www-form-urlencoded.');
  return parseQuery(`?${(await readBody(req, longestForm)).toString('latin1')}`);
}

/** The JSON of a field, checked by its schema. */
export function readField<Schema extends z.ZodType>(schema: Schema, field: string, sent: string): z.output<Schema> {
  if (isDeep(sent)) throw new Failure('invalid_request', `${field}: may have ${deepest} levels of lists and objects at most.`);
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    throw new Failure('invalid_request', `${field}: is not valid JSON.`);
  }
  return checkedValue(schema, value, field);
}

/** Whether JSON has more levels than allowed. Texts in it are skipped. */
function isDeep(json: string): boolean {
  let level = 0;
  for (const [sign] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (sign === '[' || sign === '{') level += 1;
    else if (sign === ']' || sign === '}') level -= 1;
    if (level > deepest) return true;
  }
  return false;
}
