import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const sources = new Map(
  ['src', 'rest']
    .flatMap((top) => readdirSync(new URL(top, root), { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`))
    .filter((file) => file.endsWith('.ts') && !file.includes('/generated/'))
    .map((file) => [file, readFileSync(new URL(file, root), 'utf8')]),
);

interface Edge {
  from: string;
  to: string;
}

/** Every import of one of our files by another, types included, by whatever form. */
const edges: Edge[] = [...sources].flatMap(([from, text]) =>
  [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.[^']+\.ts)'/g)].map(([, specifier = '']) => ({
    from,
    to: posix.join(posix.dirname(from), specifier),
  })),
);

/** The floors, from the bottom up. A folder may import those before it; features import each other by their faces. */
const floors = ['src/kernel', 'src/config', 'src/redis', 'src/database', 'src/command-line', 'src/graphql'];
const roof = 'src/api';
/** What puts the service together and starts it counts as one folder, `src`. */
const folderOf = (file: string) =>
  file.startsWith('rest/') ? 'rest' : /^src\/(start\/)?[^/]+$/.test(file) ? 'src' : file.split('/', 2).join('/');
const isFeature = (folder: string) => folder !== 'rest' && folder !== 'src' && folder !== roof && !floors.includes(folder);
const named = ({ from, to }: Edge) => `${from} → ${to}`;

/** The members of a circle, in order, or undefined where there is none. */
function circle(graph: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, path: string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...path, node]);
      if (found) return found;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const found = visit(node, []);
    if (found) return found;
  }
  return undefined;
}

function graphOf(pairs: [string, string][]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of pairs) if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

test('no file imports itself by way of others, types included', () => {
  expect(edges.length).toBeGreaterThan(300);
  expect(circle(graphOf(edges.map(({ from, to }) => [from, to])))).toBeUndefined();
});

test('the folders have no circle, types included', () => {
  const found = circle(graphOf(edges.map(({ from, to }) => [folderOf(from), folderOf(to)])));
  const culprits = edges.filter(({ from, to }) =>
    found?.some((folder, place) => folder === folderOf(from) && found[place + 1] === folderOf(to)),
  );
  expect(culprits.map(named)).toEqual([]);
});

/** The folder of a file, or the file itself where it stands at the top of its feature. */
const roomOf = (file: string) => (posix.dirname(file) === folderOf(file) ? file : posix.dirname(file));

test('folders inside a feature have no circle either', () => {
  const inside = edges.filter(({ from, to }) => folderOf(from) === folderOf(to) && folderOf(from) !== 'src');
  const found = circle(graphOf(inside.map(({ from, to }) => [roomOf(from), roomOf(to)])));
  expect(
    inside
      .filter(({ from, to }) => found?.some((room, place) => room === roomOf(from) && found[place + 1] === roomOf(to)))
      .map(named),
  ).toEqual([]);
});

test('a folder has at most 25 files side by side', () => {
  const counts = new Map<string, number>();
  for (const file of sources.keys()) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
});

test('a floor imports only floors below it', () => {
  const up = edges.filter(({ from, to }) => {
    const place = floors.indexOf(folderOf(from));
    return place >= 0 && folderOf(to) !== folderOf(from) && !floors.slice(0, place).includes(folderOf(to));
  });
  expect(up.map(named)).toEqual([]);
});

test('a feature is imported by its face alone', () => {
  const inner = edges.filter(
    ({ from, to }) =>
      isFeature(folderOf(to)) &&
      folderOf(from) !== folderOf(to) &&
      to !== `${folderOf(to)}/index.ts` &&
      // These two list what the features declare.
      !(from === 'src/api/schema.ts' && to.endsWith('.schema.ts')) &&
      !(from === 'src/commands.ts' && to.endsWith('command.ts')) &&
      // The threads of the search are programs of their own.
      from !== 'src/start/compile-command.ts',
  );
  expect(inner.map(named)).toEqual([]);
});

test('the front door imports faces, the roof and the kernel', () => {
  const past = edges.filter(
    ({ from, to }) => folderOf(from) === 'rest' && ['src', 'src/redis', 'src/database', 'src/graphql'].includes(folderOf(to)),
  );
  expect(past.map(named)).toEqual([]);
});

test('a line is as wide as the formatter allows, in texts and comments too', () => {
  const wide = [...sources].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, place) => (line.length > 130 && !file.includes('/wasm/') ? [`${file}:${place + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});

test('only a schema file imports the builder', () => {
  const others = edges.filter(
    ({ from, to }) => to === 'src/graphql/builder.ts' && !from.endsWith('.schema.ts') && from !== 'src/api/schema.ts',
  );
  expect(others.map(named)).toEqual([]);
});

test('a table is written by one feature', () => {
  const schema = readFileSync(new URL('prisma/schema.prisma', root), 'utf8');
  const models = [...schema.matchAll(/^model (\w+) \{[^}]*@@map\("(\w+)"\)/gm)].map(([, model = '', table = '']) => ({
    model,
    table,
  }));
  expect(models.length).toBeGreaterThan(15);
  const shared = models.flatMap(({ model, table }) => {
    const delegate = model[0]?.toLowerCase() + model.slice(1);
    const writes = new RegExp(
      `(INSERT INTO|UPDATE|DELETE FROM) "?${table}"?\\b(?! AS OF)|prisma\\.${delegate}\\.(create|update|upsert|delete)`,
    );
    const writers = new Set([...sources].filter(([, text]) => writes.test(text)).map(([file]) => folderOf(file)));
    return writers.size > 1 ? [`${table}: ${[...writers].join(', ')}`] : [];
  });
  expect(shared).toEqual([]);
});

test('a folder has at most 25 files side by side', () => {
  const files = ['test', 'scripts'].flatMap((top) =>
    readdirSync(new URL(top, root), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  );
  const crowded = Object.entries(Object.groupBy(files, ({ parentPath }) => parentPath)).flatMap(([folder, inside = []]) =>
    inside.length > 25 ? [`${folder.replace(root.pathname, '')}: ${inside.length}`] : [],
  );
  expect(crowded).toEqual([]);
});
