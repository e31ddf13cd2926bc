import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { environment } from '../src/config/environment.ts';
import { readCompose, type Service } from './support/compose.ts';

const root = new URL('../', import.meta.url);
const files = ['compose.yaml', 'compose.identity.yaml'];
const main = readCompose('compose.yaml');
const all = files.map((file) => ({ file, ...readCompose(file) }));
const named = (name: string): Service => {
  const service = main.services[name];
  if (!service) throw new Error(`compose.yaml has no service ${name}.`);
  return service;
};
const ours = Object.entries(main.services).filter(([, { build }]) => build !== undefined);

/** Settings that compose.yaml does not hand on, and why. */
const decided = {
  'by the image': ['NODE_ENV', 'DATA_DIR'],
  'by the port that is published': ['PORT', 'HOST'],
  'by PostgreSQL and Redis beside it': [
    ...['DATABASE_URL_DIRECT', 'DATABASE_URL_REPLICA', 'DATABASE_SERVING_ROLE', 'DATABASE_IMPORTING_ROLE'],
    ...['REDIS_CA_FILE', 'REDIS_SENTINEL_PASSWORD'],
  ],
  'by being production': ['ALLOW_INSECURE_DEVELOPMENT'],
  'by their names in upper case': ['http_proxy', 'https_proxy', 'no_proxy'],
};

describe.each(all)('$file', ({ services, volumes = {} }) => {
  const known = { ...main.services, ...services };

  test('refers to services, volumes and files that there are', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(known), name).toContain(other);
      if (service.network_mode) expect(Object.keys(known)).toContain(service.network_mode.replace('service:', ''));
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) expect(existsSync(new URL(source, root)), volume).toBe(true);
        else expect(Object.keys({ ...main.volumes, ...volumes }), volume).toContain(source);
      }
      if (service.build) expect(existsSync(new URL(`${service.build}/Dockerfile`, root))).toBe(true);
    }
  });

  test('has settings of the service alone, each handed on under its own name', () => {
    for (const name of ['web', 'command', 'migrate']) {
      for (const [setting, value] of Object.entries(services[name]?.environment ?? {})) {
        expect(Object.keys(environment.shape), setting).toContain(setting);
        const [, variable = setting] = /^\$\{(\w+)/.exec(value) ?? [];
        expect(variable).toBe(setting);
      }
    }
  });
});

test('every setting of the service is handed on, or decided by compose.yaml', () => {
  const given = [...Object.keys(named('web').environment ?? {}), ...Object.values(decided).flat()];
  expect(given.toSorted()).toEqual(Object.keys(environment.shape).toSorted());
  expect(named('command').environment).toEqual(named('web').environment);
});

test('a setting without a value is empty, and so unset; only what production requires must be given', () => {
  const required = Object.entries(named('web').environment ?? {}).filter(([, value]) => value.includes(':?'));
  expect(required.map(([name]) => name)).toEqual(['DATABASE_URL', 'OIDC_ISSUER', 'SESSION_SECRET']);
});

test('our containers cannot change their files, and have no privileges', () => {
  expect(ours.map(([name]) => name)).toEqual(['migrate', 'web', 'command']);
  for (const [, service] of ours)
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
});

test('the folder of the image for snapshots and downloads is written by commands and read by the service', () => {
  const dockerfile = readFileSync(new URL('Dockerfile', root), 'utf8');
  const [, folder = ''] = /^ENV DATA_DIR=(\S+)$/m.exec(dockerfile) ?? [];
  expect(dockerfile).toMatch(new RegExp(`chown node:node .*${folder}\\nUSER node`));
  expect([named('web').volumes, named('command').volumes]).toEqual([[`data:${folder}:ro`], [`data:${folder}`]]);
});

test('commands have a temporary folder: an import of a workbook needs one', () => {
  expect(named('command').tmpfs).toEqual(['/tmp']);
});

test('an instance has the time to stop that it needs', () => {
  expect(named('web').stop_grace_period).toBe('15s');
});

const program = ['docker-compose', 'docker'].find(
  (one) => spawnSync(one, one === 'docker' ? ['compose', 'version'] : ['version']).status === 0,
);
test.skipIf(!program)('docker compose reads the files, with all their profiles', () => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    POSTGRES_PASSWORD: 'x',
    OIDC_ISSUER: '-',
    SESSION_SECRET: 'x',
    KEYCLOAK_PASSWORD: 'x',
  };
  const words = [...(program === 'docker' ? ['compose'] : []), '--profile', 'command'];
  for (const chosen of [files.slice(0, 1), files]) {
    const read = spawnSync(program ?? '', [...words, ...chosen.flatMap((file) => ['-f', file]), 'config'], {
      cwd: fileURLToPath(root),
      env,
      encoding: 'utf8',
    });
    expect([read.status, read.stderr]).toEqual([0, '']);
    expect(read.stdout).toMatch(/^ {2}command:$/m);
  }
});
