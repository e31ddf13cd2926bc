import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { IssuerEntry } from '../config/issuers.ts';
import type { Listener, PlayedIssuer } from '../identity/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { catchMail } from './caught-mail.ts';
import { readOrCreateSecret } from './data-folder.ts';
import { localClientId } from './issuer/local-identity.ts';
import { type LocalIssuerSettings, openLocalIssuer } from './issuer/local-issuer.ts';
import type { LocalProvider } from './payments/server.ts';
import { catchesMail, localMailPath, localPaymentsPath, refuseRemoteRequest, type StandIn } from './stand-ins.ts';

export type LocalPayments = Pick<LocalProvider, 'settings' | 'pagesAt'>;

/** Starts the local payment provider, so that purchases can be tried outside production, where no other is configured. */
export async function startLocalPayments(
  { production, billing, dataDir }: Pick<Config, 'production' | 'billing' | 'dataDir'>,
  teardown: Teardown,
) {
  if (production || billing) return undefined;
  // Stripe's library takes 30 MB of memory.
  const { startLocalProvider } = await import('./payments/server.ts');
  const provider = await startLocalProvider({ file: join(dataDir, 'payment-provider.json') });
  teardown.push(() => provider.close());
  return provider;
}

interface DevelopmentOptions {
  settings: LocalIssuerSettings & Pick<Config, 'mail'>;
  /** The URL that browsers use. */
  baseUrl: string;
  /** The URL at which this service reaches itself. */
  ownUrl: string;
  payments: LocalPayments | undefined;
  date(): Date;
  logger: Logger;
}

interface LocalRoute {
  path: string;
  /** Where requests are checked by `admit`. */
  checked: string[];
  /** Throws if the request may not come in. */
  admit(request: IncomingMessage): void;
  listener: Listener;
}

/** What replaces the issuer, the payment provider and the mail server, each where none is configured. */
export function openDevelopment({ settings, baseUrl, ownUrl, payments, date, logger }: DevelopmentOptions) {
  const routes: LocalRoute[] = [];
  const open = (standIn: StandIn, path: string, listener: Listener) =>
    routes.push({
      path,
      checked: standIn === 'signIn' ? [path, '/auth'] : [path],
      admit: (request) => settings.allowsInsecureDevelopment || refuseRemoteRequest(standIn, request),
      listener,
    });
  if (payments) open('payments', localPaymentsPath, payments.pagesAt(baseUrl + localPaymentsPath));
  const caughtMail = catchesMail(settings) ? catchMail(date) : undefined;
  if (caughtMail) open('mail', localMailPath, caughtMail.listener);
  const secretFile = join(settings.dataDir, 'identity', 'session-secret');
  return {
    routes,
    caughtMail,
    secrets: async () => [await readOrCreateSecret(secretFile, () => randomBytes(32).toString('base64url'))],
    playIssuer: (entry: IssuerEntry): PlayedIssuer => {
      const issuer = openLocalIssuer(settings, baseUrl, entry);
      open('signIn', issuer.path, issuer.listener(logger));
      return { url: issuer.url, clientId: localClientId, fetch: issuer.fetchAt(ownUrl) };
    },
  };
}
