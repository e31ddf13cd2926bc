import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';

export interface IssuerKey {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

export const audience = 'company-registry';
export const client = { id: 'dashboard', secret: 'the secret of the dashboard' };

/**
 * An OpenID Connect issuer that is none of ours: keys that change, endpoints that hang, lie or go away, and a count of who
 * asked for what. Whoever comes to its authorization endpoint is signed in as `person` at once.
 */
export class ForeignIssuer {
  readonly #server = createServer((req, res) => void this.#answer(req, res));
  readonly requests: string[] = [];
  readonly #codes = new Map<string, URLSearchParams>();
  keys: IssuerKey[] = [];
  url = '';
  person: Record<string, unknown> = { sub: 'ada', email: 'ada@example.com', name: 'Ada' };
  /** What userinfo knows beyond the claims of the ID token. */
  userinfo: Record<string, unknown> | undefined;
  /** In seconds: the life of its access tokens. */
  expiresIn = 60;
  /** Whether it gives refresh tokens. They say what `directory` has of the subject now, and end for who is removed. */
  refreshes = false;
  readonly directory = new Map<string, Record<string, unknown>>();
  readonly removed = new Set<string>();
  readonly #refreshTokens = new Map<string, Record<string, unknown>>();
  /** Put over what it says of itself, its keys, or into its ID tokens. */
  lies: { metadata?: object; jwks?: unknown; idToken?: object } = {};
  hangs = false;
  /** Questions that are open because it hangs. */
  unanswered = 0;
  status = 200;

  static async start(): Promise<ForeignIssuer> {
    const issuer = new ForeignIssuer();
    await once(issuer.#server.listen(0, '127.0.0.1'), 'listening');
    issuer.url = `http://127.0.0.1:${(issuer.#server.address() as AddressInfo).port}`;
    issuer.keys = [await makeKey('RS256')];
    return issuer;
  }

  /** The first of its keys, or the first for the algorithm. */
  key(alg?: string): IssuerKey {
    const key = this.keys.find((one) => alg === undefined || one.alg === alg);
    if (!key) throw new Error(`There is no key for ${alg}.`);
    return key;
  }

  /** A token as good as any, but for what is given. A claim that is undefined is left out. */
  async token(
    claims: Record<string, unknown> = {},
    { key = this.key(), header = {} }: { key?: IssuerKey; header?: object } = {},
  ) {
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: this.url, aud: audience, iat: now, exp: now + 300, ...this.person, ...claims };
    const given = { alg: key.alg, kid: key.kid, ...header } as JWTHeaderParameters;
    return new SignJWT(payload).setProtectedHeader(given).sign(key.privateKey);
  }

  count(path: string): number {
    return this.requests.filter((request) => request === path).length;
  }

  async vanish(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    this.#server.closeAllConnections();
    await closed;
  }

  async comeBack(): Promise<void> {
    this.hangs = false;
    await once(this.#server.listen(Number(new URL(this.url).port), '127.0.0.1'), 'listening');
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.vanish();
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '/', this.url);
    this.requests.push(pathname);
    if (this.hangs) {
      this.unanswered += 1;
      res.on('close', () => this.unanswered--);
      return;
    }
    const json = (body: unknown, status = this.status) =>
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') return void json(this.#metadata());
    if (pathname === '/jwks') return void json(this.lies.jwks ?? { keys: this.keys.map(({ jwk }) => jwk) });
    if (pathname === '/authorize') return this.#authorize(searchParams, res);
    if (pathname === '/token') {
      const form = new URLSearchParams(await text(req));
      const tokens = await (form.has('refresh_token') ? this.#refresh(form) : this.#exchange(req.headers.authorization, form));
      return void json(tokens ?? { error: 'invalid_grant' }, tokens ? this.status : 400);
    }
    if (pathname === '/userinfo' && this.removed.has(String(this.person['sub']))) return void json({}, 401);
    if (pathname === '/userinfo') return void json({ sub: this.person['sub'], ...this.userinfo });
    json({}, 404);
  }

  #metadata() {
    return {
      issuer: this.url,
      jwks_uri: `${this.url}/jwks`,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      ...(this.userinfo && { userinfo_endpoint: `${this.url}/userinfo` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: this.keys.map(({ alg }) => alg),
      ...this.lies.metadata,
    };
  }

  #authorize(query: URLSearchParams, res: ServerResponse): void {
    const code = randomUUID();
    this.#codes.set(code, query);
    const back = new URL(query.get('redirect_uri') ?? '');
    back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '' }));
    res.writeHead(302, { Location: back.href }).end();
  }

  /** As strict as the real ones: the client's secret, the code once, the same address, the verifier of the challenge. */
  async #exchange(authorization: string | undefined, form: URLSearchParams): Promise<object | undefined> {
    const asked = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const secrets = [client.id, client.secret].map((word) => new URLSearchParams([['', word]]).toString().slice(1)).join(':');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      asked?.get('client_id') === client.id &&
      authorization === `Basic ${Buffer.from(secrets).toString('base64')}` &&
      asked.get('redirect_uri') === form.get('redirect_uri') &&
      asked.get('code_challenge_method') === 'S256' &&
      asked.get('code_challenge') === challenge;
    if (!isGood) return undefined;
    const idToken = await this.token({ aud: client.id, nonce: asked.get('nonce'), ...this.lies.idToken });
    const more = this.refreshes && { refresh_token: this.#newRefreshToken(this.person) };
    return { access_token: 'opaque', token_type: 'Bearer', expires_in: this.expiresIn, id_token: idToken, ...more };
  }

  #newRefreshToken(person: Record<string, unknown>): string {
    const token = randomUUID();
    this.#refreshTokens.set(token, person);
    return token;
  }

  /** A refresh token is used once, and a new one comes with the answer. */
  async #refresh(form: URLSearchParams): Promise<object | undefined> {
    const person = this.#refreshTokens.get(form.get('refresh_token') ?? '');
    this.#refreshTokens.delete(form.get('refresh_token') ?? '');
    if (!person || this.removed.has(String(person['sub']))) return undefined;
    const claims = this.directory.get(String(person['sub'])) ?? person;
    const idToken = await this.token({ aud: client.id, ...claims });
    return { access_token: 'opaque', token_type: 'Bearer', id_token: idToken, refresh_token: this.#newRefreshToken(person) };
  }

  /** Ends the refresh tokens that it has given, as where people sign out there. */
  forgetRefreshTokens(): void {
    this.#refreshTokens.clear();
  }
}

export async function makeKey(alg: string, kid: string = randomUUID()): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}
