/**
 * What the service is measured against: the three data endpoints written by hand for this one job. node:http, prepared
 * statements, one Redis script for both limits; no framework, no GraphQL, no ORM, no log, no usage kept. It reads key and data
 * each time; only the few terms that records refer to are in memory.
 */
import { hash, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import pg from 'pg';
import { plans } from '../src/accounts/plan.ts';
import { normalize } from '../src/company/normalization.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10 });
const redis = new Redis(process.env['REDIS_URL'] ?? '');
redis.defineCommand('limit', {
  numberOfKeys: 2,
  lua: `
local minute = tonumber(redis.call('get', KEYS[1]) or '0')
local period = tonumber(redis.call('get', KEYS[2]) or '0')
if minute >= tonumber(ARGV[1]) then return {1, minute, period} end
redis.call('set', KEYS[1], minute + 1, 'EX', 120)
if period >= tonumber(ARGV[2]) then return {2, minute + 1, period} end
return {0, minute + 1, redis.call('incr', KEYS[2])}`,
});
const limits = redis as Redis & {
  limit(...words: (string | number)[]): Promise<[refused: number, minute: number, period: number]>;
};

const table = async (text: string) => (await pool.query(text)).rows;
const layouts = new Map(
  (await table('SELECT id, columns FROM source_layout')).map(({ id, columns }) => [id, columns as string[]]),
);
const activities = new Map(
  (await table('SELECT id, code, label, scheme FROM activity')).map(({ id, code, label, scheme }) => [
    id,
    { code, label, scheme },
  ]),
);
const runs = new Map(
  (
    await table(`SELECT import_run.id, register.name AS register, file, sha256,
        imported_at AS "importedAt", source_url AS "sourceUrl", licence
      FROM import_run JOIN register ON register.id = register_id`)
  ).map(({ id, ...run }) => [id, run]),
);

const summary = `entity.id, country_code AS "countryCode", canonical_name AS "canonicalName", status, legal_form AS "legalForm",
  to_char(registered_at, 'YYYY-MM-DD') AS "registeredAt", 
  (SELECT imported_at FROM import_run WHERE import_run.id = import_run_id) AS "updatedAt"`;
const statements = {
  key: `SELECT api_key.id, account_id, plan FROM api_key JOIN account ON account.id = account_id
    WHERE hash = $1 AND revoked_at IS NULL`,
  countries: 'SELECT code, name, native_name AS "nativeName", enabled FROM country ORDER BY code',
  entity: `SELECT ${summary}, registry, source_cells, registrations, unlicensed, licensed, layout_id, import_run_id
    FROM entity WHERE id = $1`,
  search: `SELECT ${summary}, total FROM (
      SELECT id, split_part(text, E'\\x01', 1) COLLATE "C" AS key, count(*) OVER ()::int AS total
      FROM reference_entry WHERE text LIKE $1 ORDER BY key, id LIMIT 25) AS found JOIN entity USING (id) ORDER BY key, entity.id`,
};
const ask = async (name: keyof typeof statements, values: unknown[] = []) =>
  (await pool.query({ name, text: statements[name], values })).rows;

async function answer(path: string, query: URLSearchParams): Promise<unknown> {
  if (path === '/api/v1/countries') {
    const data = await ask('countries');
    return { data, meta: { count: data.length } };
  }
  if (path === '/api/v1/entities') {
    const q = normalize(query.get('q') ?? '').replaceAll(/[\\%_]/g, '\\$&');
    const rows = await ask('search', [`%${q}%`]);
    const total = rows[0]?.total ?? 0;
    return {
      data: rows.map(({ total: _, ...row }) => row),
      meta: { page: 1, pageSize: 25, pageCount: Math.ceil(total / 25), total },
    };
  }
  const [row] = await ask('entity', [path.slice('/api/v1/entities/'.length)]);
  if (!row) return undefined;
  const { registry, source_cells, unlicensed, licensed, layout_id, import_run_id, ...rest } = row;
  const terms = (ids: number[]) => ids.map((id) => activities.get(id));
  return {
    data: {
      ...rest,
      registry: { ...registry, activities: { unlicensed: terms(unlicensed), licensed: terms(licensed) } },
      sourceData: Object.fromEntries(
        (layouts.get(layout_id) ?? []).map((column, place) => [column, source_cells[place] ?? null]),
      ),
      provenance: runs.get(import_run_id),
    },
  };
}

function send(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) });
  res.end(text);
}

const server = createServer(async (req, res) => {
  try {
    res.setHeader('X-Request-ID', randomUUID());
    const [holder] = await ask('key', [hash('sha256', String(req.headers['x-api-key']), 'buffer')]);
    const plan = plans.find(({ id }) => id === holder?.plan);
    if (!holder || !plan) return send(res, 401, { error: { code: 'invalid_api_key' } });
    const minute = Math.floor(Date.now() / 60_000);
    const month = new Date().toISOString().slice(0, 7);
    const [refused, inMinute, inPeriod] = await limits.limit(
      `ref:${holder.id}:${minute}`,
      `ref:${holder.account_id}:${month}`,
      plan.requestsPerMinute,
      plan.monthlyRequests,
    );
    res.setHeader('X-RateLimit-Limit', plan.requestsPerMinute);
    res.setHeader('X-RateLimit-Remaining', plan.requestsPerMinute - inMinute);
    res.setHeader('X-RateLimit-Reset', (minute + 1) * 60);
    res.setHeader('X-Monthly-Quota-Limit', plan.monthlyRequests);
    res.setHeader('X-Monthly-Quota-Remaining', plan.monthlyRequests - inPeriod);
    if (refused) return send(res, 429, { error: { code: refused === 1 ? 'rate_limit_exceeded' : 'monthly_quota_exceeded' } });
    const [path = '', query = ''] = (req.url ?? '').split('?');
    const body = await answer(path, new URLSearchParams(query));
    send(res, body ? 200 : 404, body ?? { error: { code: 'entity_not_found' } });
  } catch (error) {
    send(res, 500, { error: { code: 'internal_error', message: String(error) } });
  }
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`"url":"http://127.0.0.1:${(server.address() as AddressInfo).port}"\n`));
