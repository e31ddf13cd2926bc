import type { Command, Option } from './command.ts';
import { searchFilters } from './filters.generated.ts';

/** Where the service is, and who asks. */
export const reach = {
  key: {
    value: 'KEY',
    says: 'The API key. Other people of this computer may see it: better set COMPANY_REGISTRY_KEY, or login.',
  },
  url: { value: 'ADDRESS', says: 'The address of the service.' },
  'allow-insecure-http': { says: 'Sends the key by http to another machine, although everybody on the way can read it.' },
} satisfies Record<string, Option>;

const always = {
  quiet: { short: 'q', says: 'Says nothing beside the result, but for errors.' },
  help: { short: 'h', says: 'Says how the command is used.' },
} satisfies Record<string, Option>;

const formats = {
  json: { says: 'Prints one document of JSON.' },
  ndjson: { says: 'Prints a line of JSON for each item, as it is the default in a pipe.' },
  csv: { says: 'Prints CSV.' },
} satisfies Record<string, Option>;

const paging = {
  limit: { value: 'N', says: 'Prints so many.' },
  all: { says: 'Prints all of them.' },
  'page-size': { value: 'N', says: 'How many are on a page, from 1 to 100. By default 25.' },
} satisfies Record<string, Option>;

/** A list has no order of its own. */
const { sort: _, ...listFilters } = searchFilters;

const yes = { short: 'y', says: 'Agrees to the price. Needed where nobody can be asked.' } satisfies Option;

const company = 'a company: its id, its LEI, or its country and number, such as GB:00000006';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'search',
    words: '[WORDS]',
    most: Number.POSITIVE_INFINITY,
    says: 'Finds companies by the words of their names, and by filters.',
    more:
      'It prints the first page, and says how many there are. A page of up to 100 costs one unit. The table shows each company ' +
      'by its country and number, which the other commands take.',
    options: {
      ...searchFilters,
      page: { value: 'N', says: 'Begins with this page.' },
      ...paging,
      ...formats,
      ...reach,
      ...always,
    },
    examples: [
      'company-registry search holding --country GB --status active',
      'company-registry search --nace 62.1 --country EE,FI --all --csv > companies.csv',
    ],
    load: () => import('./commands/search.ts'),
  },
  {
    name: 'get',
    words: 'COMPANY',
    least: 1,
    most: 1,
    says: `Prints the full record of ${company}.`,
    more: 'It costs one unit.',
    options: {
      'as-of': { value: 'MOMENT', says: 'As it was served at this moment, or at the end of this day.' },
      ...formats,
      ...reach,
      ...always,
    },
    examples: ['company-registry get GB:00000006', 'company-registry get GB:00000006 --json'],
    load: () => import('./commands/get.ts'),
  },
  {
    name: 'history',
    words: 'COMPANY',
    least: 1,
    most: 1,
    says: `Prints what changed in ${company}, the newest first.`,
    more: 'A page costs one unit, and finding the id of a company by its number or LEI another one.',
    options: { ...paging, ...formats, ...reach, ...always },
    load: () => import('./commands/history.ts'),
  },
  {
    name: 'group',
    words: 'COMPANY',
    least: 1,
    most: 1,
    says: `Prints who is above and below ${company}.`,
    more: 'It costs one unit, and finding the id of a company by its number or LEI another one.',
    options: {
      page: { value: 'N', says: 'Which page of the companies below.' },
      'page-size': { value: 'N', says: 'How many companies are on a page, from 1 to 100.' },
      ...formats,
      ...reach,
      ...always,
    },
    load: () => import('./commands/group.ts'),
  },
  {
    name: 'lookup',
    words: '[COMPANY…]',
    most: Number.POSITIVE_INFINITY,
    says: 'Finds companies by ids, LEIs, or numbers with their country, in their order.',
    more: 'Without words it reads them from standard input, one on a line. Each costs one unit, found or not.',
    options: { detail: { says: 'Gives the full records.' }, ...formats, ...reach, ...always },
    examples: ['company-registry lookup GB:00000006 FR:552032534', 'company-registry lookup --csv < companies.txt'],
    load: () => import('./commands/lookup.ts'),
  },
  {
    name: 'match',
    words: 'FILE.csv',
    takesFiles: true,
    least: 1,
    most: 1,
    says: 'Finds the companies that the rows of a CSV file mean, and writes the file with the results beside the rows.',
    more:
      'Columns are found by their headings: name, country, number, lei, legalForm, registeredAt, postalCode, locality. Rows that say ' +
      'the same are asked once; each question costs one unit. It says the price before it begins, and asks. After Ctrl-C, a kill or ' +
      'a lost network the same command goes on: answers are kept beside the result, in FILE.part, batch by batch of 50.',
    options: {
      output: { value: 'FILE', short: 'o', isFile: true, says: 'Where the result is written.' },
      columns: {
        value: 'FIELD=HEADING,…',
        says: 'Which columns to read, if their headings do not say it: name=Firma,country=Land.',
      },
      country: { value: 'CODE', says: 'The country of the rows that name none.' },
      threshold: { value: 'SCORE', says: 'From this score on a result may be a match, from 0 to 1. By default 0.7.' },
      'dry-run': { says: 'Says what it would cost, and asks nothing.' },
      yes: yes,
      force: { says: 'Replaces the result of an earlier run, and begins anew.' },
      ...reach,
      ...always,
    },
    examples: [
      'company-registry match companies.csv -o matched.csv',
      'company-registry match kunden.csv -o k.csv --columns name=Firma --country BE --yes',
    ],
    load: () => import('./commands/match.ts'),
  },
  {
    name: 'changes',
    says: 'Prints what changed in the registers.',
    more:
      'By default it prints up to 100 changes from the oldest that is kept. A page of up to 1,000 costs one unit. With --cursor-file it ' +
      'goes on where it stopped: the cursor is kept after what was printed. After a kill the changes since then are printed once ' +
      'more, at most 1,000, and none is skipped.',
    options: {
      follow: { says: 'Waits for new changes, for ever. Without a cursor it begins now.' },
      all: { says: 'Prints all changes up to now.' },
      limit: { value: 'N', says: 'Prints so many.' },
      cursor: { value: 'CURSOR', says: 'Begins behind this place: of a change, of a snapshot, start, or now.' },
      'cursor-file': { value: 'FILE', isFile: true, says: 'Keeps the cursor in this file, and begins with it if it is there.' },
      country: { value: 'CODE', says: 'Of this country alone.' },
      type: {
        value: 'TYPE',
        values: ['created', 'updated', 'removed', 'restored', 'baseline', 'identifiers'],
        says: 'Of this type alone.',
      },
      'entity-id': { value: 'ID', says: 'Of this company alone.' },
      records: { says: 'Adds each record as it is now. It costs one unit for each 100.' },
      ...formats,
      ...reach,
      ...always,
    },
    examples: ['company-registry changes --follow --country GB --cursor-file gb.cursor >> changes.ndjson'],
    load: () => import('./commands/changes.ts'),
  },
  {
    name: 'watch',
    words: 'ACTION [LIST] [COMPANY…]',
    values: ['lists', 'create', 'delete', 'companies', 'add', 'remove', 'changes'],
    least: 1,
    most: Number.POSITIVE_INFINITY,
    says: 'Shows, makes and fills watch lists, and prints what changed of their companies.',
    more:
      'Actions: lists, create LIST, delete LIST, companies LIST, add LIST COMPANY…, remove LIST COMPANY…, changes LIST. A list is ' +
      'named by its id, or by its name for another unit. Companies are ids, LEIs, or countries with numbers, such as GB:00000006; ' +
      'without words they are read from standard input, one on a line. A request costs one unit, and each company that is not given ' +
      'by its id another one. With filters, create makes a list of all that fits them. changes takes the options of the command ' +
      'changes.',
    options: {
      query: { value: 'WORDS', says: 'With create: these words are in the name.' },
      ...listFilters,
      follow: { says: 'With changes: waits for new ones, for ever. Without a cursor it begins now.' },
      cursor: { value: 'CURSOR', says: 'With changes: begins behind this place.' },
      'cursor-file': { value: 'FILE', isFile: true, says: 'With changes: keeps the cursor in this file, and begins with it.' },
      ...paging,
      ...formats,
      ...reach,
      ...always,
    },
    examples: [
      'company-registry watch create suppliers',
      'company-registry watch add suppliers GB:00000006',
      'company-registry watch changes suppliers --follow --cursor-file suppliers.cursor',
      'company-registry watch create "software in Leeds" --nace 62 --locality Leeds',
    ],
    load: () => import('./commands/watch.ts'),
  },
  {
    name: 'webhooks',
    words: 'ACTION [ENDPOINT] [DELIVERY]',
    values: ['list', 'create', 'enable', 'test', 'rotate', 'deliveries', 'replay', 'delete'],
    least: 1,
    most: 3,
    says: 'Makes, tests and shows webhook endpoints, and what came of their deliveries.',
    more:
      'Actions: list, create ADDRESS, enable, test, rotate, deliveries, replay and delete. An endpoint is named by its id, or by its ' +
      'address for another unit. create and rotate print the secret, for the only time. replay sends again what a delivery had, ' +
      'or with --list one message about all changes after --cursor. A request costs one unit.',
    options: {
      events: { value: 'TYPE,…', says: 'With create: which messages it gets. By default watch_list.changed.' },
      lists: { value: 'ID,…', says: 'With create: the watch lists that it gets messages about. By default all.' },
      description: { value: 'TEXT', says: 'With create: for yourself.' },
      overlap: { value: 'SECONDS', says: 'With rotate: how long the old secret signs too. By default a day.' },
      list: { value: 'ID', says: 'With replay: the watch list.' },
      cursor: { value: 'CURSOR', says: 'With replay: behind this place. By default start.' },
      limit: { value: 'N', says: 'With deliveries: prints so many. By default 50.' },
      all: { says: 'With deliveries: prints all of them.' },
      ...formats,
      ...reach,
      ...always,
    },
    examples: [
      'company-registry webhooks create https://receiver.example.com/webhooks --events watch_list.changed,alert.raised',
      'company-registry webhooks deliveries https://receiver.example.com/webhooks --csv',
    ],
    load: () => import('./commands/webhooks.ts'),
  },
  {
    name: 'snapshot',
    words: '[COUNTRY]',
    most: 1,
    says: 'Downloads all records of a country, as a gzipped file with a line of JSON for each; without a country, lists the snapshots.',
    more:
      'It costs one unit for each 1,000 records, says the price before it begins, and asks. After an interruption the same command ' +
      'goes on with the missing bytes. The file is compared with the hash that the service gives.',
    options: {
      output: { value: 'FILE', short: 'o', isFile: true, says: 'The file. By default gb.ndjson.gz, for gb.' },
      yes: yes,
      force: { says: 'Replaces the file, and begins anew.' },
      ...formats,
      ...reach,
      ...always,
    },
    examples: ['company-registry snapshot gb -o gb.ndjson.gz --yes', 'zcat gb.ndjson.gz | head -1'],
    load: () => import('./commands/snapshot.ts'),
  },
  {
    name: 'usage',
    says: 'Says how much of the limits is used. It costs nothing.',
    options: { ...formats, ...reach, ...always },
    load: () => import('./commands/usage.ts'),
  },
  {
    name: 'login',
    says: 'Makes an API key for this computer by way of your browser, and keeps it in a file that you alone can read.',
    more:
      'The browser asks you to confirm a code that the terminal shows. Without a browser on this computer, make a key on the ' +
      'dashboard, and give it by --key.',
    options: {
      name: { value: 'NAME', says: 'The name of the key. By default the name of this computer.' },
      account: { value: 'ID', says: 'The account that the key is for, if you are in several. By default the browser asks.' },
      'no-browser': { says: 'Prints the address, and opens no browser.' },
      key: { value: 'KEY', says: 'Keeps this key, and opens no browser.' },
      url: reach.url,
      'allow-insecure-http': reach['allow-insecure-http'],
      ...always,
    },
    mendsLogin: true,
    load: () => import('./commands/login.ts'),
  },
  {
    name: 'logout',
    says: 'Deletes the key that login has kept on this computer.',
    options: { ...always },
    mendsLogin: true,
    isOffline: true,
    load: () => import('./commands/logout.ts'),
  },
  {
    name: 'mcp',
    says: 'Serves the tools for agents (Model Context Protocol) on standard input and output.',
    options: { ...reach, ...always },
    load: () => import('./commands/mcp-command.ts'),
  },
  {
    name: 'completion',
    words: 'bash|zsh|fish',
    values: ['bash', 'zsh', 'fish'],
    least: 1,
    most: 1,
    says: 'Prints the completion of commands, options and values for a shell.',
    options: { ...always },
    examples: [
      'source <(company-registry completion bash)',
      'source <(company-registry completion zsh)',
      'company-registry completion fish | source',
    ],
    isOffline: true,
    load: () => import('./commands/completion.ts'),
  },
];
