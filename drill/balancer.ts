import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';

/** In milliseconds: how often each instance is asked whether it is ready. */
const interval = 300;

export interface Balancer {
  url: string;
  kind: string;
  close(): Promise<void>;
}

/** haproxy where it is installed, and otherwise a few lines that do the same. */
export async function startBalancer(port: number, ports: number[], folder: string): Promise<Balancer> {
  const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;
  return hasHaproxy ? haproxy(port, ports, folder) : ownBalancer(port, ports);
}

async function haproxy(port: number, ports: number[], folder: string): Promise<Balancer> {
  const file = join(folder, 'haproxy.cfg');
  const servers = ports.map((one) => `  server instance${one} 127.0.0.1:${one} check inter ${interval}ms fall 3 rise 1`);
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend door
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance roundrobin
  option httpchk GET /api/v1/health/ready
  timeout check 3s
${servers.join('\n')}
`,
  );
  const child: ChildProcess = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    url: `http://127.0.0.1:${port}`,
    kind: 'haproxy',
    close: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Passes each request to the next instance that is ready; to another one if it could not be reached. */
async function ownBalancer(port: number, ports: number[]): Promise<Balancer> {
  const ready = new Set<number>();
  const agent = new Agent({ keepAlive: true });
  const check = async (one: number) => {
    const answer = await fetch(`http://127.0.0.1:${one}/api/v1/health/ready`).catch(() => undefined);
    if (answer?.ok) ready.add(one);
    else ready.delete(one);
  };
  const timer = setInterval(() => ports.forEach(check), interval);
  let turn = 0;
  const server = createServer((req, res) => {
    const pass = (left: number): void => {
      const all = [...ready];
      const to = all[turn++ % all.length];
      if (to === undefined || left === 0) return void res.writeHead(503).end();
      const onward = request({ port: to, method: req.method, path: req.url, headers: req.headers, agent }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      onward.on('error', () => (res.headersSent ? res.destroy() : pass(left - 1)));
      onward.end();
    };
    pass(3);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    kind: 'a balancer of our own',
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}
