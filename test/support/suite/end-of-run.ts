import type { VitestPluginContext } from 'vitest/node';
import { RunFolder } from './run-folder.ts';

/** How long a run may take to end by itself once its result is shown, and then once nothing that it started is left. */
const patienceMs = { toEnd: 15_000, withoutProcesses: 15_000, ending: 5_000 };

/** Ends what the tests of a run left behind, and the run itself if it does not end: it waits for whoever holds its streams. */
export const endOfRun = {
  name: 'end-of-run',
  configureVitest({ vitest, project }: VitestPluginContext): void {
    const folder = new RunFolder();
    project.config.env = { ...project.config.env, TMPDIR: folder.path };
    if (!vitest.config.watch) vitest.config.reporters.push({ onTestRunEnd: () => endInTime(folder) });
    vitest.onClose(async () => {
      await folder.endProcesses(patienceMs.ending);
      folder.remove();
    });
  },
};

/** The timers keep no run alive. */
function endInTime(folder: RunFolder): void {
  const endProcesses = async () => {
    await folder.endProcesses(0);
    setTimeout(giveUp, patienceMs.withoutProcesses).unref();
  };
  setTimeout(endProcesses, patienceMs.toEnd).unref();
}

function giveUp(): void {
  process.stderr.write('The run has shown its result, and does not end by itself.\n');
  process.exit(1);
}
