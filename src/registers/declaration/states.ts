import type { Company } from '../../companies/index.ts';

type EntityStatus = Company['status'];

/** A state as a register tells it, and our word for it. Null: it says nothing of the status. */
export interface NationalState {
  state: string;
  /** Of a code: what it stands for, in English. */
  says?: string | undefined;
  status: EntityStatus | null;
}

/** What a record has of its state. */
export type Told = Pick<Company, 'status' | 'unknownStates'>;

/** Of several states the first of these counts. A temporary stop, which is unknown, says more than that a company is entered. */
const order: readonly EntityStatus[] = ['dissolved', 'insolvent', 'winding_up', 'unknown', 'active'];

const told = Object.fromEntries(order.map((status) => [status, { status }])) as Record<EntityStatus, Told>;

/** Of a company that its register has as ended, in a way of its own. */
export const ended: Told = told.dissolved;

/** Texts, or codes with what they stand for. */
type Listed = readonly string[] | Readonly<Record<string, string>>;

/** The states by status; under `nothing` those that say nothing of it. */
type Table = Partial<Record<EntityStatus | 'nothing', Listed>>;

/** The states that a register knows. One that is not among them is `unknown`, and the import counts it. */
export class States {
  readonly list: readonly NationalState[];
  readonly #alike: (state: string) => string;
  readonly #known: ReadonlyMap<string, EntityStatus | null>;

  constructor(table: Table, alike = (state: string) => state) {
    this.list = Object.entries(table).flatMap(([key, listed]) => {
      const status = key === 'nothing' ? null : (key as EntityStatus);
      if (isTexts(listed)) return listed.map((state) => ({ state, status }));
      return Object.entries(listed).map(([state, says]) => ({ state, says, status }));
    });
    this.#alike = alike;
    this.#known = new Map(this.list.map(({ state, status }) => [alike(state), status]));
  }

  of(state: string): Told {
    const status = this.#known.get(this.#alike(state));
    if (status) return told[status];
    return state === '' || status === null ? told.unknown : { status: 'unknown', unknownStates: [state] };
  }

  /** The status of a company with several states at once; `otherwise` where none of them says anything. */
  ofAll(states: readonly string[], otherwise: EntityStatus, nameOf = (state: string) => state): Told {
    const known = states.map((state) => this.#known.get(this.#alike(state)));
    const unknownStates = states.filter((_, place) => known[place] === undefined).map(nameOf);
    const status = order.find((one) => known.includes(one)) ?? (unknownStates.length > 0 ? 'unknown' : otherwise);
    return unknownStates.length > 0 ? { status, unknownStates } : told[status];
  }
}

const isTexts = (listed: Listed): listed is readonly string[] => Array.isArray(listed);
