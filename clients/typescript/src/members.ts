import { type CallOptions, segment, type Transport } from './transport.ts';
import type { CreatedInvitation, Invitation, InvitationOffer, Member, Membership, Role } from './types.ts';

const membersPath = '/api/v1/members';
const invitationsPath = '/api/v1/invitations';

/** The people of the account. They need a session. */
export class Members {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options: CallOptions = {}): Promise<readonly Member[]> {
    return (await this.#transport.json<{ data: Member[] }>(membersPath, { bySession: true, ...options })).data;
  }

  /** Gives a member another role. */
  async change(id: string, change: { role: Role }, options: CallOptions = {}): Promise<Member> {
    const call = { method: 'PATCH', bySession: true, body: change, ...options } as const;
    return (await this.#transport.json<{ data: Member }>(`${membersPath}/${segment(id)}`, call)).data;
  }

  /**
   * Removes a member; with your own id you leave. Their keys are revoked, or go to the member `handOverTo`. It is not repeated:
   * after a lost answer the member may be gone already.
   */
  async remove(id: string, { handOverTo, ...options }: { handOverTo?: string } & CallOptions = {}): Promise<void> {
    const call = { method: 'DELETE', bySession: true, query: { handOverTo }, ...options, retries: 0 } as const;
    await this.#transport.json(`${membersPath}/${segment(id)}`, call);
  }
}

/** Links that make people members of the account. They need a session. */
export class Invitations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options: CallOptions = {}): Promise<readonly Invitation[]> {
    return (await this.#transport.json<{ data: Invitation[] }>(invitationsPath, { bySession: true, ...options })).data;
  }

  /** The answer has the link, for the only time. */
  create(invitation: { role: Role; note?: string | null }, options: CallOptions = {}): Promise<CreatedInvitation> {
    return this.#send('', invitation, options, { 'idempotency-key': crypto.randomUUID() });
  }

  /** It is not repeated: after a lost answer the invitation may be gone already. */
  async revoke(id: string, options: CallOptions = {}): Promise<void> {
    const call = { method: 'DELETE', bySession: true, ...options, retries: 0 } as const;
    await this.#transport.json(`${invitationsPath}/${segment(id)}`, call);
  }

  /** Whose account it is, and in which role, before you accept. */
  read(token: string, options: CallOptions = {}): Promise<InvitationOffer> {
    return this.#send('/lookup', { token }, options);
  }

  /** Makes you a member. It is not repeated: after a lost answer the invitation may be used already. */
  accept(token: string, options: CallOptions = {}): Promise<Membership> {
    return this.#send('/accept', { token }, { ...options, retries: 0 });
  }

  async #send<Answer>(path: string, body: unknown, options: CallOptions, headers = {}): Promise<Answer> {
    const call = { method: 'POST', bySession: true, body, headers, ...options } as const;
    return (await this.#transport.json<{ data: Answer }>(invitationsPath + path, call)).data;
  }
}
