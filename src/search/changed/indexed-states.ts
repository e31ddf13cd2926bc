import { addressKey } from '../../company/address-key.ts';
import type { Registration } from '../../company/company.ts';
import type { ActivityTerm } from '../../company/content/layout.ts';
import { countryNumber, dayNumber, packActivities, packFacts } from '../../company/facts.ts';
import { indexedNames, type OtherName } from '../../company/other-names.ts';
import type { RegisterRules } from '../../company/register.ts';
import { searchText } from '../../company/search-text.ts';
import { type EntityStatus, statuses } from '../../company/values.ts';
import type { Activity, LegalForm } from '../../database/client.ts';
import type { Queries } from '../../database/pool.ts';
import { sql } from '../../database/sql.ts';
import { type CompanyKey, leiKey, leisOf, type StoredLei } from '../../identifiers/index.ts';
import { type DerivedFields, erasedAmong } from '../../records/index.ts';
import { type Document, idSize } from '../segments/packed-documents.ts';
import type { ChangedRecord, State } from './changed-records.ts';

const listForms = sql<Pick<LegalForm, 'id' | 'value'>>`SELECT id, value FROM legal_form WHERE value = ANY ($1)`;
/** An activity may lack a code or a label. */
const listActivities = sql<Activity>`SELECT id, activity.scheme, activity.code, activity.label
  FROM activity JOIN unnest($1::text[], $2::text[], $3::text[]) AS wanted (scheme, code, label)
    ON activity.scheme = wanted.scheme AND coalesce(activity.code, '') = coalesce(wanted.code, '')
      AND coalesce(activity.label, '') = coalesce(wanted.label, '')`;
const termKey = ({ scheme, code, label }: ActivityTerm): string => JSON.stringify([scheme, code, label]);

const noId = Buffer.alloc(idSize);

type Kinds = Record<'unlicensed' | 'licensed', readonly ActivityTerm[]>;
const activitiesOf = ({ content }: State): Kinds =>
  (content.registry['activities'] as Kinds | undefined) ?? { unlicensed: [], licensed: [] };

interface IndexedStatesOptions {
  database: Queries;
  registers: readonly RegisterRules[];
  derived: DerivedFields;
}

/** Makes the documents that the search index has of records, or had of them. */
export class IndexedStates {
  readonly #options: IndexedStatesOptions;
  /** Both never change. */
  readonly #forms = new Map<string | null, number>();
  readonly #activities = new Map<string, number>();

  constructor(options: IndexedStatesOptions) {
    this.#options = options;
  }

  /** A document for each state of each record, in their order. Of a country that has no register any more there is none. */
  async documents(records: readonly ChangedRecord[]): Promise<{ record: ChangedRecord; document: Document }[]> {
    const states = records.flatMap((record) => record.states.map((state) => ({ record, state })));
    await this.#learn(states.map(({ state }) => state));
    const further = await this.#furtherNames(states);
    const byCountry = new Map(this.#options.registers.map((register) => [register.country.code, register]));
    return states.flatMap(({ record, state }) => {
      const register = byCountry.get(state.content.countryCode);
      return register ? [{ record, document: this.#document(state, register, further.get(state) ?? []) }] : [];
    });
  }

  #document({ content, otherNames, run }: State, register: RegisterRules, further: readonly OtherName[]): Document {
    const { derived } = this.#options;
    const registrations = (content.registrations ?? []) as Registration[];
    const number = derived.numberOf({ ...content, registrations }).number ?? '';
    const text = searchText({ name: content.canonicalName, number, registrations }, register);
    const names = indexedNames(text, otherNames ?? [...derived.otherNames(content), ...further]);
    const kinds = activitiesOf({ content, otherNames, run });
    const ids = (terms: readonly ActivityTerm[]) => terms.flatMap((term) => this.#activities.get(termKey(term)) ?? []);
    const [unlicensed, licensed] = [ids(kinds.unlicensed), ids(kinds.licensed)];
    const facts = {
      day: content.registeredAt ? dayNumber(content.registeredAt) : 0,
      status: statuses.indexOf(content.status as EntityStatus),
      country: countryNumber(content.countryCode),
      legalForm: this.#forms.get(content.legalForm) ?? 0,
      run,
      activities: unlicensed.length + licensed.length,
    };
    return {
      id: noId,
      facts: packFacts(facts),
      activities: packActivities(unlicensed, licensed),
      text: Buffer.from(text),
      otherNames: Buffer.from(names.otherNames ?? ''),
      words: Buffer.from(names.words ?? ''),
      address: Buffer.from(addressKey(derived.address(content)) ?? '', 'hex'),
    };
  }

  /** Reads the numbers of legal forms and activities that are not known yet. */
  async #learn(states: readonly State[]): Promise<void> {
    const { database } = this.#options;
    const forms = new Set(states.map(({ content }) => content.legalForm));
    const newForms = [...forms].filter((form) => form !== null && !this.#forms.has(form));
    const terms = new Map<string, ActivityTerm>();
    for (const kinds of states.map(activitiesOf))
      for (const term of [...kinds.unlicensed, ...kinds.licensed])
        if (!this.#activities.has(termKey(term))) terms.set(termKey(term), term);
    if (newForms.length > 0)
      for (const { id, value } of (await database.query(listForms, [newForms])).rows) this.#forms.set(value, id);
    const all = [...terms.values()];
    if (all.length === 0) return;
    const values = [all.map(({ scheme }) => scheme), all.map(({ code }) => code), all.map(({ label }) => label)];
    for (const row of (await database.query(listActivities, values)).rows) this.#activities.set(termKey(row), row.id);
  }

  /** The names that LEIs add, of the states whose names are not in the log. An erased record has none. */
  async #furtherNames(states: readonly { record: ChangedRecord; state: State }[]): Promise<Map<State, OtherName[]>> {
    const { database, derived } = this.#options;
    const keyed = states.flatMap(({ record, state }) => {
      const { content } = state;
      const registrations = (content.registrations ?? []) as Registration[];
      const keys = state.otherNames
        ? undefined
        : derived.keysOf({ ...content, registrations, ...derived.numberOf({ ...content, registrations }) });
      const own = keys?.numbers.map((number): CompanyKey => ({ registerId: keys.registerId, number })) ?? [];
      return own.length > 0 ? [{ record, state, own }] : [];
    });
    const allKeys = keyed.flatMap(({ own }) => own);
    const leis = allKeys.length > 0 ? await leisOf(database, allKeys) : new Map<string, StoredLei[]>();
    const found = keyed.flatMap(({ record, state, own }) => {
      const some = own.flatMap((key) => leis.get(leiKey(key)) ?? []);
      const names = some.length > 0 ? derived.furtherNames(state.content, some) : [];
      return names.length > 0 ? [{ record, state, names }] : [];
    });
    const ids = found.map(({ record }) => record.entityId);
    const erased = ids.length > 0 ? await erasedAmong(database, ids) : new Set();
    return new Map(found.flatMap(({ record, state, names }) => (erased.has(record.entityId) ? [] : [[state, names]])));
  }
}
