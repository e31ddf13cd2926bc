import { expect, test } from 'vitest';
import { parseQuery } from '../../../rest/edge/query-string.ts';
import { Failure } from '../../../src/kernel/errors.ts';

const refused = (url: string) => {
  try {
    parseQuery(url);
  } catch (error) {
    return error instanceof Failure && error.code;
  }
  return false;
};

test('a query string is read as single values', () => {
  expect({ ...parseQuery('/x?q=a+b%20c&country=MD&empty=&bare&%C3%AE=%C8%99') }).toEqual({
    q: 'a b c',
    country: 'MD',
    empty: '',
    bare: '',
    î: 'ș',
  });
  expect({ ...parseQuery('/x') }).toEqual({});
  expect({ ...parseQuery('/x?') }).toEqual({});
  expect({ ...parseQuery('/x?a=b=c&&') }).toEqual({ a: 'b=c' });
  expect({ ...parseQuery('/x?q=%F0%9F%8F%A2%E2%80%8F') }).toEqual({ q: '🏢\u200f' });
});

test('names mean nothing but themselves', () => {
  expect({ ...parseQuery('/x?a[b]=1&c[]=2&toString=3') }).toEqual({ 'a[b]': '1', 'c[]': '2', toString: '3' });
  expect(Object.entries(parseQuery('/x?__proto__=1'))).toEqual([['__proto__', '1']]);
});

test.each([
  '/x?a=1&a=2',
  '/x?a=1&%61=1',
  '/x?q=%',
  '/x?q=%zz',
  '/x?q=%ED%A0%80',
  '/x?q=%FF',
  '/x?q=a%00b',
  '/x?%00=1',
])('%s is refused', (url) => expect(refused(url)).toBe('invalid_request'));
