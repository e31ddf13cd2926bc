import { hostUrls } from '../config/urls.ts';

/** New connections go to the host that worked last, and to the next one if it fails. */
function openHosts(url: string) {
  const urls = hostUrls(url);
  let place = 0;
  const current = () => urls[place] ?? '';
  return {
    count: urls.length,
    current,
    /** Moves on to the next host, because this one is down or read-only. Another connection may have done so already. */
    moveOn: (failed: string): void => {
      if (failed === current()) place = (place + 1) % urls.length;
    },
  };
}

const known = new Map<string, ReturnType<typeof openHosts>>();

/** The hosts of one setting. All connections of this thread share the current host. */
export function hostsOf(url: string) {
  const hosts = known.get(url) ?? openHosts(url);
  known.set(url, hosts);
  return hosts;
}
