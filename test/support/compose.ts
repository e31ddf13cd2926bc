import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';

/** What we use of a service in a compose file. */
export interface Service {
  image?: string;
  build?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: { [name: string]: string };
  volumes?: string[];
  tmpfs?: string[];
  ports?: string[];
  depends_on?: { [service: string]: { condition: string } };
  network_mode?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
}

export interface Compose {
  services: { [name: string]: Service };
  volumes?: { [name: string]: unknown };
}

/** A compose file of the project. One that does not parse throws. */
export const readCompose = (file: string): Compose =>
  load(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as Compose;
