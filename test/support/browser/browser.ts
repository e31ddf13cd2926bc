/** As much of a browser as signing in needs: it keeps cookies by their path, and follows redirects one by one. */
export class Browser {
  readonly cookies = new Map<string, { value: string; path: string }>();
  /** The last Set-Cookie of each name, as it was sent. */
  readonly received = new Map<string, string>();

  async visit(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const sent = [...this.cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie: sent.join('; '), ...init.headers } });
    for (const header of response.headers.getSetCookie()) this.#keep(header);
    return response;
  }

  /** Goes where it is sent, until it is sent nowhere else, or would come to a path that the test wants to see first. */
  async follow(url: string, until?: RegExp): Promise<{ response: Response; url: string }> {
    for (let next = url; ; ) {
      const response = await this.visit(next);
      const location = response.headers.get('location');
      if (!location) return { response, url: next };
      next = new URL(location, next).href;
      if (until?.test(next)) return { response, url: next };
    }
  }

  #keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice(8);
    this.received.set(name, header);
    if (expires && Date.parse(expires) < Date.now()) this.cookies.delete(name);
    else this.cookies.set(name, { value: pair.slice(name.length + 1), path });
  }
}
