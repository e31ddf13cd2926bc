import { before, type Content, contentColumns, contentOf, type FieldChange, type Stored } from '../company/content/content.ts';
import type { RecordIdentifier } from '../company/identifiers.ts';
import type { OtherName } from '../company/other-names.ts';
import { Personal } from '../company/personal/personal.ts';
import type { RegisterRules } from '../company/register.ts';
import type { Change, Entity } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { DerivedFields } from './derived-fields.ts';
import { runsOf } from './provenance.ts';
import type { CompanyRecord } from './records.ts';
import type { SourceTerms } from './source-terms.ts';

type Now = Stored & Pick<Entity, 'registerId' | 'countryCode' | 'importRunId'>;
type Step = Pick<Change, 'previousRun'> & { fields: FieldChange[] };

const findSteps = sql<Partial<Now> & { steps: Step[] }>`SELECT ${contentColumns}, register_id AS "registerId",
    country_code AS "countryCode", import_run_id AS "importRunId", coalesce((
    SELECT json_agg(json_build_object('previousRun', previous_run, 'fields', fields) ORDER BY version DESC, position DESC)
    FROM change WHERE entity_id = wanted.id
      AND version > coalesce((SELECT version FROM change_set WHERE at <= $2 ORDER BY version DESC LIMIT 1), 0)
  ), '[]') AS steps
  FROM (SELECT $1::uuid AS id) AS wanted LEFT JOIN entity ON entity.id = wanted.id`;

/** Records as they were served in the past, without personal data. */
export function pastRecords(pool: Queries, terms: SourceTerms, registers: readonly RegisterRules[]) {
  const derived = new DerivedFields(registers);
  const personal = new Map(registers.map((register) => [register.id, new Personal(register)]));

  /**
   * The record as it was served at a past moment; undefined if it was not served then. The changes since then are undone on the
   * current record. One statement reads both, so no import comes in between.
   */
  async function at(id: string, moment: Date): Promise<CompanyRecord | undefined> {
    const { rows } = await pool.query({ name: 'record at', text: findSteps, values: [id, moment] });
    const [row] = rows;
    if (!row) return undefined;
    const { steps, ...now } = row;
    let content: Content | undefined;
    let run: string | null = null;
    if (now.registerId) {
      const whole = await contentOf((now as Now).countryCode, now as Now, terms);
      content = personal.get(now.registerId)?.without(whole) ?? whole;
      run = (now as Now).importRunId;
    }
    let identifiers: RecordIdentifier[] | undefined;
    let otherNames: OtherName[] | undefined;
    for (const { fields, previousRun } of steps) {
      content = before(content, fields);
      const oldAt = (wanted: string) => fields.find(([path]) => path === wanted)?.[1];
      identifiers = (oldAt('/identifiers') as RecordIdentifier[] | undefined) ?? identifiers;
      otherNames = (oldAt('/otherNames') as OtherName[] | undefined) ?? otherNames;
      run = previousRun;
    }
    const came = run && content && (await runsOf(pool, [run])).get(run);
    if (!content || !came || came.servedSince > moment) return undefined;
    const { provenance, servedSince } = came;
    const { registry, sourceData, registrations, registeredAt, endedAt, ...summary } = content;
    return {
      id,
      ...summary,
      registeredAt: registeredAt === null ? null : new Date(registeredAt),
      endedAt: endedAt === null ? null : new Date(endedAt),
      number: derived.numberOf(content).number,
      updatedAt: provenance.importedAt,
      past: { registry, sourceData, registrations, provenance, servedSince, moment, identifiers, otherNames },
    };
  }

  return { at };
}
