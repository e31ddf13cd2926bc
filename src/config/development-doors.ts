import type { IncomingMessage } from 'node:http';
import { Failure, Refusal } from '../kernel/errors.ts';
import type { Config } from './config.ts';
import { isLoopback } from './loopback.ts';

/** Parts for development that let everyone in. In production, the named setting replaces each of them. */
const doors = {
  signIn: { what: 'a sign-in that takes any e-mail address', setting: 'OIDC_ISSUER' },
  payments: { what: 'payments without money', setting: 'STRIPE_SECRET_KEY and its companions' },
  mail: { what: 'a page with e-mails of people', setting: 'SMTP_URL and MAIL_FROM' },
};
export type Door = keyof typeof doors;

/** The parts that this configuration opens wherever it listens. In production there are none. */
export const developmentDoors = ({
  production,
  identity,
  billing,
}: Pick<Config, 'production' | 'identity' | 'billing'>): Door[] =>
  production ? [] : [...(identity.issuer ? [] : (['signIn'] as const)), ...(billing ? [] : (['payments'] as const))];

const beyondLoopback = ({ host, baseUrl }: Config['http']): string[] => [
  ...(isLoopback(host) ? [] : ['HOST']),
  ...(!baseUrl || isLoopback(new URL(baseUrl).hostname) ? [] : ['BASE_URL']),
];

/** Whether no other machine can reach the service. Only then the page of caught e-mails is opened. */
export const isWithinLoopback = (http: Config['http']): boolean => beyondLoopback(http).length === 0;

/** Throws if other machines could reach an open part, unless the configuration allows it. */
export function keepWithinLoopback(settings: Pick<Config, 'allowsInsecureDevelopment' | 'http'>, open: Door[]): void {
  const ways = beyondLoopback(settings.http);
  if (settings.allowsInsecureDevelopment || open.length === 0 || ways.length === 0) return;
  throw new Refusal(`${ways.join(' and ')} ${ways.length > 1 ? 'lead' : 'leads'} beyond this machine, and ${remedy(open)}`);
}

/** A sentence that names the open parts and the settings that replace them. */
function remedy(open: Door[]): string {
  const what = open.map((door) => doors[door].what);
  const settings = open.map((door) => doors[door].setting);
  return (
    `for development the service opens ${what.join(' and ')}: set ${settings.join(' and ')}, or, if everybody may come in, ` +
    'ALLOW_INSECURE_DEVELOPMENT=true.'
  );
}

/** Headers that proxies add. A browser or a program on this machine sends none of them. */
const ofProxies = /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|(?:x-|true-|cf-connecting-)?(?:client-)?ip)$/;

/**
 * Refuses a request to an open part that does not come from this machine: one that a proxy in front of loopback passes on, or one
 * from a page of another site whose host name leads to us (DNS rebinding). nginx with its default settings adds no header and
 * sends its own host, but uses HTTP/1.0, which browsers no longer do.
 */
export function refuseRemoteRequest(
  door: Door,
  { headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>,
): void {
  const host = headers.host ?? '';
  const added = httpVersion === '1.0' ? 'HTTP/1.0' : Object.keys(headers).find((name) => ofProxies.test(name));
  const isForeign = !URL.canParse(`http://${host}`) || !isLoopback(new URL(`http://${host}`).hostname);
  const reason = added ? `came through a proxy (${added})` : isForeign ? 'names another host than this machine' : undefined;
  if (reason) throw new Failure('invalid_request', `The request ${reason}, and ${remedy([door])}`);
}
