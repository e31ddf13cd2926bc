import { join } from 'node:path';
import type { Command, CommandContext } from '../../command-line/command.ts';
import { isGleif, readGleif, sayGleif } from './gleif-request.ts';
import { importRegister } from './import.ts';
import type { ImportSummary } from './import-job.ts';
import { describeImport, sayImported } from './record-failure.ts';
import { type ImportRequest, list, readRequest, usage } from './request.ts';
import { samplesUrl } from './sample-source.ts';

export const command: Command = {
  name: 'import',
  summary: 'Imports the file of a register as its new state, or the identifiers of gleif. --list shows the registers.',
  usage,
  needs: { migratedDatabaseTo: 'import' },
  run: async (parts) => {
    if (isGleif(parts.words[0])) return sayGleif(parts, readGleif(parts.words));
    const request = readRequest(parts.words);
    if (request) await sayImport(parts, request);
    else parts.print(list());
  },
};

/** Runs an import for a command and prints its result, also if it was interrupted. */
export const sayImport = (parts: CommandContext, request: ImportRequest): Promise<void> =>
  sayImported(parts, request.register.id, request.path, () => importFor(parts, request));

/** Runs an import for a command and shows its progress. Returns the summary as text. */
export function importFor(parts: CommandContext, request: ImportRequest): Promise<string> {
  const rejectsDir = join(parts.config.dataDir, 'rejects');
  return describeImport(
    parts,
    request.register.id,
    (options) => importRegister({ ...request, ...options, rejectsDir }),
    (summary, seconds) => describe(request, summary, seconds),
  );
}

function describe({ register, path, sourceUrl }: ImportRequest, summary: ImportSummary, seconds: number): string {
  if (summary.sameFile) return `${register.id}: ${path} is the file that is served already: nothing to do.`;
  const counts = (['read', 'added', 'changed', 'unchanged', 'removed', 'rejected'] as const).map(
    (name) => `${name} ${summary[name]}`,
  );
  const lines = [`${register.id}: ${counts.join(', ')}, in ${seconds.toFixed(1)} seconds.`];
  // Samples have no day.
  if (sourceUrl !== samplesUrl) lines.push(dayOf(summary));
  if (summary.missing.length > 0) lines.push(`Not among the files, and not needed: ${summary.missing.join(', ')}.`);
  if (summary.persons > 0) lines.push(`Rows about natural persons, which are not kept: ${summary.persons}.`);
  if (summary.rejectsFile) lines.push(`The rejected rows, with their reasons, are in ${summary.rejectsFile}.`);
  if (summary.heldBack > 0)
    lines.push(
      `Not removed, though the file lacks them: ${summary.heldBack} companies. ` +
        `${summary.unreadRows} of the rejected rows have no ` +
        'number that can be read, and may be theirs. A file without such rows removes them, and so does --allow-removals.',
    );
  const { rows, numbers, examples } = summary.repeated;
  if (rows > 0) {
    const named = shortened(examples, numbers);
    lines.push(`Rows whose number came again later in the file: ${rows}. The later ones were taken: ${named}.`);
  }
  if (summary.unknownStates.length > 0) {
    const named = summary.unknownStates.map(({ state, rows }) => `${state} (${rows})`);
    lines.push(`States that no table knows, which are served as unknown: ${shortened(named, named.length)}.`);
  }
  if (summary.unknownForms.length > 0) {
    const named = summary.unknownForms.map(({ form, rows }) => `${form} (${rows})`);
    lines.push(`Legal forms that no table has, so their code and group are null: ${shortened(named, named.length)}.`);
  }
  if (summary.respelt.length > 0)
    lines.push(
      `Numbers that rows of one company spell in different ways: ${shortened(summary.respelt, summary.respelt.length)}.`,
    );
  return lines.join('\n');
}

const maxNamed = 20;

function shortened(examples: readonly string[], count: number): string {
  const shown = examples.slice(0, maxNamed);
  return `${shown.join(', ')}${count > shown.length ? ` and ${count - shown.length} more` : ''}`;
}

/** If the day of one of the files is unknown, they cannot be compared by age. */
function dayOf({ fileDate, servedDate }: ImportSummary): string {
  if (fileDate !== null) return `The file is of ${fileDate}.`;
  const before = servedDate === null ? '' : `, so nobody can tell whether it is older than what was served, of ${servedDate}`;
  return `The day of the file is not known${before}.`;
}
