import { z } from 'zod';
import { protectedUrl } from './urls.ts';

/** In the place of an address: the local issuer of development plays this issuer. */
export const localIssuerWord = 'local';

/** The id of the issuer of OIDC_ISSUER, or of the local one in its place. */
export const firstIssuerId = 'default';

const maxEntries = 50;
const wrongDomain = 'must be a domain in lower case, as in example.com';

const Entry = z.strictObject(
  {
    /** In the addresses of the sign-in: `/auth/callback/<id>`. */
    id: z.string('must be text').regex(/^[a-z0-9-]{1,32}$/, 'must have 1 to 32 of a-z, 0-9 and -'),
    issuer: z.union([z.literal(localIssuerWord), protectedUrl], { error: 'must be an https address, or http on loopback' }),
    /** As the sign-in page shows it. */
    name: z.string('must be text').trim().min(1, 'must not be empty').max(60, 'must have at most 60 characters'),
    clientId: z.string('must be text').min(1, 'must not be empty').optional(),
    clientSecret: z.string('must be text').min(1, 'must not be empty').optional(),
    /** What its session tokens must be for. Unset: OIDC_AUDIENCE. */
    audience: z.string('must be text').min(1, 'must not be empty').optional(),
    /** The domains of the e-mail addresses that it vouches for. Only an issuer with domains can be required by an account. */
    domains: z
      .array(z.string(wrongDomain).regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, wrongDomain), 'must be a list')
      .max(maxEntries, `must have at most ${maxEntries} entries`)
      .default([]),
    /** Whether the sign-in page shows it by name. Otherwise only an address of its domains leads to it. */
    listed: z.boolean('must be true or false').default(true),
    /** The claim of its tokens that lists the groups of a person. */
    groupsClaim: z.string('must be text').min(1, 'must not be empty').max(200, 'is too long').optional(),
    /** Asked for at the sign-in, beside openid, email and profile. */
    scope: z.string('must be text').max(500, 'is too long').optional(),
  },
  'must be an object with the properties that .env.example lists',
);

/** An entry of OIDC_ISSUERS. */
export type IssuerEntry = z.output<typeof Entry>;

const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** The issuers beside OIDC_ISSUER, as JSON. */
export const issuerList = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.issues.push({ code: 'custom', input: '', message: 'must be a list in JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(Entry, 'must be a list in JSON')
      .max(maxEntries, `must have at most ${maxEntries} entries`)
      .refine((list) => areUnique(list.map(({ id }) => id)), 'must not have an id twice')
      .refine((list) => list.every(({ id }) => id !== firstIssuerId), `must not have the id ${firstIssuerId}`)
      .refine(
        (list) => areUnique(list.map(({ issuer, id }) => (issuer === localIssuerWord ? id : issuer))),
        'must not have an issuer twice',
      )
      .refine((list) => areUnique(list.flatMap(({ domains }) => domains)), 'must not have a domain twice')
      .refine(
        (list) => list.every(({ issuer, clientId }) => clientId || issuer === localIssuerWord),
        'needs a clientId in each entry',
      ),
  )
  .default([]);
