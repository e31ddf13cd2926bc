import type { Config } from './config.ts';
import { scrub } from './operations/logging.ts';

/** What a newcomer reads at the end of the start. */
export function banner(config: Config, url: string, problem: string | undefined): string {
  const database = config.database.url ? 'at DATABASE_URL' : `embedded PostgreSQL in ${config.dataDir}`;
  return `
Company Registry ${config.version} is ${problem ? `running, but not ready: ${scrub(problem)}` : 'ready'}.

  API            ${url}/api/v1
  Documentation  ${url}/docs
  GraphQL        ${url}/graphql
  Database       ${database}

Try next:  ${problem?.includes('migrations are pending') ? 'npm run migrate' : `curl ${url}/api/v1/plans`}
Stop with Ctrl-C.
`;
}

/** An error of the start as one line for a person; one that nobody foresaw keeps its stack. */
export function explain(error: unknown, foreseen: boolean): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or set PORT to another.`;
  if (code === 'EACCES' && port) return `Port ${port} is not ours to open: set PORT to one above 1023.`;
  return scrub(foreseen ? error.message : (error.stack ?? error.message));
}
