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
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    throw new Failure('invalid_request', `${field}: is not valid JSON.`);
  }
  if (isDeeper(value, deepest))
    throw new Failure('invalid_request', `${field}: may have ${deepest} levels of lists and objects at most.`);
  return checkedValue(schema, value, field);
}

/** Whether a value has more levels of lists and objects than these. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));
