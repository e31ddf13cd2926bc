import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scrub } from '../../src/kernel/log/scrub.ts';
import { safeMessage, safeUrl } from '../../src/requests/safe-url.ts';
import { ask, type MeteringGround, meteringGround } from '../support/metering.ts';
import type { TestService } from '../support/service.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const letters = (from: string, length: number) =>
  fc.array(fc.constantFrom(...from), { minLength: length, maxLength: length }).map((chosen) => chosen.join(''));
const word = (length: number) => letters(alphabet, length);
const after = (mark: string, length: number) => word(length).map((rest) => mark + rest);
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Secrets of ours and of others, in the forms that their makers publish. */
const secrets: Record<string, fc.Arbitrary<string>> = {
  'our key': after('crd_', 38),
  'our address': after('crr_', 38),
  'our invitation': after('cri_', 38),
  'GitHub, classic': fc.constantFrom('ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_').chain((mark) => after(mark, 36)),
  'GitHub, fine-grained': fc.tuple(word(22), word(59)).map(([id, rest]) => `github_pat_${id}_${rest}`),
  GitLab: after('glpat-', 20),
  'AWS key id': fc
    .constantFrom('AKIA', 'ASIA')
    .chain((mark) => letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16).map((rest) => mark + rest)),
  Stripe: fc.constantFrom('sk_live_', 'rk_live_', 'sk_test_', 'whsec_').chain((mark) => after(mark, 32)),
  Slack: fc.constantFrom('xoxb-', 'xoxp-', 'xoxa-', 'xapp-1-').chain((mark) => after(`${mark}123456789012-`, 24)),
  Google: after('AIza', 35),
  OpenAI: fc.constantFrom('sk-', 'sk-proj-', 'sk-ant-api03-').chain((mark) => after(mark, 40)),
  npm: after('npm_', 36),
  SendGrid: fc.tuple(word(22), word(43)).map(([id, rest]) => `SG.${id}.${rest}`),
  'a token': fc
    .tuple(word(10), word(43))
    .map(([sub, signature]) => `${base64({ alg: 'RS256' })}.${base64({ sub })}.${signature}`),
  'a private key': word(64).map((rest) => `-----BEGIN PRIVATE KEY-----\n${rest}\n-----END PRIVATE KEY-----`),
  'a password in an address': word(12).map((rest) => `postgres://ada:${rest}@db.example/x`),
};
const anySecret = fc.oneof(...Object.values(secrets));

/** Ways to write a text in an address: letters as they are, or percent-encoded so many times, each by chance. */
const hex = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;
const everyLetter = (text: string) => [...Buffer.from(text)].map(hex).join('');
const encoded = (text: string, passes: readonly ('plain' | 'all' | 'some')[]) =>
  passes.reduce((rest, pass, place) => {
    if (pass === 'plain') return encodeURIComponent(rest);
    if (pass === 'all' && place === 0) return everyLetter(rest);
    return rest
      .split('')
      .map((letter, at) => (letter === '%' || at % 3 === place % 3 ? everyLetter(letter) : letter))
      .join('');
  }, text);
const passes = fc.array(fc.constantFrom<'plain' | 'all' | 'some'>('plain', 'all', 'some'), { minLength: 1, maxLength: 4 });
const places: ((part: string) => string)[] = [
  (part) => `/api/v1/entities?q=${part}`,
  (part) => `/api/v1/entities?q=x&${part}=1`,
  (part) => `/api/v1/entities?${part}`,
  (part) => `/api/v1/entities/${part}`,
  (part) => `/api/v1/entities/${part}/history?limit=5`,
  (part) => `/api/v1/entities?q=%zz.${part}`,
  (part) => `/api/v1/entities?q=ask+for+${part}+please`,
  (part) => `/graphql?variables=%7B%22q%22%3A%22${part}%22%7D`,
];
/** What a text becomes when it is decoded as often as it can be. */
function bare(text: string): string {
  const once = text.replaceAll(/%([0-9a-f]{2})/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return once === text ? text : bare(once);
}
/** The part of a secret that nobody may keep. */
const core = (secret: string) => (secret.includes('@') ? (/ada:(\w+)@/.exec(secret)?.[1] ?? '') : secret.slice(-12));

describe('no secret is kept', () => {
  test.each(Object.entries(secrets))('%s, in an address, however it is encoded', (_name, secret) => {
    fc.assert(
      fc.property(secret, passes, fc.constantFrom(...places), (text, how, place) => {
        expect(bare(safeUrl(place(encoded(text, how))))).not.toContain(core(text));
      }),
      { numRuns: 60 },
    );
  });

  test('in a message, and in a line of the log', () => {
    fc.assert(
      fc.property(anySecret, fc.constantFrom('', 'q: ', '"', 'found:'), (text, before) => {
        for (const write of [safeMessage, scrub]) expect(write(`${before}${text}" is not known`)).not.toContain(core(text));
      }),
      { numRuns: 200 },
    );
  });

  test('that nobody knows the form of, if it is long and looks like chance', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24, maxLength: 48 }), passes, (bytes, how) => {
        const text = Buffer.from(bytes).toString('hex');
        expect(bare(safeUrl(`/api/v1/entities?q=${encoded(text, how)}`))).not.toContain(text);
      }),
      { numRuns: 60 },
    );
    for (let run = 0; run < 200; run += 1) {
      const text = createHash('sha256').update(`${run}`).digest('base64url');
      expect(safeUrl(`/api/v1/entities?q=${text}`)).toBe('/api/v1/entities?q=[redacted]');
    }
  });

  test('and what is encoded more often than anybody means it is not kept, nor does it take long', () => {
    const address = `/api/v1/entities?q=%${'25'.repeat(900)}63rd_x`;
    expect(safeUrl(address)).toBe('/api/v1/entities?q=[redacted]');
  });
});

test('what people ask for is kept as they wrote it', () => {
  for (const address of [
    '/api/v1/entities?q=caf%C3%A9&status=active',
    '/api/v1/entities?q=100%25+Wool+%26+Silk+Limited',
    '/api/v1/entities?q=ACME+Widgets+2000+Holding+Company+(UK)+Limited',
    '/api/v1/entities?q=Some-Long-Company-Name-2000-Holding-Ltd',
    '/api/v1/entities?q=Donaudampfschifffahrtsgesellschaft',
    '/api/v1/entities?lei=529900T8BM49AURSDO55&identifier=GBEW.02158170',
    '/api/v1/entities/0b9f0d5e-6f7c-4f0e-9a63-2d1d7b1f6a10/history',
    '/api/v1/changes?cursor=Mi4wLjRmN2QxYTIyLjk4NzY1NDMyMi4wLjRmN2QxYTIyLjk4NzY1NDMy&limit=5',
    '/api/v1/entities/lookup?task-force=skip&basic=1',
    '/graphql (entities, account)',
  ])
    expect(safeUrl(address)).toBe(address);
});

describe('in the log of an account', () => {
  let ground: MeteringGround;
  let service: TestService;
  beforeAll(async () => {
    ground = await meteringGround({ hasRealClocks: true });
    service = await ground.start();
  });
  afterAll(() => ground.close());

  test('there is none, nor in the log of the process', async () => {
    const account = await ground.account();
    const samples = Object.values(secrets).flatMap((secret) => fc.sample(secret, { numRuns: 1, seed: 7 }));
    const twice = (text: string) => encodeURIComponent(everyLetter(text));
    for (const [place, text] of samples.entries()) {
      const [way, write] = [places[place % 5], place % 2 ? twice : everyLetter];
      await ask(service, account, way?.(write(text)) ?? '');
    }
    await expect
      .poll(async () => (await ground.query('SELECT sum(size)::int AS size FROM request_batch'))[0]?.size, {
        timeout: 60_000,
      })
      .toBe(samples.length);
    const rows = await ground.query('SELECT entries::text AS text FROM request_batch');
    const kept = bare(rows.map(({ text }) => text).join('\n')) + service.log.text();
    for (const text of samples) expect(kept).not.toContain(core(text));
  });
});
