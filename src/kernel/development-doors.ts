import { type Config, isLoopback } from './config.ts';
import { Refusal } from './errors.ts';

/** What trusts anybody, so that the service can be tried without anything beside it. Each is closed by the setting that it stands in for. */
const doors = {
  signIn: { what: 'a sign-in that takes any e-mail address', setting: 'OIDC_ISSUER' },
  payments: { what: 'payments without money', setting: 'STRIPE_SECRET_KEY and its companions' },
};
type Door = keyof typeof doors;

/** The doors that this configuration opens. Production has none. */
export const developmentDoors = ({ production, identity, billing }: Config): Door[] =>
  production ? [] : [...(identity.issuer ? [] : (['signIn'] as const)), ...(billing ? [] : (['payments'] as const))];

/** Refuses doors that others than those on this machine could come through, unless just that was asked for. */
export function keepWithinLoopback({ allowsInsecureDevelopment, http: { host, baseUrl } }: Config, open: Door[]): void {
  const ways = [
    ...(isLoopback(host) ? [] : ['HOST']),
    ...(!baseUrl || isLoopback(new URL(baseUrl).hostname) ? [] : ['BASE_URL']),
  ];
  if (allowsInsecureDevelopment || open.length === 0 || ways.length === 0) return;
  const [what, settings] = [open.map((door) => doors[door].what), open.map((door) => doors[door].setting)];
  throw new Refusal(
    `${ways.join(' and ')} ${ways.length > 1 ? 'lead' : 'leads'} beyond this machine, and for development the service opens ${what.join(' and ')}: set ${settings.join(' and ')}, or, if everybody may come in, ALLOW_INSECURE_DEVELOPMENT=true.`,
  );
}
