/** In milliseconds, and in bytes. */
const limits = { time: 3_000, size: 100_000 };

/** Fetches a small text. Throws if it takes too long, is too large, or leads elsewhere. */
export async function fetchText(fetchFrom: typeof fetch, address: string): Promise<string> {
  const response = await fetchFrom(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(limits.time),
  });
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > limits.size) throw new Error(`${address} answered with more than ${limits.size} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
