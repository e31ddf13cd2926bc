import type { OutboxReader } from '../background/outbox.ts';
import type { AlertList } from './alert-list.ts';
import type { CaughtMail } from './caught-mail.ts';
import type { AlertChoices } from './choices.ts';
import type { EndLinks } from './end-links.ts';

/** What the feature offers. */
export interface Alerts {
  list: AlertList;
  choices: AlertChoices;
  links: EndLinks;
  /** Makes e-mails of alerts. */
  reader: OutboxReader;
  /** Outside production, without a mail server: the e-mails that were not sent. */
  caught: CaughtMail | undefined;
  baseUrl: string;
}
