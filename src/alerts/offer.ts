import type { OutboxReader } from '../background/outbox.ts';
import type { AlertList } from './alert-list.ts';
import type { AlertChoices } from './choices.ts';
import type { EndLinks } from './end-links.ts';

/** What the feature offers. */
export interface Alerts {
  list: AlertList;
  choices: AlertChoices;
  links: EndLinks;
  /** Makes e-mails of alerts. */
  reader: OutboxReader;
  baseUrl: string;
}
