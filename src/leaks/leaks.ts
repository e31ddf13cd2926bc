import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { Accounts } from '../accounts/index.ts';
import { Failure } from '../kernel/errors.ts';
import { scrub } from '../kernel/log/scrub.ts';
import { reportLimits } from './limits.ts';

/** In characters. */
const longest = { token: 500, type: 200, source: 100, url: 2_000, header: 500 };

const Reports = z
  .array(
    z.object({
      token: z.string().max(longest.token),
      type: z.string().max(longest.type),
      url: z.string().nullish(),
      source: z.string().nullish(),
    }),
  )
  .max(reportLimits.tokens);

/** The answer to one reported secret. */
export interface Verdict {
  token: string;
  type: string;
  isOurs: boolean;
}

export interface LeaksParts {
  /** Unset: reports are not taken. */
  publicKeys: { get(identifier: string): KeyObject | undefined | Promise<KeyObject | undefined> } | undefined;
  /** Ends leaked keys, and alerts their accounts. */
  keys: Accounts['leakedKeys'];
}

/** Takes reports of secrets that were found in public. */
export class Leaks {
  readonly #parts: LeaksParts;

  constructor(parts: LeaksParts) {
    this.#parts = parts;
  }

  /** Ends the keys that a signed report names. `signatures`: the identifier of the public key, and the signature of the body. */
  async receive(body: Buffer, signatures: readonly string[]): Promise<Verdict[]> {
    const { publicKeys, keys } = this.#parts;
    if (!publicKeys)
      throw new Failure('not_found', 'This service takes no reports of leaked keys: it has no public keys for them.');
    const [identifier, signature, ...others] = signatures;
    if (!identifier || !signature || others.length > 0 || Math.max(identifier.length, signature.length) > longest.header)
      throw new Failure('invalid_signature');
    const key = await publicKeys.get(identifier);
    if (!key || !verify('sha256', body, key, Buffer.from(signature, 'base64'))) throw new Failure('invalid_signature');
    const reports = readReports(body);
    const isOurs = await keys.end(
      reports.map(({ token, url, source }) => ({
        secret: token,
        details: { source: shown(source, longest.source), url: shown(url, longest.url) },
      })),
    );
    return reports.map(({ token, type }, place) => ({ token, type, isOurs: isOurs[place] === true }));
  }
}

function readReports(body: Buffer): z.output<typeof Reports> {
  try {
    return Reports.parse(JSON.parse(body.toString()));
  } catch {
    // The error may quote a secret.
    const message = `The body must be a list of up to ${reportLimits.tokens} objects with token, type, url and source.`;
    throw new Failure('invalid_request', message);
  }
}

/** A text for the audit log, without secrets. PostgreSQL cannot store NUL. */
const shown = (text: string | null | undefined, most: number): string | null =>
  text
    ? scrub(text)
        .replaceAll(/\p{Cc}|\p{Cs}/gu, '')
        .slice(0, most)
    : null;
