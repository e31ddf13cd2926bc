import { globSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { parseSync } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, statements } from '../../src/database/sql.ts';
import { createDatabase } from '../support/database.ts';

const root = new URL('../../', import.meta.url);
const files = globSync('{app,src,rest}/**/*.ts', { cwd: root.pathname, exclude: ['**/generated/**', '**/wasm/**'] })
  .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }))
  .filter(({ text }) => /\bSELECT\b|\bINSERT\b|\bUPDATE\b|\bDELETE\b|\bMERGE\b|\.query\b|\bsql[<`]|\bprisma\./.test(text));

interface Found {
  /** The texts around the `${}` of each tagged template. */
  tagged: string[][];
  /** Statements as plain strings. */
  plain: string[];
  /** Calls of `query` that say their row type themselves. */
  typedCalls: number;
}

/** A right that is granted, as `SELECT ON account`, is none. */
const isStatement = (text: string) => /^\s*(SELECT(?! ON )|INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|WITH)\s/.test(text);
const textsOf = (template: { quasis: { value: { cooked: string } }[] }) => template.quasis.map(({ value }) => value.cooked);

/** The statements in a source text. */
function read(file: string, text: string): Found {
  const found: Found = { tagged: [], plain: [], typedCalls: 0 };
  const { program } = parseSync(file, text, { lang: 'ts' });
  JSON.stringify(program, (_key, node) => {
    if (node?.type === 'TaggedTemplateExpression' && node.tag.name === 'sql') {
      found.tagged.push(textsOf(node.quasi));
      return null;
    }
    // Statements of ClickHouse, which its own tests run.
    if (node?.type === 'TaggedTemplateExpression' && node.tag.name === 'clickhouseSql') return null;
    if (node?.type === 'TemplateLiteral' && isStatement(textsOf(node)[0] ?? '')) found.plain.push(textsOf(node).join('…'));
    if (node?.type === 'Literal' && typeof node.value === 'string' && isStatement(node.value)) found.plain.push(node.value);
    if (node?.type === 'CallExpression' && node.callee.property?.name === 'query' && node.typeArguments) found.typedCalls += 1;
    return typeof node === 'bigint' ? null : node;
  });
  return found;
}

let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const found = files.map(({ file, text }) => ({ file, ...read(file, text) }));

test('the reader finds what is wrong', () => {
  expect(
    read(
      'x.ts',
      'const a = `SELECT 1`; const b = sql<{ x: `UPDATE y` }>`WITH x`; clickhouseSql`SELECT 2`; const c = "DELETE FROM x";',
    ),
  ).toEqual({
    tagged: [['WITH x']],
    plain: ['SELECT 1', 'DELETE FROM x'],
    typedCalls: 0,
  });
  expect(read('x.ts', 'await this.#pool.query<{ id: string }>(x, [1]); await client.query(y)').typedCalls).toBe(1);
});

test('every statement is made by sql, which also knows its rows', () => {
  expect(found.flatMap(({ file, plain }) => plain.map((text) => `${file}: ${text}`))).toEqual([]);
  expect(found.filter(({ typedCalls }) => typedCalls > 0).map(({ file }) => file)).toEqual([]);
});

test('a file reads by statements or by Prisma', () => {
  const byPrisma = files.filter(({ text }) => /\bprisma\.\w+\./.test(text)).map(({ file }) => file);
  expect(found.filter(({ file, tagged }) => tagged.length > 0 && byPrisma.includes(file)).map(({ file }) => file)).toEqual([]);
});

test('every statement is made when its file is loaded, and fits the migrated schema', async () => {
  const tagged = found.filter((one) => one.tagged.length > 0);
  expect(tagged.length).toBeGreaterThan(20);
  await Promise.all(tagged.map(({ file }) => import(new URL(file, root).href)));
  const unmade = tagged.flatMap(({ file, tagged }) =>
    tagged
      .filter((texts) => ![...statements].some((statement) => texts.every((text) => statement.includes(text))))
      .map((texts) => `${file}: ${texts.join('…')}`),
  );
  expect(unmade).toEqual([]);
  expect(await misfits([...statements])).toEqual([]);
});

test('a statement that names an unknown column, or an unknown table, is found', async () => {
  const temporary = 'CREATE TEMPORARY TABLE staged (id int)';
  const made = 'CREATE TEMPORARY TABLE line ON COMMIT DROP AS SELECT missing FROM staged WHERE id = $1';
  const wrong = [sql`SELECT id FROM staged`, sql`SELECT nothing FROM account`, sql`DELETE FROM nowhere`];
  expect(await misfits([made, ...wrong, temporary])).toEqual([
    'column "missing" does not exist in CREATE TEMPORARY TABLE line  AS SELECT missing FROM staged WHERE id = $1',
    'column "nothing" does not exist in SELECT nothing FROM account',
    'relation "nowhere" does not exist in DELETE FROM nowhere',
  ]);
  for (const one of wrong) statements.delete(one);
});

/** What PostgreSQL says of statements that it cannot prepare. Temporary tables among them are made first. */
async function misfits(texts: string[]): Promise<string[]> {
  const isTable = (text: string) => /^\s*CREATE TEMP/.test(text);
  const problems: string[] = [];
  await client.query('DISCARD TEMP');
  const tables = texts.filter(isTable).map((text) => text.replace('ON COMMIT DROP', ''));
  // Those that a query makes come last, for they read the others; several may make one table.
  const isMade = (text: string) => /^\s*CREATE TEMP\w* TABLE \w+\s+AS\b/.test(text);
  for (const text of tables.filter((one) => !isMade(one))) await client.query(text);
  for (const text of tables.filter(isMade)) {
    await client.query(`DROP TABLE IF EXISTS ${/TABLE (\w+)/.exec(text)?.[1]}`);
    const values = new Set(text.match(/\$\d+/g));
    await client
      .query(
        text,
        Array.from(values, () => null),
      )
      .catch(({ message }) => {
        problems.push(`${message} in ${text.trim()}`);
      });
  }
  for (const text of texts.filter((one) => !isTable(one)))
    await client.query(`PREPARE one AS ${text}; DEALLOCATE one`).catch(({ message }) => {
      problems.push(`${message} in ${text.trim()}`);
    });
  return problems;
}
