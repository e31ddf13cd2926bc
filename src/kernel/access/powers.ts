/** What a person can be in an account. */
export const roles = { owner: 'owner', admin: 'admin', member: 'member', billing: 'billing' } as const;
export type Role = keyof typeof roles;

const everyone: readonly Role[] = ['owner', 'admin', 'member', 'billing'];
const users: readonly Role[] = ['owner', 'admin', 'member'];
const managers: readonly Role[] = ['owner', 'admin'];

interface PowerDeclaration {
  /** For people: what it allows. */
  says: string;
  /** Who has it by session. `everybody`: also without a credential. `operators`: those who run the service. */
  roles: readonly Role[] | 'everybody' | 'operators';
  /** The scope that an API key needs. `any`: a key with whatever scopes. Unset: no key has the power. */
  scope?: string;
  /** A power that is needed too: a scope that writes does not read companies by itself. */
  needs?: string;
  /** Visitors have it for the search on the front page. */
  isForVisitors?: true;
  /** The root fields of the schema that it opens. */
  fields: readonly string[];
}

/**
 * Who may do what. A person has a power by their role in the account. An API key has it if it has the scope, and the member who
 * made the key has the power now: a key never does more than its maker may.
 *
 * The schema refuses every root field to callers without its power. REST routes, MCP tools and OpenRefine use these fields, so
 * they follow, as do the scopes of keys, the dashboard, OpenAPI and the tables in the guides. What has a scope
 * is company data: it is metered. The service does not start if a root field is missing here, or is here and not in the schema.
 */
const declared = {
  public: {
    says: 'See the plans, the registers and the state of the service',
    roles: 'everybody',
    fields: ['health', 'plans', 'registers', 'identifierSources', 'changeSets', 'receivePaymentEvent', 'receiveLeakReports'],
  },
  countries: { says: 'List the countries', roles: users, scope: 'any', fields: ['countries'] },
  companies: {
    says: 'Search and read companies: records, look-ups, groups, counts and suggestions',
    roles: users,
    scope: 'companies:read',
    isForVisitors: true,
    fields: ['entities', 'entity', 'entityFacets', 'entityGroup', 'entityLookup', 'entitySuggestions'],
  },
  changes: {
    says: 'Follow the changes, and read the history of a company',
    roles: users,
    scope: 'changes:read',
    fields: ['changes', 'entityHistory'],
  },
  match: {
    says: 'Match names with companies, also from OpenRefine',
    roles: users,
    scope: 'match',
    fields: ['match'],
  },
  snapshots: {
    says: 'List and download snapshots',
    roles: users,
    scope: 'snapshots:read',
    fields: ['snapshot', 'snapshots'],
  },
  watchLists: {
    says: 'See and change watch lists and webhook endpoints',
    roles: users,
    scope: 'watch:write',
    fields: [
      ...['watchList', 'watchLists', 'createWatchList', 'changeWatchList'],
      ...['deleteWatchList', 'changeWatchedCompanies', 'replayWatchList', 'webhookEndpoints', 'webhookEndpoint'],
      ...['webhookDeliveries', 'createWebhookEndpoint', 'changeWebhookEndpoint', 'deleteWebhookEndpoint'],
      ...['rotateWebhookSecret', 'enableWebhookEndpoint', 'testWebhookEndpoint', 'replayWebhookDelivery'],
    ],
  },
  watchedCompanies: {
    says: 'Read the companies of watch lists',
    roles: users,
    scope: 'watch:write',
    needs: 'companies',
    fields: ['watchedCompanies'],
  },
  watchedChanges: {
    says: 'Follow the changes of watch lists',
    roles: users,
    scope: 'watch:write',
    needs: 'changes',
    fields: ['watchListChanges'],
  },
  self: {
    says: 'See the own profile, accounts and sessions, accept an invitation, leave the account',
    roles: everyone,
    fields: ['me', 'memberships', 'sessions', 'endSession', 'endOtherSessions', 'invitation', 'acceptInvitation', 'removeMember'],
  },
  account: {
    says: 'See the plan, the use of the month, the members, the audit log and alerts',
    roles: everyone,
    fields: [
      ...['account', 'usage', 'requestStatistics', 'planChanges', 'members', 'signInRules', 'audit'],
      ...['alerts', 'alertChoices', 'readAlerts', 'chooseAlerts'],
    ],
  },
  ownKeys: {
    says: 'Make API keys, and see, rotate and revoke the own ones',
    roles: users,
    fields: [
      ...['apiKeys', 'createApiKey', 'changeApiKey', 'rotateApiKey', 'revokeApiKey'],
      ...['createReconcileAddress', 'revokeReconcileAddress'],
    ],
  },
  allKeys: { says: 'See, rotate and revoke the API keys of all members', roles: managers, fields: [] },
  logs: { says: 'Read the request log', roles: users, fields: ['requestLog'] },
  billing: {
    says: 'Buy a plan, and open the portal of the payment provider',
    roles: ['owner', 'admin', 'billing'],
    fields: ['createCheckout', 'createPortal'],
  },
  members: {
    says: 'Invite people, change the roles of members, remove members',
    roles: managers,
    fields: ['invitations', 'createInvitation', 'revokeInvitation', 'changeMember'],
  },
  owners: { says: 'Make and remove owners', roles: ['owner'], fields: [] },
  signInRules: { says: 'Require an issuer, and give its groups roles', roles: ['owner'], fields: ['changeSignInRules'] },
  leaving: { says: 'Export and erase the account', roles: ['owner'], fields: ['accountExport', 'deleteAccount'] },
  operating: {
    says: 'See the accounts, the imports and the readiness of the service',
    roles: 'operators',
    fields: ['accounts', 'imports', 'failedImports', 'identifierImports', 'readiness', 'waitingEvents'],
  },
} as const satisfies Record<string, PowerDeclaration>;

export type Power = keyof typeof declared;
/** What an API key may do. */
export type Scope = Exclude<Extract<(typeof declared)[Power], { scope: string }>['scope'], 'any'>;

export const powers: Record<Power, PowerDeclaration & { needs?: Power }> = declared;
const names = Object.keys(powers) as Power[];

/** Each scope, and what a key with it alone may do. */
export const scopes = Object.fromEntries(
  Object.values(powers).flatMap(({ scope, says, needs }) => (scope && scope !== 'any' && !needs ? [[scope, says]] : [])),
) as Record<Scope, string>;
export const scopeNames = Object.keys(scopes) as Scope[];

/** The scopes that a key needs for a power. */
export function scopesFor(power: Power): Scope[] {
  const { scope, needs } = powers[power];
  return [...(scope && scope !== 'any' ? [scope as Scope] : []), ...(needs ? scopesFor(needs) : [])];
}

/** Whether a role gives a power in its account. */
export const may = (role: Role, power: Power): boolean => {
  const { roles: able, needs } = powers[power];
  return typeof able !== 'string' && able.includes(role) && (!needs || may(role, needs));
};

/** The power to make somebody what a role says. */
export const powerToGive = (role: Role): Power => (role === roles.owner ? 'owners' : 'members');

/** What a role may do in its account. */
export const powersOf = (role: Role): Power[] => names.filter((power) => may(role, power));

const byField = new Map(names.flatMap((power) => powers[power].fields.map((field) => [field, power])));

/** The power that opens a root field. Undefined: the service's schema does not have the field. */
export const powerOf = (field: string): Power | undefined => byField.get(field);
