import type { Config } from './config.ts';
import { Refusal } from './errors.ts';
import { isLoopback } from './loopback.ts';

/** Parts that trust everybody, so that the service can be tried alone. The named setting replaces each of them. */
const doors = {
  signIn: { what: 'a sign-in that takes any e-mail address', setting: 'OIDC_ISSUER' },
  payments: { what: 'payments without money', setting: 'STRIPE_SECRET_KEY and its companions' },
};
type Door = keyof typeof doors;

/** The doors that this configuration opens. In production there are none. */
export const developmentDoors = ({ production, identity, billing }: Config): Door[] =>
  production ? [] : [...(identity.issuer ? [] : (['signIn'] as const)), ...(billing ? [] : (['payments'] as const))];

/** Throws if other machines could reach an open door, unless the configuration allows it. */
export function keepWithinLoopback({ allowsInsecureDevelopment, http: { host, baseUrl } }: Config, open: Door[]): void {
  const ways = [
    ...(isLoopback(host) ? [] : ['HOST']),
    ...(!baseUrl || isLoopback(new URL(baseUrl).hostname) ? [] : ['BASE_URL']),
  ];
  if (allowsInsecureDevelopment || open.length === 0 || ways.length === 0) return;
  const [what, settings] = [open.map((door) => doors[door].what), open.map((door) => doors[door].setting)];
  throw new Refusal(
    `${ways.join(' and ')} ${ways.length > 1 ? 'lead' : 'leads'} beyond this machine, and for development the service opens ` +
      `${what.join(' and ')}: set ${settings.join(' and ')}, or, if everybody may come in, ALLOW_INSECURE_DEVELOPMENT=true.`,
  );
}
