import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { hostUrls } from '../../src/config/urls.ts';

test('an address may have several hosts, and each is checked', () => {
  expect(hostUrls('postgresql://u:p,w@a:1,b:2/db?x=1,2')).toEqual([
    'postgresql://u:p,w@a:1/db?x=1,2',
    'postgresql://u:p,w@b:2/db?x=1,2',
  ]);
  const url = 'postgresql://u:p@a:1,[::1]:2/db';
  expect(loadConfig({ DATABASE_URL: url }).database.url).toBe(url);
  for (const wrong of ['postgresql://a:1,b:x/db', 'mysql://a,b/db', 'a,b'])
    expect(() => loadConfig({ DATABASE_URL: wrong })).toThrow('DATABASE_URL must be a postgres:// address');
});
