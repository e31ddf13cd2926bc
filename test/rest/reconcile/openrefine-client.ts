import { expect } from 'vitest';
import type { z } from 'zod';
import * as protocol from '../../../rest/reconcile/protocol.ts';

/** Where OpenRefine runs. Its pages ask from there, and its server asks without an origin. */
const origin = 'http://127.0.0.1:3333';

export interface Heard {
  status: number;
  headers: Headers;
  text: string;
}

export interface Row {
  query?: string;
  limit?: number;
  properties?: Record<string, unknown>;
}

/** Asks as OpenRefine does: manifest and suggestions from a page, names and values from its server, by forms. */
export class OpenRefine {
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  /** A page of OpenRefine asks, with the parameters that its widgets add. A browser hands it nothing that CORS does not allow. */
  async fromPage(url: string, init: RequestInit = {}): Promise<Heard> {
    const response = await fetch(url, { ...init, headers: { origin, referer: `${origin}/project`, ...init.headers } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async fromServer(form: Record<string, unknown>, init: RequestInit = {}): Promise<Heard> {
    const fields = Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
    const body = new URLSearchParams(fields as [string, string][]);
    const response = await fetch(this.address, { method: 'POST', body, headers: { 'user-agent': 'OpenRefine 3.9' }, ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Adds the service. */
  async manifest(): Promise<z.output<typeof protocol.manifest>> {
    return held(protocol.manifest, await this.fromPage(this.address));
  }

  static queriesOf = (rows: readonly Row[]): Record<string, object> =>
    Object.fromEntries(
      rows.map(({ properties = {}, ...row }, place) => [
        `q${place}`,
        {
          ...row,
          type: 'company',
          type_strict: 'should',
          ...(Object.keys(properties).length > 0 && {
            properties: Object.entries(properties).map(([pid, v]) => ({ pid, v })),
          }),
        },
      ]),
    );

  /** The candidates of each row. */
  async reconcile(rows: readonly Row[]) {
    const answer = held(protocol.resultBatch, await this.fromServer({ queries: OpenRefine.queriesOf(rows) }));
    expect(Object.keys(answer)).toEqual(rows.map((_, place) => `q${place}`));
    return Object.values(answer).map(({ result }) => result);
  }

  async suggestEntities(prefix: string, more = '') {
    const { service_url, service_path } = (await this.manifest()).suggest.entity;
    const url = `${service_url}${service_path}?prefix=${encodeURIComponent(prefix)}&type=company&type=x&type_strict=any&_=1794744060${more}`;
    return held(protocol.suggestedEntities, await this.fromPage(url)).result;
  }

  async suggestProperties(prefix: string) {
    const { service_url, service_path } = (await this.manifest()).suggest.property;
    return held(protocol.suggestedProperties, await this.fromPage(`${service_url}${service_path}?prefix=${prefix}`)).result;
  }

  async proposeProperties(more = '') {
    const { service_url, service_path } = (await this.manifest()).extend.propose_properties;
    return held(protocol.proposedProperties, await this.fromPage(`${service_url}${service_path}?type=company${more}`));
  }

  async preview(id: string): Promise<Heard> {
    return this.fromPage((await this.manifest()).preview.url.replace('{{id}}', encodeURIComponent(id)));
  }

  async flyout(id: string) {
    const { service_url, flyout_service_path = '' } = (await this.manifest()).suggest.entity;
    const path = flyout_service_path.replace(/\$\{id\}/, encodeURIComponent(id));
    return held(protocol.flyout, await this.fromPage(service_url + path));
  }

  async extend(ids: readonly string[], properties: readonly string[]) {
    const extend = { ids, properties: properties.map((id) => ({ id })) };
    return held(protocol.extension, await this.fromServer({ extend }));
  }
}

/** An answer, held against the protocol. */
export function held<Schema extends z.ZodType>(schema: Schema, { status, headers, text }: Heard): z.output<Schema> {
  expect(status, text).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-monthly-quota-remaining')).toMatch(/^\d+$/);
  return schema.parse(JSON.parse(text));
}
