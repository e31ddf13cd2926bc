import { expect, test } from 'vitest';
import { deviceOf } from '../../src/identity/device.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/605.1',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/141.0 Mobile Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['Linux', 'Linux'],
  ['<script>alert(1)</script>', null],
  ['\0', null],
  ['', null],
  [undefined, null],
])('%j is %j', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));

test('whatever is sent, only words of ours are kept', () => {
  expect(deviceOf(`Firefox/<script> Windows ${'ada@example.com '.repeat(10_000)}`)).toBe('Firefox on Windows');
});
