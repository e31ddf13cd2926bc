import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';

test('fails while a program of which nobody knows holds the streams of the run', () => {
  const { pid } = spawn('sleep', ['7200'], { stdio: ['ignore', 'inherit', 'inherit'] });
  expect(String(pid), 'this is told to whoever reads the failure').toBe('none');
});
