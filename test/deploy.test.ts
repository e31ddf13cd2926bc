import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load, loadAll } from 'js-yaml';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../src/kernel/config.ts';
import { createMetrics } from '../src/operations/metrics.ts';
import { has } from './support/programs.ts';

const deploy = new URL('../deploy/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, deploy), 'utf8');

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: a manifest of any kind; its schema is checked below.
  [part: string]: any;
}
interface Kustomization {
  resources: string[];
  patches?: { path: string }[];
  configMapGenerator?: { files: string[] }[];
}

const base = load(read('base/kustomization.yaml')) as Kustomization;
const overlay = load(read('overlays/production/kustomization.yaml')) as Kustomization;
const manifests = base.resources.flatMap((file) => loadAll(read(`base/${file}`)) as Manifest[]);
const named = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** All objects within one. */
const within = (value: unknown): Record<string, unknown>[] =>
  value === null || typeof value !== 'object' ? [] : [value as Record<string, unknown>, ...Object.values(value).flatMap(within)];
// biome-ignore lint/suspicious/noExplicitAny: as above.
const podsOf = (manifest: Manifest): any[] => within(manifest).filter((one) => Array.isArray(one['containers']));

describe('the manifests for Kubernetes', () => {
  test('all files that are there are used, and those that are used are there', () => {
    const used = [...base.resources, ...(base.configMapGenerator ?? []).flatMap(({ files }) => files), 'kustomization.yaml'];
    const there = readdirSync(new URL('base', deploy), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.includes('.'),
    );
    expect(there.toSorted()).toEqual(used.toSorted());
    for (const { path } of overlay.patches ?? []) {
      const patch = load(read(`overlays/production/${path}`)) as Manifest;
      expect(manifests.map(named)).toContain(named(patch));
    }
  });

  test.each(
    manifests.filter(({ kind }) => kind !== 'ServiceMonitor').map((one) => [named(one), one] as const),
  )('%s fits the schema of Kubernetes', async (_name, manifest) => {
    const models = await import(`kubernetes-models/${manifest.apiVersion}`);
    const Model = models[manifest.kind];
    expect(() => new Model(manifest).validate()).not.toThrow();
    expect(() =>
      new Model({ ...manifest, spec: 'nonsense', data: 'nonsense', automountServiceAccountToken: 7 }).validate(),
    ).toThrow();
  });

  test('nothing runs as root, writes to its file system, gains privileges or is without limits', () => {
    const pods = manifests.flatMap(podsOf);
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.anything() },
          limits: { memory: expect.anything() },
        });
        expect(container.image).toMatch(/^company-registry:\d+\.\d+\.\d+$/);
      }
    }
  });

  test('an instance has longer to stop than it needs, and is asked often enough whether it is ready', () => {
    const [pod] = manifests.filter(({ kind }) => kind === 'Deployment').flatMap(podsOf);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(15);
    const [{ readinessProbe }] = pod.containers;
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold).toBeLessThan(3);
  });

  test('the settings are settings of the service', () => {
    const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.['data'];
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    for (const name of Object.keys(settings)) expect(example, name).toMatch(new RegExp(`^${name}=`, 'm'));
    expect(loadConfig(settings).metricsPort).toBe(9464);
  });

  test.skipIf(!has('kustomize'))('kustomize builds the overlay', () => {
    const built = spawnSync('kustomize', ['build', fileURLToPath(new URL('overlays/production', deploy))], { encoding: 'utf8' });
    expect([built.status, built.stderr]).toEqual([0, '']);
  });
});

describe('alerts and dashboard', () => {
  const pool = { query: async () => ({ rows: [] }) };
  const watched = { waitingSearches: () => 0, replicaLag: () => 0, isOnReplica: () => false };
  const { registry } = createMetrics({ pool: pool as never, watched, version: '0' });
  const known = registry.getMetricsAsArray().map(({ name }) => name);
  const ours = /\b(?!up\b)[a-z]+(?:_[a-z\d]+)+\b(?=[{[)]|$| )/g;
  const metricsIn = (expression: string) =>
    [...expression.replaceAll(/"[^"]*"|\{\{.*?\}\}|by \([^)]*\)|histogram_quantile/g, '').matchAll(ours)].map(([name]) =>
      name.replace(/_(count|bucket|sum)$/, ''),
    );

  test('ask for metrics that there are', () => {
    expect(registry).toBeInstanceOf(Registry);
    const { groups } = load(read('base/monitoring/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] };
    const { panels } = JSON.parse(read('base/monitoring/dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
    const expressions = [
      ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const asked = new Set(expressions.flatMap(metricsIn));
    expect(asked.size).toBeGreaterThan(10);
    expect([...asked].filter((name) => !known.includes(name))).toEqual([]);
  });

  test.skipIf(!has('promtool'))('promtool finds nothing wrong with the alerts', () => {
    const file = fileURLToPath(new URL('base/monitoring/alerts.yaml', deploy));
    expect(existsSync(file)).toBe(true);
    const checked = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, '']);
  });
});
