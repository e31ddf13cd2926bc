import type { PlainCommand } from '../../src/command-line/command.ts';

export const command: PlainCommand = {
  name: 'compile',
  summary: 'Loads all code, so that Node keeps it compiled for the next start. An installation runs it.',
  usage: 'bin/registry compile',
  needs: 'nothing',
  run: async ({ commands }) => {
    await commands();
    await import('../service.ts');
    // The threads of the search load them.
    await import('../../src/search/engine/scan-thread.ts');
    await import('../../src/search/segments/segment-loader.ts');
    await import('../../src/search/vocabulary/vocabulary-thread.ts');
  },
};
