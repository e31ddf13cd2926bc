import { deflateRawSync } from 'node:zlib';
import { type Environment, environment, type RawEnvironment, secretsIn } from './environment.ts';
import { localIssuerWord } from './issuers.ts';
import { isProtected } from './loopback.ts';
import { didYouMean } from './nearest.ts';

/** The required settings in production. A command has no users, so it needs no identity settings. */
const requiredInProduction = {
  serving: ['DATABASE_URL', 'OIDC_ISSUER', 'SESSION_SECRET'],
  command: ['DATABASE_URL'],
} as const;
/** What reads the settings. */
export type Purpose = keyof typeof requiredInProduction;
/** Settings that need each other. If only some of Stripe's settings are set, the service must not start without payments. */
const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_PRO', 'STRIPE_PRICE_BUSINESS'] as const;
const dependentSettings = [
  { anyOf: [...stripe, 'STRIPE_API_BASE'], needs: stripe },
  { anyOf: ['OIDC_CLIENT_SECRET'], needs: ['OIDC_CLIENT_ID'] },
  { anyOf: ['SMTP_URL', 'MAIL_FROM'], needs: ['SMTP_URL', 'MAIL_FROM'] },
] as const;
/** Features that need these settings in production. Without them the service starts and logs what it does not do. */
const optionalInProduction: {
  needs: readonly (keyof RawEnvironment)[];
  /** A setting that does in their place. */
  or?: keyof RawEnvironment;
  otherwise: string;
}[] = [
  { needs: ['OIDC_CLIENT_ID'], otherwise: 'Nobody can sign in by browser' },
  { needs: ['BASE_URL'], otherwise: 'Links in answers and the way back from signing in lead to localhost' },
  { needs: ['TRUST_PROXY'], otherwise: 'Behind a proxy all clients share one address and its limit of sign-ins' },
  { needs: stripe, otherwise: 'No plan can be bought' },
  { needs: ['REDIS_URL'], otherwise: 'Each instance counts limits by itself' },
  { needs: ['OPERATORS'], otherwise: 'Nobody sees the view of operators' },
  {
    needs: ['SECRET_SCANNING_KEYS_URL'],
    or: 'SECRET_SCANNING_KEYS',
    otherwise: 'Reports of API keys that were found in public are not taken',
  },
  { needs: ['SMTP_URL', 'MAIL_FROM'], otherwise: 'Alerts are not sent by e-mail' },
  { needs: ['METRICS_PORT'], otherwise: 'No metrics are served' },
];

export interface Limitation {
  what: string;
  missing: readonly string[];
}

/** The features that are off in production, and the missing settings. */
export function limitations(values: RawEnvironment): Limitation[] {
  if (values['NODE_ENV'] !== 'production') return [];
  return optionalInProduction.flatMap(({ needs, or, otherwise }) => {
    const missing = or && values[or] !== undefined ? [] : needs.filter((name) => values[name] === undefined);
    return missing.length > 0 ? [{ what: `${otherwise}: set ${missing.join(', ')}.`, missing }] : [];
  });
}

/** Settings that are missing, and ports that collide. */
export function missingSettings(values: RawEnvironment, purpose: Purpose): string[] {
  const production = values['NODE_ENV'] === 'production';
  const ports = values['METRICS_PORT'] !== '0' && values['METRICS_PORT'] === (values['PORT'] ?? '3000');
  return [
    ...(ports ? ['METRICS_PORT must be another port than PORT'] : []),
    ...requiredInProduction[purpose]
      .filter((name) => production && values[name] === undefined)
      .map((name) => `${name} is required in production`),
    ...dependentSettings.flatMap(({ anyOf, needs }) => {
      const given = anyOf.find((name) => values[name] !== undefined);
      return given ? needs.filter((name) => values[name] === undefined).map((name) => `${name} is required beside ${given}`) : [];
    }),
  ];
}

/** Settings that work but are not safe. */
export function unsafeSettings(values: RawEnvironment): string[] {
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_BUSINESS: business, STRIPE_API_BASE: apiBase } = values;
  const { SESSION_SECRET: secrets, BASE_URL: baseUrl, OIDC_CLIENT_ID: clientId } = values;
  const production = values['NODE_ENV'] === 'production';
  return [
    ...(pro && pro === business ? ['STRIPE_PRICE_BUSINESS must be another price than STRIPE_PRICE_PRO'] : []),
    ...(production && apiBase && !/^https:/i.test(apiBase) ? ['STRIPE_API_BASE must be https in production'] : []),
    ...(production && secrets && secretsIn(secrets).some(isGuessable)
      ? ['SESSION_SECRET can be guessed: make one at random, for instance with openssl rand -base64 32']
      : []),
    // Outside loopback browsers send our cookies over https only.
    ...(production && clientId && baseUrl && !isProtected(baseUrl)
      ? ['BASE_URL must be https outside loopback where people sign in by browser (OIDC_CLIENT_ID)']
      : []),
  ];
}

/** Words of forgotten placeholders. Five letters of one are in a random text of a million, so they are longer. */
const placeholders =
  /changeme|changethis|replaceme|secret|passw[o0]rd|example|default|placeholder|development|letmein|qwerty|12345678|abcdefgh/;
/** Random texts of 32 characters are above both limits, even in hexadecimal. */
const minimum = { characters: 8, packedBytes: 24 };

/**
 * Whether a secret is clearly not random: it has few different characters, it compresses well because it repeats itself, or it
 * contains a common word. It finds forgotten placeholders, but not every phrase.
 */
export function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < minimum.characters ||
    deflateRawSync(secret).length < minimum.packedBytes ||
    placeholders.test(secret.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  );
}

/** Entries of OIDC_ISSUERS that the other settings rule out. */
export function wrongIssuers({ NODE_ENV, OIDC_ISSUER, OIDC_ISSUERS }: Environment): string[] {
  const isLocal = OIDC_ISSUERS.some(({ issuer }) => issuer === localIssuerWord);
  return [
    ...(OIDC_ISSUERS.some(({ issuer }) => issuer === OIDC_ISSUER) ? ['OIDC_ISSUERS must not repeat OIDC_ISSUER'] : []),
    ...(isLocal && (NODE_ENV === 'production' || OIDC_ISSUER)
      ? [`OIDC_ISSUERS may name the issuer ${localIssuerWord} only for development, without OIDC_ISSUER`]
      : []),
  ];
}

/** Other programs have proxy settings with similar names. */
const known = Object.keys(environment.shape).filter((name) => !/^(?:https?|no)_proxy$/i.test(name));
/** The first words that several settings share, such as STRIPE. */
const prefixes = [...Map.groupBy(known, (name) => name.split('_', 1)[0] ?? '')].flatMap(([word, names]) =>
  names.length > 1 ? [`${word}_`] : [],
);
/** Kubernetes sets these for each of its services, and a service may be called redis or database. */
const ofKubernetes = /_(?:SERVICE_HOST|SERVICE_PORT|PORT)$|_SERVICE_PORT_|_PORT_[0-9]/;

/** A sentence for each variable that looks like a setting of this service and is none. Values are never quoted. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => !(name in environment.shape) && !ofKubernetes.test(name))
    .map((name) => ({ name, hint: didYouMean(name, known) }))
    .filter(({ name, hint }) => hint !== '' || prefixes.some((prefix) => name.startsWith(prefix)))
    .map(({ name, hint }) => `${name} is not a setting of this service, so it is ignored.${hint}`);
}
