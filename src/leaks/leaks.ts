import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { Accounts } from '../accounts/index.ts';
import { Failure } from '../kernel/errors.ts';
import { scrub } from '../kernel/log/scrub.ts';

/** What one report may hold. */
export const reportLimits = { bytes: 1_000_000, tokens: 1_000 };
const maxCharacters = { token: 500, type: 200, source: 100, url: 2_000, header: 500 };

const Reports = z
  .array(
    z.object({
      token: z.string().max(maxCharacters.token),
      type: z.string().max(maxCharacters.type),
      url: z.string().nullish(),
      source: z.string().nullish(),
    }),
  )
  .max(reportLimits.tokens);

/** The public keys that sign reports, by identifier. */
interface PublicKeys {
  get(identifier: string): KeyObject | undefined | Promise<KeyObject | undefined>;
}

/** Takes reports of secrets that were found in public. Without public keys it refuses them. */
export function leakReports(keys: Accounts['leakedKeys'], publicKeys: PublicKeys | undefined) {
  return {
    /** Ends the keys that a signed report names. `signatures`: the id of the public key, and the signature of the body. */
    receive: async (body: Buffer, signatures: readonly string[]) => {
      if (!publicKeys)
        throw new Failure('not_found', 'This service takes no reports of leaked keys: it has no public keys for them.');
      const [identifier, signature, ...others] = signatures;
      if (!identifier || !signature || others.length > 0 || Math.max(identifier.length, signature.length) > maxCharacters.header)
        throw new Failure('invalid_signature');
      const key = await publicKeys.get(identifier);
      if (!key || !verify('sha256', body, key, Buffer.from(signature, 'base64'))) throw new Failure('invalid_signature');
      const reports = readReports(body);
      const isOurs = await keys.end(
        reports.map(({ token, url, source }) => ({
          secret: token,
          details: { source: shown(source, maxCharacters.source), url: shown(url, maxCharacters.url) },
        })),
      );
      return reports.map(({ token, type }, place) => ({ token, type, isOurs: isOurs[place] === true }));
    },
  };
}

export type LeakReports = ReturnType<typeof leakReports>;

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
const shown = (text: string | null | undefined, maxLength: number): string | null =>
  text
    ? scrub(text)
        .replaceAll(/\p{Cc}|\p{Cs}/gu, '')
        .slice(0, maxLength)
    : null;
