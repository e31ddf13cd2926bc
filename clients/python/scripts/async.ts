/** The classes of calls that block. */
const classes = [
  ...[
    'CompanyRegistry',
    'Entities',
    'Snapshots',
    'ApiKeys',
    'Members',
    'Invitations',
    'WatchLists',
    'WebhookEndpoints',
    'Alerts',
  ],
  ...['Pages', 'Batches', 'Changes', 'Driver'],
];

/** Words of a call that blocks, and of one that is awaited. */
const rules: [RegExp, string][] = [
  [/self\._driver\.(run|close)\(/g, 'await self._driver.$1('],
  [/self\.close\(/g, 'await self.close('],
  [/\bfor (\w+) in self\b/g, 'async for $1 in self'],
  [/__(enter|exit|iter)__/g, '__a$1__'],
  [/\bGenerator\[(\w+), None, None\]/g, 'AsyncGenerator[$1, None]'],
  [/\b(Generator|Iterator)\b/g, 'Async$1'],
  [/\bhttpx\.(BaseTransport|Client)\b/g, 'httpx.Async$1'],
  [new RegExp(`\\b(${classes.join('|')})\\b`, 'g'), 'Async$1'],
  [/\._(lists|account|messages)\b/g, '._async_$1'],
];
const awaits = /self\._driver\.(?:run|close)\(|self\.close\(|\bfor \w+ in self\b|def __enter__/;

/**
 * The awaited form of a file of the Python client whose calls block. It goes by words, so such a file asks for everything
 * by `self._driver`, or goes through `self`.
 */
export function asyncForm(file: string, source: string): string {
  const lines = source.split('\n');
  let definition = 0;
  for (const [place, line] of lines.entries()) {
    if (/^ *def /.test(line)) definition = place;
    // A function that awaits has to be awaited itself.
    if (awaits.test(line)) lines[definition] = lines[definition]?.replace(/^( *)def /, '$1async def ') ?? '';
  }
  const text = rules.reduce((changed, [from, to]) => changed.replaceAll(from, to), lines.join('\n'));
  return `# Written by npm run generate from ${file}. Do not edit.\n${text}`;
}
