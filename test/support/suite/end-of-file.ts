import { afterAll } from 'vitest';
import { endAll } from './ends.ts';

// Hooks at the end run in reverse order, so this one runs after those of the file.
afterAll(endAll);
