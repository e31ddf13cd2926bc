import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The revisions that are tested: that of July 2026, and the one before it. */
export const revisions = {
  '2026-07-28': { mode: { pin: '2026-07-28' } },
  '2025-11-25': { mode: 'legacy' },
} as const;
export type Revision = keyof typeof revisions;

export interface Heard extends CallToolResult {
  // biome-ignore lint/suspicious/noExplicitAny: each test says itself what the answer must be.
  structuredContent: Record<string, any>;
  /** The sentence of ours. */
  says: string;
}

/** An agent with the official client. It notes each request and its answer. */
export async function openAgent(url: string, headers: Record<string, string>, revision: Revision = '2026-07-28') {
  const exchanges: { method: string; status: number; headers: Headers; bytes: number }[] = [];
  const noting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const bytes = (await response.clone().arrayBuffer()).byteLength;
    exchanges.push({ method: init?.method ?? 'GET', status: response.status, headers: response.headers, bytes });
    return response;
  };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: revisions[revision] });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers }, fetch: noting }));
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Heard> => {
    const result = (await client.callTool({ name, arguments: args })) as Heard;
    const [first] = result.content;
    return { ...result, says: first?.type === 'text' ? first.text : '' };
  };
  return { client, call, exchanges, last: () => exchanges.at(-1), close: () => client.close() };
}

export type Agent = Awaited<ReturnType<typeof openAgent>>;
