import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type OutwardSettings, post } from '../../src/webhooks/outward/post.ts';
import { isPublic } from '../../src/webhooks/outward/public-ips.ts';
import { ipsOf, TargetRefused, targetOf } from '../../src/webhooks/outward/target.ts';
import { cert, key } from '../support/servers/tls.ts';
import { run } from '../support/suite/children.ts';

describe('public addresses', () => {
  test.each([
    ...['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1', '192.0.1.1', '223.255.255.255'],
    ...['2606:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '3ffe::1'],
  ])('%s is one', (address) => expect(isPublic(address)).toBe(true));

  test.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
    ...['168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1'],
    ...['192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255'],
    ...['240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b:1::1'],
    ...['::ffff:0:127.0.0.1', '::127.0.0.1', '64:ff9b::8.8.8.8', '2002:808:808::1', 'fe80::5efe:10.0.0.1'],
    ...['100::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:db8::1', '2002:7f00:1::', '2002:a9fe:a9fe::1'],
    ...['3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
  ])('%s is none', (address) => expect(isPublic(address)).toBe(false));
});

describe('the address of an endpoint', () => {
  test.each([
    ['https://receiver.example.com/hooks?a=1', 'https://receiver.example.com/hooks?a=1'],
    ['https://receiver.example.com:8443/#part', 'https://receiver.example.com:8443/'],
    ['HTTPS://RECEIVER.example.com', 'https://receiver.example.com/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://134744072:8443/', 'https://8.8.8.8:8443/'],
    ['https://receiver.example.com./', 'https://receiver.example.com./'],
    ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
  ])('%s is taken', (given, kept) => expect(targetOf(given, false).href).toBe(kept));

  test.each([
    ...['', 'receiver.example.com', 'http://receiver.example.com/', 'ftp://receiver.example.com/', 'file:///etc/passwd'],
    ...['https://user@receiver.example.com/', 'https://user:secret@receiver.example.com/', 'https://'],
    ...['https://localhost/', 'https://a.localhost/', 'https://LOCALHOST./', 'https://printer.local/', 'https://intranet/'],
    ...['https://localhost../', 'https://.receiver.example.com/', 'https://receiver..example.com/', 'https://%6c%6fcalhost/'],
    ...['https://8.8.8.8@127.0.0.1/', 'https://8.8.8.8:443@10.0.0.1/', 'https://@receiver.example.com:99999/'],
    ...['https://[::127.0.0.1]/', 'https://[::ffff:0:7f00:1]/', 'https://[64:ff9b::7f00:1]:8443/', 'https://0xA9FEA9FE/'],
    ...['https://metadata.google.internal/', 'https://metadata.google.internal./', 'https://10.in-addr.arpa/'],
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/'],
    ...[
      'https://0x7f.1/',
      'https://017700000001/',
      'https://127.0.0.1./',
      'https://１２７.0.0.1/',
      'https://169.254.169.254/latest',
    ],
    ...['https://2852039166/', 'https://0/', 'https://10.0.0.1/', 'https://192.168.0.1:8443/', 'https://255.255.255.255/'],
    ...['https://[::1]/', 'https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[fd00:ec2::254]/'],
    ...[
      'https://[fe80::1]/',
      'https://[64:ff9b::a9fe:a9fe]/',
      'https://[2002:7f00:1::]/',
      `https://a.example/${'x'.repeat(2_000)}`,
    ],
  ])('%s is refused', (given) => expect(() => targetOf(given, false)).toThrow(TargetRefused));

  test('this machine is allowed outside of production alone, and only this machine without https', () => {
    for (const own of ['http://127.0.0.1:3000/', 'http://localhost:3000/', 'https://[::1]/', 'http://2130706433/']) {
      expect(targetOf(own, true).protocol).toMatch(/^https?:$/);
      expect(() => targetOf(own, false)).toThrow(TargetRefused);
    }
    for (const other of ['http://receiver.example.com/', 'http://10.0.0.1/', 'https://10.0.0.1/', 'http://169.254.169.254/'])
      expect(() => targetOf(other, true)).toThrow(TargetRefused);
  });

  test('a name with one address inside is refused, in whatever order they come', async () => {
    const url = targetOf('https://two.example.com/', false);
    const found = (...addresses: string[]) => ipsOf(url, false, async () => addresses, AbortSignal.timeout(1_000));
    expect(await found('8.8.8.8', '2606:4700::1111')).toEqual(['8.8.8.8', '2606:4700::1111']);
    for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00:ec2::254'])
      for (const addresses of [['8.8.8.8', inside], [inside, '8.8.8.8'], [inside]])
        await expect(found(...addresses)).rejects.toThrow(TargetRefused);
  });
});

describe('a message', () => {
  const open: { close(): unknown; closeAllConnections(): void }[] = [];
  afterEach(() => {
    for (const server of open.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  const never = new AbortController().signal;
  const message = { headers: { 'webhook-id': '1' }, body: '{"a":"ü"}' };
  const settings: OutwardSettings = { allowsLoopback: true, resolve: async () => ['127.0.0.1'] };

  async function serve(listener: RequestListener, tls = false) {
    const server = tls ? createTlsServer({ key, cert }, listener) : createServer(listener);
    open.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return { server, port: (server.address() as AddressInfo).port };
  }

  test('goes to the checked address alone, with the name for TLS and for the host', async () => {
    const names: (string | undefined)[] = [];
    const { server, port } = await serve((req, res) => {
      names.push(req.headers.host);
      res.writeHead(204).end();
    }, true);
    server.on('connection', () => names.push('connected'));
    const send = (host: string, more: Partial<OutwardSettings> = {}) =>
      post(`https://${host}:${port}/`, message, { ...settings, ca: cert, ...more }, never);
    expect(await send('localhost')).toMatchObject({ kind: 'answered', status: 204 });
    expect(names).toEqual(['connected', `localhost:${port}`]);
    // The certificate is of localhost and of no other name; and nobody else vouches for it.
    expect(await send('receiver.example.com')).toEqual({ kind: 'unreachable' });
    expect(await send('localhost', { ca: undefined })).toEqual({ kind: 'unreachable' });
    names.length = 0;
    expect(await send('two.example.com', { resolve: async () => ['127.0.0.1', '10.0.0.1'] })).toEqual({
      kind: 'address_refused',
    });
    expect(await send('localhost', { allowsLoopback: false })).toEqual({ kind: 'address_refused' });
    expect(names).toEqual([]);
  });

  test('finds the addresses once: what the name leads to afterwards does not count', async () => {
    const { port } = await serve((_req, res) => void res.writeHead(204).end(), true);
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let asked = 0;
    const resolve = async () => answers[Math.min(asked++, 1)] ?? [];
    const send = () => post(`https://localhost.:${port}/`, message, { ...settings, ca: cert, resolve }, never);
    expect(await send()).toMatchObject({ kind: 'answered', status: 204 });
    expect(asked).toBe(1);
    expect(await send(), 'the next message checks again').toEqual({ kind: 'address_refused' });
    // An address with a port is checked in the same way.
    for (const host of ['10.0.0.1', '[::ffff:7f00:1]', '2852039166'])
      expect(await post(`https://${host}:${port}/`, message, { ...settings, allowsLoopback: false }, never)).toEqual({
        kind: 'address_refused',
      });
  });

  test('goes past the proxies of the environment', async () => {
    const called: string[] = [];
    const proxy = createServer((req, res) => {
      called.push(`${req.url}`);
      res.writeHead(502).end();
    }).on('connect', (req, socket) => {
      called.push(`${req.url}`);
      socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    });
    open.push(proxy);
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const by = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const [plain, secure] = [await serve((_req, res) => void res.end()), await serve((_req, res) => void res.end(), true)];
    const module = new URL('../../src/webhooks/outward/post.ts', import.meta.url);
    const script = `import { post } from '${module}';
      await fetch('http://receiver.example.com/').catch(() => {});
      for (const address of process.argv.slice(1)) {
        const settings = { allowsLoopback: true, resolve: async () => ['127.0.0.1'], ca: process.env.CA };
        const { status } = await post(address, { headers: {}, body: '{}' }, settings, new AbortController().signal);
        console.log(status);
      }`;
    const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
    const env = { ...Object.fromEntries(names.map((name) => [name, by])), NODE_USE_ENV_PROXY: '1', CA: cert };
    const addresses = [`http://localhost:${plain.port}/`, `https://localhost:${secure.port}/`];
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, ...addresses], {
      ...{ env, timeout: 20_000 },
    });
    expect(stdout.trim().split('\n')).toEqual(['200', '200']);
    // The proxies were in use: by a request that is none of ours.
    expect(called).toEqual([expect.stringContaining('receiver.example.com')]);
  });

  test('follows no redirect, reads no long body, and has the headers of its answer only', async () => {
    const paths: string[] = [];
    const { port } = await serve((req, res) => {
      paths.push(`${req.method} ${req.url}`);
      if (req.url === '/redirect') res.writeHead(307, { location: '/secret' }).end();
      else if (req.url === '/late') res.writeHead(200).write('x');
      else res.writeHead(503, { 'retry-after': '7' }).end('x'.repeat(1_000_000));
    });
    const send = (path: string) => post(`http://127.0.0.1:${port}${path}`, message, settings, never);
    expect(await send('/redirect')).toEqual({ kind: 'answered', status: 307, retryAfter: undefined });
    expect(await send('/long')).toEqual({ kind: 'answered', status: 503, retryAfter: '7' });
    expect(await send('/late')).toEqual({ kind: 'answered', status: 200, retryAfter: undefined });
    expect(paths).toEqual(['POST /redirect', 'POST /long', 'POST /late']);
  });

  test('ends with the deadline or when it is cancelled, also while the name is looked up', async () => {
    const { port } = await serve(() => {});
    const url = `http://127.0.0.1:${port}/`;
    const hanging = () => new Promise<string[]>(() => {});
    expect(await post(url, message, { ...settings, deadlineMs: 50 }, never)).toEqual({ kind: 'timeout' });
    const named = 'https://receiver.example.com/';
    expect(await post(named, message, { ...settings, deadlineMs: 50, resolve: hanging }, never)).toEqual({ kind: 'timeout' });
    expect(await post(url, message, settings, AbortSignal.abort())).toEqual({ kind: 'cancelled' });
    const cancelling = new AbortController();
    const sent = post(named, message, { ...settings, resolve: hanging }, cancelling.signal);
    cancelling.abort();
    expect(await sent).toEqual({ kind: 'cancelled' });
    expect(await post('http://127.0.0.1:1/', message, settings, never)).toEqual({ kind: 'unreachable' });
  });
});
