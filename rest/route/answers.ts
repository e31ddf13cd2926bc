import type { z } from 'zod';
import { unitsFor } from '../../src/kernel/cost.ts';
import { Failure } from '../../src/kernel/errors.ts';
import type { Rendered } from '../edge/bodies.ts';
import { etagOf } from '../edge/etag.ts';
import { from, type Part, partOf } from './envelope.ts';
import type { Route } from './route.ts';

/**
 * Makes the function that turns the data of a route's operation into its answer. Given the schema of that data, it throws if an
 * answer uses a field that the document does not select.
 */
export function createAnswers(route: Route, data: z.ZodObject): (data: Record<string, unknown>) => Rendered {
  const { answers, absent = 'internal_error', cacheControl, attachment, cost } = route;
  const checked = (part: Part): Part['read'] => {
    part.schema(data);
    return part.read;
  };
  const prepared = Object.entries(answers).map(([status, { when, headers = {}, body }]) => ({
    status: Number(status),
    fits: when === undefined ? () => true : checked(from(when)),
    read: body === undefined ? undefined : checked(partOf(body)),
    headers: Object.entries(headers),
  }));
  const tag = route.tagged && checked(partOf(route.tagged));
  const always = {
    'Cache-Control': cacheControl,
    ...(attachment && { 'Content-Disposition': `attachment; filename="${attachment}"` }),
  };

  return (found) => {
    for (const value of Object.values(found)) if (value === null) throw new Failure(absent);
    const answer = prepared.find(({ fits }) => fits(found));
    if (!answer) throw new Error(`No answer of ${route.operationId} fits.`);
    const headers: Record<string, string> = { ...always };
    for (const [name, { text }] of answer.headers) {
      const written = text(found);
      if (written !== undefined) headers[name] = written;
    }
    if (tag) headers['ETag'] = etagOf(JSON.stringify(tag(found)));
    return {
      ...(cost && 'count' in cost && { units: unitsFor(cost, cost.count(found)) }),
      status: answer.status,
      body: answer.read && JSON.stringify(answer.read(found)),
      headers,
    };
  };
}
