import { expect, test } from 'vitest';
import { securityHeaders } from '../../../rest/edge/security-headers.ts';

const hasWord = (headers: Record<string, string>, word: string) => Object.entries(headers).flat().join(' ').includes(word);

test('nobody is sent to https where clients come by http', () => {
  const [plain, encrypted] = [securityHeaders(false), securityHeaders(true)];
  for (const word of ['upgrade-insecure-requests', 'Strict-Transport-Security'])
    expect([hasWord(plain, word), hasWord(encrypted, word)], word).toEqual([false, true]);
});

test('a page runs no script but files of ours, and nobody else frames it', () => {
  const policy = securityHeaders(true)['Content-Security-Policy']?.split(';') ?? [];
  expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "script-src 'self'", "script-src-attr 'none'"]));
  expect(policy).toContain("frame-ancestors 'self'");
});
