import { Router } from 'express';
import { prepare } from '../../src/api/index.ts';
import { dataAge } from '../../src/kernel/data-age.ts';
import { anonymous } from '../../src/kernel/principal.ts';
import { once } from '../../src/kernel/running/once.ts';
import { samplesUrl } from '../../src/registers/index.ts';
import { exchangeOf } from '../edge/exchange.ts';
import type { Operations } from '../operations.generated.ts';
import { type Html, html } from '../page/html.ts';
import type { FrontPageDependencies } from './front-page.ts';

type Health = Operations['statusHealth']['data']['health'];
type Registers = Operations['statusRegisters']['data']['registers'];
type Sources = Operations['statusIdentifiers']['data']['identifierSources'];

export const statusPath = '/status';

export const statusDocuments = {
  statusHealth: '{ health { version ready redis time } }',
  statusRegisters: `{ registers {
    id countryName updateFrequency updateIntervalDays served { fileDate importedAt records sourceUrl }
  } }`,
  statusIdentifiers: `{ identifierSources {
    name updateFrequency updateIntervalDays served { fileDate importedAt identifiers sourceUrl }
  } }`,
};

/** The page at `/status`: the state of this instance, and how old the data of each register is. It has no secrets. */
export function statusPage({
  schema,
  services,
  sendPage,
}: Pick<FrontPageDependencies, 'schema' | 'services' | 'sendPage'>): Router {
  const operations = once(() => ({
    health: prepare<Operations['statusHealth']>(schema, statusDocuments.statusHealth),
    registers: prepare<Operations['statusRegisters']>(schema, statusDocuments.statusRegisters),
    identifiers: prepare<Operations['statusIdentifiers']>(schema, statusDocuments.statusIdentifiers),
  }));
  const router = Router({ caseSensitive: true });
  router.get(statusPath, async (_req, res) => {
    const exchange = exchangeOf(res);
    exchange.route = statusPath;
    const context = { requestId: exchange.requestId, principal: anonymous, services };
    const { health } = await operations().health({}, context);
    // Without the database the page is shown without the registers.
    const [registers, sources] = await Promise.all([operations().registers({}, context), operations().identifiers({}, context)])
      .then(([one, other]) => [one.registers, other.identifierSources] as const)
      .catch(() => []);
    const content = html`<main id="content"><h1>Status</h1>${instance(health)}${dataAges(health, registers, sources)}</main>`;
    sendPage(res, { title: 'Status · Company Registry', content, cacheControl: 'no-store' });
  });
  return router;
}

const badge = (kind: 'good' | 'warn' | 'calm', text: string): Html => html`<span class="badge ${kind}">${text}</span>`;
const table = (label: string, rows: Html, kind = ''): Html =>
  html`<section class="rows ${kind}" aria-label="${label}" tabindex="0"><table>${rows}</table></section>`;

const redisStates = {
  ok: badge('good', 'reachable'),
  unreachable: badge('warn', 'not reachable: each instance counts limits by itself'),
  'not used': badge('calm', 'not used'),
};

const instance = ({ version, ready, redis, time }: Health): Html => html`<div class="block"><h2 id="instance">This instance</h2>
      ${table(
        'This instance',
        html`<tbody>
          <tr><th scope="row">Service</th><td>${ready ? badge('good', 'ready') : badge('warn', 'not ready')}</td></tr>
          <tr><th scope="row">Database</th><td>${ready ? badge('good', 'reachable') : badge('warn', 'not usable')}</td></tr>
          <tr><th scope="row">Redis</th><td>${redisStates[redis as keyof typeof redisStates]}</td></tr>
          <tr><th scope="row">Version</th><td>${version}</td></tr>
          <tr><th scope="row">Time</th><td>${minute(time)}</td></tr>
        </tbody>`,
      )}</div>`;

function dataAges({ time }: Health, registers?: Registers, sources: Sources = []): Html {
  if (!registers) return html`<p class="notice">The registers cannot be read at the moment.</p>`;
  const served = [
    ...registers.flatMap(({ served: now, countryName, ...register }) =>
      now ? [{ name: countryName, ...register, ...now }] : [],
    ),
    ...sources.flatMap(({ served: now, ...source }) => (now ? [{ ...source, ...now, records: now.identifiers }] : [])),
  ];
  served.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  if (served.length === 0) return html`<p class="empty">No register was imported yet.</p>`;
  return html`<div class="block"><h2 id="registers">Registers</h2>
      <p>The age of the data, and the last import of each register and of the identifiers. Without the day of its file, data
        is at most as old as its import and the time between two editions.</p>
      ${table(
        'Registers',
        html`<thead><tr>
            <th scope="col">Register</th><th scope="col">Age</th><th scope="col">Published</th><th scope="col">File date</th>
            <th scope="col">Last import</th><th scope="col" class="figure">Records</th>
          </tr></thead>
          <tbody>${served.map((register) => row(register, new Date(time)))}</tbody>`,
        'cards',
      )}</div>`;
}

type Served = { name: string } & Pick<Registers[number], 'updateFrequency' | 'updateIntervalDays'> &
  NonNullable<Registers[number]['served']>;

function row(register: Served, now: Date): Html {
  const { name, updateFrequency, fileDate, importedAt, records, sourceUrl } = register;
  const { days, isOld } = dataAge(register, now);
  const text = `${fileDate ? '' : 'at most '}${days} ${days === 1 ? 'day' : 'days'}`;
  return html`<tr>
            <th scope="row">${name}</th>
            <td>${sourceUrl === samplesUrl ? badge('calm', 'sample data') : badge(isOld ? 'warn' : 'good', text)}</td>
            <td data-label="Published">${updateFrequency === 'semimonthly' ? 'twice a month' : updateFrequency}</td>
            <td class="when" data-label="File date">${fileDate ?? 'unknown'}</td>
            <td class="when" data-label="Last import">${minute(importedAt)}</td>
            <td class="figure" data-label="Records">${records.toLocaleString('en-GB')}</td>
          </tr>`;
}

/** A moment to the minute, in UTC. */
const minute = (moment: string): Html => html`<time datetime="${moment}">${moment.slice(0, 16).replace('T', ' ')} UTC</time>`;
