import { describe, expect, test } from 'vitest';
import { Problem } from '../../dashboard/ask.ts';
import { type Answer, type Candidate, summaryOf } from '../../dashboard/list/answers.ts';
import { columnsWithoutHeadings, guessColumns, hasHeadings } from '../../dashboard/list/columns.ts';
import { countryReader } from '../../dashboard/list/countries.ts';
import { fileOf } from '../../dashboard/list/file.ts';
import { dayOf, ignoredSentences, type ListQuery, listQueriesOf } from '../../dashboard/list/list-queries.ts';
import { mostRows, readCsv, textOf } from '../../dashboard/list/read-csv.ts';
import { type Halt, Run, type RunParts, type Sent } from '../../dashboard/list/run.ts';
import { matchRules } from '../../src/matching/index.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('a file', () => {
  test('is read as UTF-8, UTF-16 or else Windows-1252', () => {
    expect(textOf(new TextEncoder().encode('Žáček'))).toBe('Žáček');
    expect(textOf(bytes(0xff, 0xfe, 0x5a, 0, 0x7d, 1))).toBe('ZŽ');
    expect(textOf(bytes(0xfe, 0xff, 0, 0x5a, 1, 0x7d))).toBe('ZŽ');
    expect(textOf(bytes(0x4d, 0xfc, 0x6c, 0x6c, 0x80))).toBe('Müll€');
  });

  test('that is a workbook or too large is refused in words', () => {
    expect(() => textOf(bytes(0x50, 0x4b, 3, 4))).toThrow('This is a workbook. Save it as CSV');
    expect(() => textOf(new Uint8Array(20 * 2 ** 20 + 1))).toThrow('larger than 20 MB');
  });

  test.each([
    ['commas', 'name,country\nA,GB\n', ',', 2],
    ['semicolons, although cells have commas', 'name;country\n"A, B; C";GB\r\nD, E;FR', ';', 2],
    ['tabs', 'name\tcountry\tcity\r\nA\t\t\r\n', '\t', 3],
    ['one column of names, some with commas', 'Alpha Ltd\nBeta, Gamma & Co\nDelta', '', 1],
    ['a line that states the delimiter', 'sep=;\r\nAlpha, Beta;GB', ';', 2],
    ['a mark at its beginning', '\uFEFFname,id\nA,1', ',', 2],
  ])('has %s', (_what, text, delimiter, width) => {
    const table = readCsv(text);
    expect([table.delimiter, table.rows[0]?.length]).toEqual([delimiter, width]);
    expect(table.rows[0]?.[0]).not.toContain('\uFEFF');
  });

  test('may have quotes, lines inside them, empty rows, short rows, and quotes that are a part of a name', () => {
    const { rows, lines } = readCsv('a,b\n"x ""y"", z","1\n2"\n\n , \n"Alpha" Ltd,3\nshort\r"",\n');
    expect(rows).toEqual([
      ['a', 'b'],
      ['x "y", z', '1\n2'],
      ['"Alpha" Ltd', '3'],
      ['short', ''],
    ]);
    expect(lines).toEqual([1, 2, 6, 7]);
  });

  test('that cannot be read is refused with its line', () => {
    expect(() => readCsv('a,b\n1,2\n"3,4\n5,6', ',')).toThrow('Line 3: a quote is opened and not closed.');
    expect(() => readCsv('a,b\n1,2\n1,2,3\n', ',')).toThrow('Line 3 has 3 cells, and the first row has 2.');
    expect(() => readCsv(' \n\n')).toThrow('There are no rows in it.');
    expect(() => readCsv('x\n'.repeat(mostRows + 2))).toThrow('It has 10,002 rows. A list has at most 10,000: split it.');
  });
});

describe('the columns', () => {
  test.each([
    ['Company Name,Company number,Country', { name: 0, number: 1, country: 2 }],
    ['id,Supplier name,Reg. no.,Post code,Town', { number: 2, name: 1, postalCode: 3, locality: 4 }],
    ['Firma,Land,PLZ,Ort,Rechtsform', { name: 0, country: 1, postalCode: 2, locality: 3, legalForm: 4 }],
    ['Název,IČO,Město,PSČ', { name: 0, number: 1, locality: 2, postalCode: 3 }],
    ['Επωνυμία,Χώρα', { name: 0, country: 1 }],
    ['会社名,法人番号', { name: 0, number: 1 }],
    ['Name of the company,LEI,Date of incorporation', { name: 0, lei: 1, registeredAt: 2 }],
    ['foo,bar', {}],
  ])('of %s are guessed', (headings, columns) => {
    expect(guessColumns(headings.split(','))).toEqual(columns);
  });

  test('are those of the first row only if it has headings', () => {
    expect(hasHeadings(['Name', 'Country'])).toBe(true);
    expect(hasHeadings(['Alpha Trading Ltd', 'GB'])).toBe(false);
    expect(hasHeadings(['Name', '12345678'])).toBe(false);
    expect(columnsWithoutHeadings(['17', 'GB', 'Alpha Trading Ltd'])).toEqual({ name: 2 });
  });
});

const countries = {
  codeOf: countryReader([
    { countryCode: 'GB', countryName: 'United Kingdom' },
    { countryCode: 'CZ', countryName: 'Czechia' },
  ]),
  served: new Set(['GB', 'CZ']),
};

test('a country is known by its code and its names', () => {
  expect(['gb', 'UK', 'Česko', 'Tschechien', 'Czech Republic', 'Royaume-Uni', 'de', 'Atlantis'].map(countries.codeOf)).toEqual([
    'GB',
    'GB',
    'CZ',
    'CZ',
    'CZ',
    'GB',
    'DE',
    undefined,
  ]);
});

describe('the listQueries of a list', () => {
  const columns = { name: 0, country: 1, number: 2, lei: 3, registeredAt: 4 };
  const asked = (rows: string[][], country: string | null = null) => listQueriesOf({ rows, columns, country }, countries);

  test('have what the rows say, and rows that say the same share one', () => {
    const { listQueries } = asked([
      [' Alpha ', 'gb', '123', '', '27.9.2004'],
      ['Beta', '', '', '', ''],
      ['Alpha', 'United Kingdom', '123', '', '2004-09-27'],
    ]);
    expect(listQueries).toEqual([
      { rows: [0, 2], query: { name: 'Alpha', country: 'GB', number: '123', registeredAt: '2004-09-27' } },
      { rows: [1], query: { name: 'Beta' } },
    ]);
    expect(asked([['Beta', '', '', '', '']], 'CZ').listQueries[0]?.query).toEqual({ name: 'Beta', country: 'CZ' });
  });

  test('leave out what the service would refuse, and say so', () => {
    const found = asked([
      ['', 'GB', '', '', ''],
      ['Alpha', 'DE', '', '', ''],
      ['Alpha', 'Atlantis', '', '', ''],
      ['x'.repeat(1_001), '', '', '', ''],
      ['Alpha', '', '', 'LEI', 'soon'],
      ['', 'GB', '00445790', '', ''],
    ]);
    expect([...found.refused]).toEqual([
      [0, 'It has no name.'],
      [1, 'There is no register of Germany.'],
      [2, '“Atlantis” is no country that we know.'],
      [3, 'Its name must have 1 to 1000 characters, none of them NUL.'],
    ]);
    expect(found.listQueries.map(({ query }) => query)).toEqual([
      { name: 'Alpha' },
      { name: '00445790', country: 'GB', number: '00445790' },
    ]);
    expect(ignoredSentences(found)).toEqual([
      expect.stringMatching(/^LEI: 1 cell left out, the first in row 5, because it must be an LEI/),
      expect.stringMatching(/^Registered on: 1 cell left out/),
    ]);
  });

  test('have dates as the service reads them', () => {
    expect(
      ['2004-09-27T00:00', '27.9.2004', '27/09/2004', '09/27/2004', '03/04/2004', '2004/9/27', '2004', '1/1/2004'].map(dayOf),
    ).toEqual(['2004-09-27', '2004-09-27', '2004-09-27', '2004-09-27', '2004', '2004-09-27', '2004', '2004-01-01']);
  });
});

const candidate = (id: string, score: number, match = false): Candidate => ({
  score,
  match,
  matchedName: { name: `${id} Ltd`, kind: 'current' },
  features: [],
  entity: {
    ...{ id, countryCode: 'GB', canonicalName: `${id} Ltd`, number: '1', numberScheme: 'GB-COH', status: 'active' },
    ...{ legalForm: null, legalFormCode: null, legalFormGroup: null, registeredAt: null },
  },
});

test('a row is a match, doubtful or nothing, until the person decides', () => {
  const state = (answer: Partial<Answer>) => summaryOf({ row: 0, results: [], ...answer }).state;
  const results = [candidate('a', 0.9, true), candidate('b', 0.6)];
  expect(state({ results })).toBe('match');
  expect(state({ results: results.slice(1) })).toBe('doubtful');
  expect(state({ results: [candidate('c', 0.2)] })).toBe('nothing');
  expect(state({})).toBe('nothing');
  expect(state({ results, choice: null })).toBe('rejected');
  expect(summaryOf({ row: 0, results, choice: 'b' })).toMatchObject({ state: 'confirmed', found: { entity: { id: 'b' } } });
  expect(state({ refused: 'It has no name.' })).toBe('not_asked');
});

test('the file has the columns as they were, what was found, and no formulas', () => {
  const list = {
    headings: ['Firma', 'Tel'],
    rows: [
      ['=A;1', '+49 30 1'],
      ['B', ''],
    ],
    delimiter: ';' as const,
  };
  const summaries = [summaryOf({ row: 0, results: [candidate('a', 0.9, true)] }), undefined];
  expect(fileOf(list, summaries, ['status'])).toBe(
    '\uFEFFFirma;Tel;match_state;match_id;match_name;match_number;match_country;match_score;match_matched_name;match_status\r\n' +
      `"'=A;1";+49 30 1;match;a;a Ltd;1;GB;0.9;a Ltd;active\r\n` +
      'B;;waiting;;;;;;;\r\n',
  );
});

/** A service that counts, and a browser that keeps. */
class Ground {
  used = 0;
  limit = 1_000;
  owner = 'ada';
  readonly kept = new Map<number, Answer>();
  sent: Sent | undefined;
  readonly log = new Map<string, number>();
  readonly batches: string[][] = [];
  readonly waits: number[] = [];
  /** What happens to the next batches instead of an answer: before or after it is paid for. */
  readonly mishaps: { problem: unknown; isPaid?: boolean; isUnlogged?: boolean }[] = [];
  run: Run | undefined;

  async go(count: number, changes: Partial<RunParts> = {}): Promise<Halt> {
    const listQueries: ListQuery[] = Array.from({ length: count }, (_, row) => ({ rows: [row], query: { name: `n${row}` } }));
    this.run = new Run({
      owner: 'ada',
      listQueries,
      answered: new Set(this.kept.keys()),
      sent: this.sent,
      ask: async (queries, requestId) => {
        const mishap = this.mishaps.shift();
        this.batches.push(queries.map(({ name }) => name));
        if (!mishap || mishap.isPaid) this.used += queries.length;
        if (!mishap?.isUnlogged) this.log.set(requestId, !mishap || mishap.isPaid ? queries.length : 0);
        if (mishap) throw mishap.problem;
        return { match: queries.map(({ name }) => ({ results: [candidate(name, 0.9, true)] })) };
      },
      reader: async () => {
        const usage = { used: this.used, remaining: this.limit - this.used, periodStart: '2026-11-01', periodEnd: '2026-12-01' };
        return { me: { id: this.owner }, account: { usage } };
      },
      logged: async (id) => (this.log.has(id) ? { units: this.log.get(id) ?? 0 } : undefined),
      keepSent: async (sent) => {
        this.sent = sent;
      },
      keep: async (answers) => {
        for (const answer of answers) this.kept.set(answer.row, answer);
        this.sent = undefined;
      },
      wait: async (seconds) => {
        this.waits.push(seconds);
      },
      newId: () => String(this.batches.length),
      report: () => {},
      ...changes,
    });
    return this.run.go();
  }
}

const gone = new Problem('unreachable', 'The service did not answer.');

describe('a run', () => {
  test('asks in batches until all rows are answered', async () => {
    const ground = new Ground();
    expect(await ground.go(120)).toEqual({ kind: 'done' });
    expect(ground.batches.map(({ length }) => length)).toEqual([matchRules.maxQueries, matchRules.maxQueries, 20]);
    expect([ground.kept.size, ground.used, ground.sent]).toEqual([120, 120, undefined]);
    expect(ground.kept.get(119)?.results[0]?.entity.id).toBe('n119');
  });

  test('goes on after a pause and after a reload with the rows that have no answer', async () => {
    const ground = new Ground();
    const keep = async (answers: Answer[]) => {
      for (const answer of answers) ground.kept.set(answer.row, answer);
      ground.sent = undefined;
      ground.run?.pause();
    };
    expect(await ground.go(120, { keep })).toEqual({ kind: 'paused' });
    expect(ground.kept.size).toBe(matchRules.maxQueries);
    expect(await ground.go(120)).toEqual({ kind: 'done' });
    expect([ground.kept.size, ground.used]).toEqual([120, 120]);
  });

  test('waits as long as the service says', async () => {
    const ground = new Ground();
    ground.mishaps.push({ problem: new Problem('rate_limit_exceeded', 'The per-minute limit is used up.', 17) });
    expect(await ground.go(60)).toEqual({ kind: 'done' });
    expect([ground.waits, ground.used]).toEqual([[17], 60]);
  });

  test('stops when the session has ended, or another person is signed in, and keeps what is answered', async () => {
    const ground = new Ground();
    ground.mishaps.push({ problem: new Problem('session_required', 'A session is required.') });
    expect(await ground.go(60)).toEqual({ kind: 'signedOut' });
    ground.owner = 'eve';
    expect(await ground.go(60)).toEqual({ kind: 'otherPerson' });
    ground.owner = 'ada';
    expect(await ground.go(60)).toEqual({ kind: 'done' });
    expect([ground.used, ground.batches.length]).toEqual([60, 3]);
  });

  test('asks for as many rows as the quota pays for', async () => {
    const ground = new Ground();
    ground.limit = 70;
    expect(await ground.go(120)).toEqual({ kind: 'quota', until: '2026-12-01' });
    expect([ground.kept.size, ground.used]).toEqual([70, 70]);
    ground.limit = 200;
    expect(await ground.go(120)).toEqual({ kind: 'done' });
    expect(ground.used).toBe(120);
  });

  test('asks again for an answer that was lost only if it was not paid for', async () => {
    const ground = new Ground();
    ground.mishaps.push({ problem: gone });
    expect(await ground.go(60)).toEqual({ kind: 'done' });
    expect([ground.used, ground.kept.size]).toEqual([60, 60]);
  });

  test.each([
    ['the log says that', {}, true],
    ['the log does not tell', { isUnlogged: true }, false],
  ])('asks the person if a lost answer was paid for: %s', async (_what, mishap, isCertain) => {
    const ground = new Ground();
    ground.mishaps.push({ problem: gone, isPaid: true, ...mishap });
    const halt = { kind: 'lost', isCertain, sent: { units: matchRules.maxQueries } };
    expect(await ground.go(60)).toMatchObject(halt);
    // After a reload, too.
    expect(await ground.go(60)).toMatchObject(halt);
    expect([ground.used, ground.batches.length]).toEqual([matchRules.maxQueries, 1]);
  });

  test('goes on if the log says that a lost answer cost nothing while others used the account', async () => {
    const ground = new Ground();
    ground.mishaps.push({ problem: gone });
    const wait = async () => {
      ground.used += 100;
    };
    expect(await ground.go(60, { wait })).toEqual({ kind: 'done' });
    expect(ground.used).toBe(160);
  });

  test('leaves out the rows that the service refuses, and asks for the others', async () => {
    const ground = new Ground();
    const message = 'queries[3].country: must be one of GB; queries[5].lei: must be an LEI.';
    ground.mishaps.push({ problem: new Problem('invalid_request', message) });
    expect(await ground.go(10)).toEqual({ kind: 'done' });
    expect(ground.kept.get(3)).toEqual({ row: 3, results: [], refused: 'country: must be one of GB' });
    expect(ground.kept.get(5)?.refused).toBe('lei: must be an LEI');
    expect(ground.used).toBe(8);
  });

  test('asks for fewer rows at a time if a batch is too large', async () => {
    const ground = new Ground();
    ground.mishaps.push({ problem: new Problem('payload_too_large', 'The request is too large.') });
    expect(await ground.go(60)).toEqual({ kind: 'done' });
    expect(ground.batches.map(({ length }) => length)).toEqual([50, 25, 25, 10]);
  });

  test('stops at any other failure, and loses nothing', async () => {
    const ground = new Ground();
    ground.mishaps.push({ problem: new Problem('internal_error', 'Something failed.') });
    expect(await ground.go(60)).toMatchObject({ kind: 'failed', problem: { code: 'internal_error' } });
    expect(ground.sent).toBeUndefined();
    expect(await ground.go(60)).toEqual({ kind: 'done' });
  });
});
