import type { Company } from '../../company/company.ts';

type EntityStatus = Company['status'];

/** A state of a register, and our status for it. Null: it says nothing about the status. */
export interface NationalState {
  state: string;
  /** The meaning of a code, in English. */
  says?: string | undefined;
  status: EntityStatus | null;
}

/** The fields of a company that follow from its state. */
export type CompanyStatus = Pick<Company, 'status' | 'unknownStates'>;

/** If a company has several states, the first of these is used. A temporary stop (`unknown`) says more than `active`. */
const order: readonly EntityStatus[] = ['dissolved', 'insolvent', 'winding_up', 'unknown', 'active'];

const ofStatus = Object.fromEntries(order.map((status) => [status, { status }])) as Record<EntityStatus, CompanyStatus>;

/** For a company that has ended by another field than its state. */
export const ended: CompanyStatus = ofStatus.dissolved;

/** Texts, or codes with their meanings. */
type Listed = readonly string[] | Readonly<Record<string, string>>;

/** The states by status; `nothing` has those that say nothing about it. */
type Table = Partial<Record<EntityStatus | 'nothing', Listed>>;

/** The declared states of a register. Any other state is `unknown`, and the import counts it. */
export class States {
  readonly list: readonly NationalState[];
  readonly #normalize: (state: string) => string;
  readonly #known: ReadonlyMap<string, EntityStatus | null>;

  constructor(table: Table, normalize = (state: string) => state) {
    this.list = Object.entries(table).flatMap(([key, listed]) => {
      const status = key === 'nothing' ? null : (key as EntityStatus);
      if (isTexts(listed)) return listed.map((state) => ({ state, status }));
      return Object.entries(listed).map(([state, says]) => ({ state, says, status }));
    });
    this.#normalize = normalize;
    this.#known = new Map(this.list.map(({ state, status }) => [normalize(state), status]));
  }

  of(state: string): CompanyStatus {
    const status = this.#known.get(this.#normalize(state));
    if (status) return ofStatus[status];
    return state === '' || status === null ? ofStatus.unknown : { status: 'unknown', unknownStates: [state] };
  }

  /** The status of a company with several states; `otherwise` if none of them says anything. */
  ofAll(states: readonly string[], otherwise: EntityStatus, nameOf = (state: string) => state): CompanyStatus {
    const known = states.map((state) => this.#known.get(this.#normalize(state)));
    const unknownStates = states.filter((_, place) => known[place] === undefined).map(nameOf);
    const status = order.find((one) => known.includes(one)) ?? (unknownStates.length > 0 ? 'unknown' : otherwise);
    return unknownStates.length > 0 ? { status, unknownStates } : ofStatus[status];
  }
}

const isTexts = (listed: Listed): listed is readonly string[] => Array.isArray(listed);
