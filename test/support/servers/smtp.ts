import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface Received {
  from: string;
  to: string[];
  /** By name in lower case, unfolded. */
  headers: Map<string, string>;
  text: string;
}

/** The steps of an e-mail at which a server can be silent. */
export const smtpSteps = ['greeting', 'MAIL', 'RCPT', 'DATA', 'message'] as const;

/** A mail server that speaks as much SMTP as a client needs. What it takes is in `received`. */
export async function startSmtp() {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const state = {
    received,
    /** The answer to a recipient. */
    recipient: '250 taken',
    /** The answer to a message. */
    message: '250 taken',
    connections: 0,
    /** Where it stops to answer. It takes a message, and does not say so. */
    isSilentAt: undefined as (typeof smtpSteps)[number] | undefined,
    /** How often it did so. */
    silences: 0,
  };
  const server = createServer((socket) => {
    state.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const say = (line: string) => socket.write(`${line}\r\n`);
    const mail = { from: '', to: [] as string[], lines: [] as string[] };
    let isData = false;
    /** Whether it says nothing at this step. */
    const isSilent = (step: string): boolean => {
      if (state.isSilentAt === step) state.silences += 1;
      return state.isSilentAt === step;
    };
    if (isSilent('greeting')) return;
    say('220 test');
    const lines = createInterface(socket).on('error', () => {});
    lines.on('line', (line) => {
      if (isData && line !== '.') return void mail.lines.push(line.replace(/^\./, ''));
      if (isData) {
        isData = false;
        if (state.message.startsWith('2')) received.push({ from: mail.from, to: mail.to, ...parsed(mail.lines) });
        return void (isSilent('message') || say(state.message));
      }
      const word = line.slice(0, 4).toUpperCase();
      if (isSilent(word)) return;
      if (word === 'MAIL') mail.from = line;
      if (word === 'RCPT') mail.to.push(/<(.*)>/.exec(line)?.[1] ?? line);
      if (word === 'QUIT') return void socket.end('221 bye\r\n');
      if (word === 'RCPT') return void say(state.recipient);
      isData = word === 'DATA';
      say(isData ? '354 go on' : '250 test');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  });
}

export type Smtp = Awaited<ReturnType<typeof startSmtp>>;

function parsed(lines: readonly string[]) {
  const end = lines.indexOf('');
  const head = lines
    .slice(0, end)
    .join('\n')
    .replaceAll(/\n[ \t]+/g, ' ');
  const headers = new Map(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]*: */, '')]),
  );
  const body = lines.slice(end + 1).join('\n');
  const isQuoted = headers.get('content-transfer-encoding') === 'quoted-printable';
  const bytes = (text: string) =>
    text.replaceAll(/(?:=[\dA-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString());
  return { headers, text: isQuoted ? bytes(body.replaceAll('=\n', '')) : body };
}
