import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { say } from './database.ts';
import { type Call, questions } from './mcp/questions.ts';
import { withSampleService } from './sample-service.ts';

/** Roughly how many bytes of English and JSON are a token. */
const bytesOfToken = 4;
const tokens = (text: string): number => Math.round(Buffer.byteLength(text) / bytesOfToken);

/** How many questions about the sample companies a scripted agent answers over MCP, in how many calls and bytes. */
export async function benchMcp(): Promise<void> {
  const wrong = await withSampleService(async (url, key) => {
    const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { 'x-api-key': key } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    const { tools } = await client.listTools();
    const described = JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));
    say(`${tools.length} tools: ${tokens(described)} tokens, with output schemas ${tokens(JSON.stringify(tools))}`);

    const sizes: number[] = [];
    const call: Call = async (name, args = {}) => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
      sizes.push(Buffer.byteLength(JSON.stringify(structuredContent ?? content)));
      const [first] = content;
      return { data: structuredContent ?? {}, says: first?.type === 'text' ? first.text : '', failed: isError === true };
    };
    let missed = 0;
    for (const { asks, answer, walk } of questions) {
      const found = await walk(call).catch((error: Error) => error.message);
      if (found === answer) continue;
      missed++;
      say(`WRONG: ${asks} ${JSON.stringify(found)} instead of ${JSON.stringify(answer)}`);
    }
    await client.close();
    const sorted = sizes.toSorted((one, other) => one - other);
    const sum = sizes.reduce((one, other) => one + other, 0);
    say(`right: ${questions.length - missed} of ${questions.length}`);
    say(`calls: ${sizes.length}, ${(sizes.length / questions.length).toFixed(1)} a question`);
    say(`data: ${sum} bytes, median ${sorted[sorted.length >> 1]} a call, most ${sorted.at(-1)}`);
    return missed;
  });
  if (wrong > 0) process.exitCode = 1;
}
