import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { IssuerEntry } from '../config/issuers.ts';
import type { Listener, PlayedIssuer } from '../identity/index.ts';
import type { Logger } from '../kernel/logging.ts';
import { CaughtMail } from './caught-mail.ts';
import { catchesMail, type Door, refuseRemoteRequest } from './doors.ts';
import { localClientId } from './issuer/local-identity.ts';
import { LocalIssuer, type LocalIssuerSettings } from './issuer/local-issuer.ts';
import type { LocalPayments } from './local-provider.ts';
import { localMailPath, localPaymentsPath } from './paths.ts';
import { readOrCreateSecret } from './secret-file.ts';

interface DevelopmentParts {
  settings: LocalIssuerSettings & Pick<Config, 'mail'>;
  /** The address that browsers use. */
  baseUrl: string;
  /** The address at which this service reaches itself. */
  ownUrl: string;
  payments: LocalPayments | undefined;
  date(): Date;
  logger: Logger;
}

interface LocalDoor {
  path: string;
  /** Where requests are checked by `admit`. */
  checked: string[];
  /** Throws if the request may not come in. */
  admit(request: IncomingMessage): void;
  listener: Listener;
}

/** What replaces the issuer, the payment provider and the mail server, each where none is configured. */
export function openDevelopment({ settings, baseUrl, ownUrl, payments, date, logger }: DevelopmentParts) {
  const doors: LocalDoor[] = [];
  const open = (door: Door, path: string, listener: Listener) =>
    doors.push({
      path,
      checked: door === 'signIn' ? [path, '/auth'] : [path],
      admit: (request) => settings.allowsInsecureDevelopment || refuseRemoteRequest(door, request),
      listener,
    });
  if (payments) open('payments', localPaymentsPath, payments.pagesAt(baseUrl + localPaymentsPath));
  const caughtMail = catchesMail(settings) ? new CaughtMail(date) : undefined;
  if (caughtMail) open('mail', localMailPath, caughtMail.listener);
  const secretFile = join(settings.dataDir, 'identity', 'session-secret');
  return {
    doors,
    caughtMail,
    secrets: async () => [await readOrCreateSecret(secretFile, () => randomBytes(32).toString('base64url'))],
    playIssuer: (entry: IssuerEntry): PlayedIssuer => {
      const issuer = new LocalIssuer(settings, baseUrl, entry);
      open('signIn', issuer.path, issuer.listener(logger));
      return { url: issuer.url, clientId: localClientId, fetch: issuer.fetchAt(ownUrl) };
    },
  };
}
