import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { tablesByFeature } from '../src/tables/index.ts';

const root = new URL('../', import.meta.url);
const read = (...tops: string[]) =>
  new Map(
    tops
      .flatMap((top) => readdirSync(new URL(top, root), { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`))
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/generated|\/dist\/|node_modules/.test(file))
      .map((file) => [file, readFileSync(new URL(file, root), 'utf8')]),
  );
/** The service. */
const sources = read('app', 'src', 'rest');
/** All that is written in TypeScript or AssemblyScript. */
const everything = new Map([...sources, ...read('bench', 'clients', 'dashboard', 'drill', 'scripts', 'test')]);

interface Edge {
  from: string;
  to: string;
}

/** Every import of one of our files by another, types included, by whatever form. AssemblyScript names files without `.ts`. */
const allEdges: Edge[] = [...everything].flatMap(([from, text]) =>
  [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*['"](\.[^'"]+)['"]/g)].flatMap(([, specifier = '']) => {
    const named = posix.join(posix.dirname(from), specifier);
    const to = [named, `${named}.ts`].find((file) => everything.has(file));
    return to === undefined ? [] : [{ from, to }];
  }),
);
const edges = allEdges.filter(({ from }) => sources.has(from));

/** The floors, from the bottom up. A folder may import those before it; features import each other by their faces. */
const floors = ['src/kernel', 'src/config', 'src/redis', 'src/database', 'src/company', 'src/command-line', 'src/graphql'];
const roof = 'src/api';
/** Each feature counts as one folder, and so do what puts the service together, the front door, and each of the others. */
const divided = [
  ...['clients/typescript/src/cli', 'clients/typescript/src', 'clients/python', 'scripts/samples'],
  ...['test/support/suite/left-behind', 'test/support/suite', 'test/support'],
];
const folderOf = (file: string) =>
  divided.find((folder) => file.startsWith(`${folder}/`)) ?? file.split('/', /^(?:src|test)\//.test(file) ? 2 : 1).join('/');
const isFeature = (folder: string) => folder.startsWith('src/') && folder !== roof && !floors.includes(folder);
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
  expect(allEdges.length).toBeGreaterThan(6_000);
  expect(allEdges.some(({ from }) => from.includes('/wasm/'))).toBe(true);
  expect(circle(graphOf(allEdges.map(({ from, to }) => [from, to])))).toBeUndefined();
});

test('the folders have no circle, types included', () => {
  const found = circle(graphOf(allEdges.map(({ from, to }) => [folderOf(from), folderOf(to)])));
  const culprits = allEdges.filter(({ from, to }) =>
    found?.some((folder, place) => folder === folderOf(from) && found[place + 1] === folderOf(to)),
  );
  expect(culprits.map(named)).toEqual([]);
});

/** The folder of a file, or the file itself where it stands at the top of its feature. */
const roomOf = (file: string) => (posix.dirname(file) === folderOf(file) ? file : posix.dirname(file));

test('folders inside a feature have no circle either', () => {
  const inside = allEdges.filter(({ from, to }) => folderOf(from) === folderOf(to));
  const found = circle(graphOf(inside.map(({ from, to }) => [roomOf(from), roomOf(to)])));
  expect(
    inside
      .filter(({ from, to }) => found?.some((room, place) => room === roomOf(from) && found[place + 1] === roomOf(to)))
      .map(named),
  ).toEqual([]);
});

test('a folder has at most 25 files side by side', () => {
  const others = ['test', 'scripts', 'dashboard', 'bench', 'drill', 'clients/typescript/src'].flatMap((top) =>
    readdirSync(new URL(top, root), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && !entry.parentPath.includes('/dist') ? [entry.parentPath.replace(root.pathname, '')] : [],
    ),
  );
  const folders = Object.groupBy([...[...sources.keys()].map(posix.dirname), ...others], (folder) => folder);
  const crowded = Object.entries(folders).flatMap(([folder, inside = []]) =>
    inside.length > 25 ? [`${folder}: ${inside.length}`] : [],
  );
  expect(crowded).toEqual([]);
});

test('the front door stands upon the features, and what puts the service together upon both', () => {
  const stories = ['src', 'rest', 'app'];
  const storyOf = (file: string) => stories.indexOf(file.split('/', 1).join());
  expect(edges.filter(({ from, to }) => storyOf(from) < storyOf(to)).map(named)).toEqual([]);
  expect([...sources.keys()].filter((file) => /^src\/[^/]+$/.test(file))).toEqual([]);
});

test('only what puts the service together loads what is for development, and not at the start', () => {
  const inside = (file: string) => file.startsWith('src/development/');
  const importers = new Set(edges.filter(({ from, to }) => inside(to) && !inside(from)).map(({ from }) => from));
  expect([...importers].filter((file) => !file.startsWith('app/'))).toEqual([]);
  const atStart = /^(?:import|export) (?!type )[^;]*? from '[^']*\/src\/development\//m;
  expect([...importers].filter((file) => atStart.test(sources.get(file) ?? ''))).toEqual([]);
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
      // These three list what the features declare.
      !(from === 'src/api/schema.ts' && to.endsWith('.schema.ts')) &&
      !(from === 'src/tables/index.ts' && to.endsWith('/tables.ts')) &&
      !(from === 'app/commands.ts' && to.endsWith('command.ts')) &&
      // The threads of the search are programs of their own.
      from !== 'app/start/compile-command.ts',
  );
  expect(inner.map(named)).toEqual([]);
});

/** The names that a file exports, also by way of another. */
function exportsOf(file: string): string[] {
  const text = sources.get(file) ?? '';
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','));
  const declared = [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm)];
  const passedOn = [...text.matchAll(/^export \* from '(\.[^']+)'/gm)];
  return [
    ...listed.map((name) => name.trim()).filter((name) => name !== ''),
    ...declared.map(([, name = '']) => name),
    ...passedOn.flatMap(([, specifier = '']) => exportsOf(posix.join(posix.dirname(file), specifier))),
  ];
}

test('a face has at most 25 names', () => {
  const faces = [...sources.keys()].filter((file) => posix.basename(file) === 'index.ts');
  expect(faces.length).toBeGreaterThan(10);
  expect(exportsOf('src/companies/index.ts')).toEqual(expect.arrayContaining(['openCompanies', 'lookups', 'Companies']));
  const wide = faces.map((file) => [file, exportsOf(file).length] as const).filter(([, count]) => count > 25);
  expect(wide).toEqual([]);
});

test('the front door imports faces, the roof and the kernel', () => {
  const past = edges.filter(
    ({ from, to }) => folderOf(from) === 'rest' && ['src/redis', 'src/database', 'src/graphql'].includes(folderOf(to)),
  );
  expect(past.map(named)).toEqual([]);
});

test('a line is as wide as the formatter allows, in texts and comments too', () => {
  const wide = [...sources].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, place) => (line.length > 130 && !file.includes('/wasm/') ? [`${file}:${place + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});

test('routes, pages and dashboard have no forced casts: the types of documents are generated', () => {
  const forced = [...everything].filter(
    ([file, text]) => /^(?:app|rest|dashboard)\//.test(file) && /\bas (never|any|unknown as)\b/.test(text),
  );
  expect(forced.map(([file]) => file)).toEqual([]);
});

test('a feature takes its own settings, and not the whole configuration', () => {
  const whole = [...sources].filter(([file]) => isFeature(folderOf(file)) || folderOf(file) === 'src/database');
  const takers = whole.filter(([, text]) =>
    /(?<!Pick<)\bConfig\b(?!\[| })/.test(text.replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')),
  );
  expect(takers.map(([file]) => file)).toEqual([]);
});

test('the list of commands stays a list', () => {
  expect(sources.get('app/commands.ts')?.split('\n').length).toBeLessThanOrEqual(40);
});

test('only a schema file imports the builder', () => {
  const others = edges.filter(
    ({ from, to }) => to === 'src/graphql/builder.ts' && !from.endsWith('.schema.ts') && from !== 'src/api/schema.ts',
  );
  expect(others.map(named)).toEqual([]);
});

const schema = readFileSync(new URL('prisma/schema.prisma', root), 'utf8');
const models = [...schema.matchAll(/^model (\w+) \{[^}]*@@map\("(\w+)"\)/gm)].map(([, model = '', table = '']) => ({
  model,
  table,
}));
const delegateOf = (model: string) => model.charAt(0).toLowerCase() + model.slice(1);

test('a table is written by the feature that declares it', () => {
  expect(models.length).toBeGreaterThan(15);
  const shared = models.flatMap(({ model, table }) => {
    const writes = new RegExp(
      `(INSERT INTO|UPDATE|DELETE FROM) "?${table}"?\\b(?! AS OF)|prisma\\.${delegateOf(model)}\\.(create|update|upsert|delete)`,
    );
    const writers = new Set([...sources].filter(([, text]) => writes.test(text)).map(([file]) => folderOf(file)));
    const [owner] = Object.entries(tablesByFeature).find(([, owned]) => owned.some(({ name }) => name === table)) ?? [];
    return [...writers].filter((folder) => folder !== `src/${owner}`).map((folder) => `${table} of ${owner}: ${folder}`);
  });
  expect(shared).toEqual([]);
});

test('registers read files, and leave every table to companies', () => {
  const tables = new RegExp(`(FROM|JOIN|INTO|UPDATE) (${models.map(({ table }) => table).join('|')})\\b`);
  const readers = [...sources].filter(([file, text]) => file.startsWith('src/registers/') && tables.test(text));
  expect(readers.map(([file]) => file)).toEqual([]);
});

test('a feature uses the services that it declares, or a folder that it imports', () => {
  const declared = new Map<string, string>();
  for (const [file, text] of sources)
    for (const [, body = ''] of text.matchAll(/interface Services \{([^}]*)\}/g))
      for (const [, name = ''] of body.matchAll(/^\s+(\w+)[:(]/gm)) declared.set(name, folderOf(file));
  expect(declared.size).toBeGreaterThan(15);
  const graph = graphOf(edges.map(({ from, to }) => [folderOf(from), folderOf(to)]));
  const reaches = (from: string, to: string): boolean =>
    from === to || [...(graph.get(from) ?? [])].some((next) => reaches(next, to));
  const strange = [...sources].flatMap(([file, text]) =>
    [...text.matchAll(/\bservices(?:\.|: \{ )(\w+)|\{ (\w+(?:, \w+)*) \} = (?:context\.)?services;|\{ (\w+) \}: Services\b/g)]
      .flatMap(([, ...groups]) => groups.flatMap((names) => names?.split(', ') ?? []))
      .filter((name) => isFeature(folderOf(file)) && !reaches(folderOf(file), declared.get(name) ?? ''))
      .map((name) => `${file}: ${name}`),
  );
  expect(strange).toEqual([]);
});

test('a test starts programs by what ends them with it, and hears them line by line', () => {
  const files = readdirSync(new URL('test', root), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  // The first is how programs are started, and the second is a test of one that is started otherwise.
  const exempt = ['support/suite/children.ts', 'support/left-behind/untracked.failing.ts'];
  const wrong = files.flatMap((file) => {
    const text = readFileSync(new URL(`test/${file}`, root), 'utf8');
    const [, names = ''] = /import \{([^}]*)\} from 'node:child_process'/.exec(text) ?? [];
    const starts = /\b(?:spawn|exec|execFile|fork)\b/.test(names.replace(/\btype \w+/g, ''));
    const hearsPieces = /\bonce\([^()]*std(?:out|err)|std(?:out|err)\??\.once\(/.test(text);
    return !exempt.includes(file) && (starts || hearsPieces) ? [file] : [];
  });
  expect(files.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});
