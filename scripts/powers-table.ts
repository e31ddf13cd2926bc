import { may, type Power, powers, type Role, roles, scopes, scopesFor } from '../src/kernel/access/powers.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[][]) => [head, head.map(() => '---'), ...rows].map(row).join('\n');

/** The table "who may do what" of the guide on teams: what a person may do by role, and what an API key needs for it. */
export function powersTable(): string {
  const names = Object.keys(roles) as Role[];
  const shown = (Object.keys(powers) as Power[]).filter((power) => powers[power].roles !== 'operators');
  const lineOf = (power: Power): string[] => {
    const { says, roles: able, scope } = powers[power];
    const isOpen = able === 'everybody';
    const scopeNames = scopesFor(power).map((name) => `\`${name}\``);
    const forKeys = scope === 'any' ? 'any' : scopeNames.join(' and ');
    return [says, ...names.map((role) => (isOpen || may(role, power) ? 'yes' : '')), isOpen ? 'no key needed' : forKeys];
  };
  return table(['', ...names, 'API key with'], shown.map(lineOf));
}

/** The table of scopes of the guide on keys. */
export const scopesTable = (): string =>
  table(
    ['scope', 'a key with it may'],
    Object.entries(scopes).map(([scope, says]) => [`\`${scope}\``, says[0]?.toLowerCase() + says.slice(1)]),
  );
