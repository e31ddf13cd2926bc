import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { Failure, Refusal } from '../kernel/errors.ts';

/** Where the pages of the local payment provider are, and that of caught e-mails. */
export const localPaymentsPath = '/local-payments';
export const localMailPath = '/local-mail';

/** Stand-ins for other services that let everyone in. In production, the named setting replaces each of them. */
const standIns = {
  signIn: { what: 'a sign-in that takes any e-mail address', setting: 'OIDC_ISSUER' },
  payments: { what: 'payments without money', setting: 'STRIPE_SECRET_KEY and its companions' },
  mail: { what: 'a page with e-mails of people', setting: 'SMTP_URL and MAIL_FROM' },
};
export type StandIn = keyof typeof standIns;

/** The stand-ins that this configuration opens wherever it listens. In production there are none. */
export const openStandIns = ({
  production,
  identity,
  billing,
}: Pick<Config, 'production' | 'identity' | 'billing'>): StandIn[] =>
  production ? [] : [...(identity.issuer ? [] : (['signIn'] as const)), ...(billing ? [] : (['payments'] as const))];

const beyondLoopback = ({ host, baseUrl }: Config['http']): string[] => [
  ...(isLoopback(host) ? [] : ['HOST']),
  ...(!baseUrl || isLoopback(new URL(baseUrl).hostname) ? [] : ['BASE_URL']),
];

/** Whether e-mails are caught. Other machines could read the page of caught e-mails. */
export const catchesMail = (config: Pick<Config, 'production' | 'mail' | 'allowsInsecureDevelopment' | 'http'>): boolean =>
  !config.production && !config.mail && (config.allowsInsecureDevelopment || beyondLoopback(config.http).length === 0);

/** Throws if other machines could reach an open stand-in, unless the configuration allows it. */
export function keepWithinLoopback(settings: Pick<Config, 'allowsInsecureDevelopment' | 'http'>, open: StandIn[]): void {
  const ways = beyondLoopback(settings.http);
  if (settings.allowsInsecureDevelopment || open.length === 0 || ways.length === 0) return;
  throw new Refusal(`${ways.join(' and ')} ${ways.length > 1 ? 'lead' : 'leads'} beyond this machine, and ${remedy(open)}`);
}

/** A sentence that names the open stand-ins and the settings that replace them. */
function remedy(open: StandIn[]): string {
  const what = open.map((name) => standIns[name].what);
  const settings = open.map((name) => standIns[name].setting);
  return (
    `for development the service opens ${what.join(' and ')}: set ${settings.join(' and ')}, or, if everybody may come in, ` +
    'ALLOW_INSECURE_DEVELOPMENT=true.'
  );
}

/**
 * The headers that browsers and programs send by themselves. Proxies add headers of their own, under any name, so every other
 * header is taken for that of a proxy. `x-request-id` and `traceparent` are missing because proxies add them too.
 */
const ofCallers = new Set([
  ...['host', 'connection', 'keep-alive', 'user-agent', 'accept', 'accept-charset', 'accept-encoding', 'accept-language'],
  ...['authorization', 'cookie', 'origin', 'referer', 'content-type', 'content-length', 'content-encoding'],
  ...['transfer-encoding', 'expect', 'te', 'upgrade', 'upgrade-insecure-requests', 'cache-control', 'pragma', 'range'],
  ...['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'priority', 'dnt', 'save-data'],
  // Agents ask the issuer of a sign-in for its metadata with it.
  'mcp-protocol-version',
]);
/** Only a browser itself can send these: pages cannot set them, and proxies have no such names. */
const ofBrowsers = /^sec-/;

type RemoteRequest = Pick<IncomingMessage, 'headers' | 'httpVersion'> & { socket?: { remoteAddress?: string | undefined } };

/**
 * Refuses a request to an open stand-in that does not come from this machine: one from another machine, one that a proxy in
 * front of loopback passes on, or one from a page of another site whose host name leads to us (DNS rebinding). nginx with its
 * default settings adds no header and sends its own host, but uses HTTP/1.0, which browsers no longer do.
 */
export function refuseRemoteRequest(standIn: StandIn, { headers, httpVersion, socket }: RemoteRequest): void {
  const reason = remoteness(headers, httpVersion, socket?.remoteAddress);
  if (reason) throw new Failure('invalid_request', `The request ${reason}, and ${remedy([standIn])}`);
}

/** Why a request is not of this machine. Undefined: it is. */
function remoteness(headers: IncomingHttpHeaders, httpVersion: string, peer = 'localhost'): string | undefined {
  if (!isLoopback(peer)) return 'came from another machine';
  const isAdded = (name: string) => !ofCallers.has(name) && !ofBrowsers.test(name);
  const added = httpVersion === '1.0' ? 'HTTP/1.0' : Object.keys(headers).find(isAdded);
  if (added) return `came through a proxy (${added})`;
  const host = `http://${headers.host ?? ''}`;
  return URL.canParse(host) && isLoopback(new URL(host).hostname) ? undefined : 'names another host than this machine';
}
