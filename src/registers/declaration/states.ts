import type { Company, EndKind } from '../../company/company.ts';
import { linesOf } from './labels.ts';

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

/** For a company whose status follows from another field than its state. */
export const inState = Object.fromEntries(order.map((status) => [status, { status }])) as Record<EntityStatus, CompanyStatus>;

/** The declared states of a register. Any other state is `unknown`, and the import counts it. */
export class States {
  readonly list: readonly NationalState[];
  readonly #normalize: (state: string) => string;
  readonly #known = new Map<string, EntityStatus | null>();
  readonly #ends = new Map<string, EndKind>();

  /** Lines of `state;status;meaning;end`. Without a state, the meaning is what indicates the status. */
  constructor(lines: readonly string[], normalize = (state: string) => state) {
    this.#normalize = normalize;
    this.list = lines.map((line) => {
      const [state = '', word = '', meaning = '', end = ''] = line.split(';');
      const status = word === '' ? null : (word as EntityStatus);
      if (state === '') return { state: meaning, status };
      this.#known.set(normalize(state), status);
      if (end !== '') this.#ends.set(normalize(state), end as EndKind);
      return { state, says: meaning === '' ? undefined : meaning, status };
    });
  }

  of = (state: string): CompanyStatus => {
    const status = this.#known.get(this.#normalize(state));
    if (status) return inState[status];
    return state === '' || status === null ? inState.unknown : { status: 'unknown', unknownStates: [state] };
  };

  /** How a company in this state ended, if the state says so. */
  endOf = (state: string): EndKind | null => this.#ends.get(this.#normalize(state)) ?? null;

  /** The status of a company with several states; `otherwise` if none of them says anything. */
  ofAll(states: readonly string[], otherwise: EntityStatus, nameOf = (state: string) => state): CompanyStatus {
    const known = states.map((state) => this.#known.get(this.#normalize(state)));
    const unknownStates = states.filter((_, place) => known[place] === undefined).map(nameOf);
    const status = order.find((one) => known.includes(one)) ?? (unknownStates.length > 0 ? 'unknown' : otherwise);
    return unknownStates.length > 0 ? { status, unknownStates } : inState[status];
  }
}

/** The states of `states.csv` in the folder of a register. */
export const statesOf = (register: string, normalize?: (state: string) => string): States =>
  new States(linesOf(`${register}/states`).slice(1), normalize);
