import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

test('without a builder the image drill says what is missing, and that nothing was run', () => {
  const nothing = mkdtempSync(join(tmpdir(), 'registry-path-'));
  onTestFinished(() => rmdirSync(nothing));
  const main = fileURLToPath(new URL('../../drill/main.ts', import.meta.url));
  const drill = spawnSync(process.execPath, [main, 'image'], { env: { PATH: nothing }, encoding: 'utf8' });
  expect([drill.status, drill.stdout]).toEqual([
    3,
    'image: NOT RUN. No builder can be used here. One of docker, buildah, podman must answer to "info"; buildah needs root.\n',
  ]);
});
