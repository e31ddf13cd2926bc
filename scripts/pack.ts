/** Builds the packages of the clients into a folder: `dist/`, or the one that is named. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonWith } from '../test/support/suite/programs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'dist'));
mkdirSync(folder, { recursive: true });
const stdio = ['ignore', 'ignore', 'inherit'] as const;
// The packages contain types that are made of the contract.
execFileSync('node', ['scripts/make-types.ts'], { cwd: root, stdio: [...stdio] });
execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: join(root, 'clients/typescript'), stdio: [...stdio] });

const python = pythonWith(['setuptools', 'wheel']);
if (!python) throw new Error('The wheel needs a python3 from version 3.11 on with setuptools and wheel.');
// The build leaves files beside the sources, so it has a copy of them. It needs no network.
const copy = mkdtempSync(join(tmpdir(), 'registry-wheel-'));
cpSync(join(root, 'clients/python'), copy, { recursive: true, filter: (path) => !/(?:__pycache__|\.\w+_cache)$/.test(path) });
const build = 'import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])';
execFileSync(python, ['-c', build, folder], { cwd: copy, stdio: [...stdio] });
rmSync(copy, { recursive: true });
