import type { Config } from '../config/config.ts';
import { scrub } from '../kernel/log/scrub.ts';
import type { LocalIssuerSettings } from './issuer/local-issuer.ts';
import { catchesMail, localMailPath } from './stand-ins.ts';

type Settings = LocalIssuerSettings & Pick<Config, 'version' | 'database' | 'billing' | 'mail'>;

/** The text in the terminal when the service has started. */
export function banner(config: Settings, url: string, problem: string | undefined, demoKey?: string): string {
  const database = config.database.url ? 'at DATABASE_URL' : `embedded PostgreSQL in ${config.dataDir}`;
  return `
Company Registry ${config.version} is ${problem ? `running, but not ready: ${scrub(problem)}` : 'ready'}.

  Dashboard      ${url}/dashboard
  API            ${url}/api/v1/openapi.json
  Documentation  ${url}/docs
  GraphQL        ${url}/graphql
${signingIn(config, url)}  Database       ${database}
  Payments       ${config.billing ? 'through Stripe' : 'local, no money moves: buy a plan in the dashboard'}
  E-mails        ${mails(config, url)}

${tryNext(config, url, problem, demoKey)}
Stop with Ctrl-C.
`;
}

function mails(config: Settings, url: string): string {
  if (config.mail) return 'through SMTP_URL';
  return catchesMail(config) ? `caught, none is sent: ${url}${localMailPath}` : 'none';
}

function tryNext(config: Settings, url: string, problem: string | undefined, demoKey: string | undefined): string {
  if (problem?.includes('migrations are pending')) return 'Try next:  npm run migrate';
  if (config.database.url) return `Try next:  curl ${url}/api/v1/plans`;
  const another = 'npm run demo-key';
  if (!demoKey)
    return `Try next:  curl ${url}/api/v1/plans
The key of the demo account was shown at the first start; for another: ${another}`;
  return `A demo account was made. This is its key, shown once; for another: ${another}

  ${demoKey}

Try next:  curl -H 'X-API-Key: ${demoKey}' '${url}/api/v1/entities?q=transport&pageSize=3'`;
}

/** How to sign in. Empty if the issuer has no client for this service; its tokens are accepted as sessions nevertheless. */
function signingIn({ http, identity }: Settings, url: string): string {
  const login = `  Sign in        ${http.baseUrl ?? url}/auth/login`;
  if (identity.issuer) return identity.clientId ? `${login} (at ${identity.issuer})\n` : '';
  return `${login} (local issuer: any e-mail address)\n  A token        npm run --silent token -- someone@example.com\n`;
}
