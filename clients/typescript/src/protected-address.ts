/** Of numbers, URL makes all spellings of this machine one of these. */
const thisMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether what is sent to an address cannot be read on the way: by https, or on this machine. */
export function isProtected(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || thisMachine.test(hostname);
}
