/** Splits an address with several hosts, in the form of libpq (`scheme://user@one:1,two:2/path`), into one for each host. */
export function addressesOf(url: string): string[] {
  const [, scheme, user = '', hosts = '', rest = ''] = /^([a-z][\w+.-]*:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is.exec(url) ?? [];
  return scheme ? hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`) : [url];
}
