import type { AlertList } from './alert-list.ts';
import type { AlertChoices } from './choices.ts';
import type { EndLinks } from './end-links.ts';

/** What the feature offers. */
export interface Alerts {
  list: AlertList;
  choices: AlertChoices;
  links: EndLinks;
  baseUrl: string;
}
