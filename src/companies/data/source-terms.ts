import type { Activity, PrismaClient } from '../../database/client.ts';

type ActivityTerm = Pick<Activity, 'code' | 'label' | 'scheme'>;

/** The terms that records refer to by id: activities and the column names of sources. They never change, so each is read once. */
export class SourceTerms {
  readonly #prisma: PrismaClient;
  readonly #activities = new Map<number, ActivityTerm>();
  readonly #layouts = new Map<number, string[]>();

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async activities(ids: readonly number[]): Promise<ActivityTerm[]> {
    const unknown = ids.filter((id) => !this.#activities.has(id));
    if (unknown.length > 0) {
      const found = await this.#prisma.activity.findMany({ where: { id: { in: unknown } } });
      for (const { id, code, label, scheme } of found) this.#activities.set(id, { code, label, scheme });
    }
    return ids.flatMap((id) => this.#activities.get(id) ?? []);
  }

  /** The column names of a source file, in its order. */
  async columns(layoutId: number): Promise<string[]> {
    const known = this.#layouts.get(layoutId);
    if (known) return known;
    const layout = await this.#prisma.sourceLayout.findUniqueOrThrow({ where: { id: layoutId } });
    const columns = layout.columns as string[];
    this.#layouts.set(layoutId, columns);
    return columns;
  }
}
