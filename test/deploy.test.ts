import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load, loadAll } from 'js-yaml';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../app/commands.ts';
import { loadConfig } from '../src/config/config.ts';
import { environment } from '../src/config/environment.ts';
import { createMetrics } from '../src/monitoring/metrics.ts';
import { sessionSecret } from './support/browser/sign-in.ts';
import { readCompose } from './support/compose.ts';
import { has } from './support/suite/programs.ts';

const deploy = new URL('../deploy/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, deploy), 'utf8');
const guide = readFileSync(new URL('../docs/operators/kubernetes.md', import.meta.url), 'utf8');

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: a manifest of any kind; its schema is checked below.
  [part: string]: any;
}
interface Kustomization {
  resources: string[];
  namespace?: string;
  components?: string[];
  patches?: { path: string }[];
  configMapGenerator?: { files: string[] }[];
}

const base = load(read('base/kustomization.yaml')) as Kustomization;
const overlay = load(read('overlays/production/kustomization.yaml')) as Kustomization;
/** Components are parts that an overlay may leave out. */
const components = readdirSync(new URL('components', deploy)).map((name) => ({
  folder: `components/${name}`,
  ...(load(read(`components/${name}/kustomization.yaml`)) as Kustomization),
}));
const folders = [{ folder: 'base', ...base }, ...components];
const manifests = folders.flatMap(({ folder, resources }) =>
  resources.flatMap((file) => loadAll(read(`${folder}/${file}`)) as Manifest[]),
);
const patches = [{ folder: 'overlays/production', ...overlay }, ...components].flatMap(({ folder, patches = [] }) =>
  patches.map(({ path }) => load(read(`${folder}/${path}`)) as Manifest),
);
const named = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** All objects within one. */
const within = (value: unknown): Record<string, unknown>[] =>
  value === null || typeof value !== 'object' ? [] : [value as Record<string, unknown>, ...Object.values(value).flatMap(within)];
// biome-ignore lint/suspicious/noExplicitAny: as above.
const podsOf = (manifest: Manifest): any[] => within(manifest).filter((one) => Array.isArray(one['containers']));

describe('the manifests for Kubernetes', () => {
  test('all files that are there are used, and those that are used are there', () => {
    for (const { folder, resources, patches: own = [], configMapGenerator = [] } of folders) {
      const generated = configMapGenerator.flatMap(({ files }) => files);
      const used = [...resources, ...generated, ...own.map(({ path }) => path), 'kustomization.yaml'];
      const there = readdirSync(new URL(folder, deploy), { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.includes('.'),
      );
      expect(there.toSorted(), folder).toEqual(used.toSorted());
    }
    for (const patch of patches) expect(manifests.map(named)).toContain(named(patch));
    expect(overlay.components?.toSorted()).toEqual(components.map(({ folder }) => `../../${folder}`).toSorted());
  });

  test('each command that a schedule needs has a job, and the job runs a command that there is', async () => {
    const jobs = manifests.filter(({ kind }) => kind === 'CronJob').flatMap(podsOf);
    const words = jobs.map(({ containers: [{ command }] }) => command as string[]);
    expect(words.map(([program]) => program)).toEqual(words.map(() => 'bin/registry'));
    expect(words.map(([, name]) => name).toSorted()).toEqual(['billing:reconcile', 'fetch', 'fetch', 'retention', 'snapshot']);
    expect(words.map(([, , source]) => source)).toContain('gleif');
    const known = (await allCommands()).map(({ name }) => name);
    for (const [, name] of words) expect(known).toContain(name);
  });

  test('the ingress has TLS for its host, which is that of BASE_URL, in the base and in the overlay', () => {
    const own = (kind: string, from: Manifest[]) => from.find((one) => one.kind === kind);
    for (const from of [manifests, patches]) {
      const { spec } = own('Ingress', from) as Manifest;
      const host = new URL(own('ConfigMap', from)?.['data'].BASE_URL).host;
      expect(spec.rules.map((rule: { host: string }) => rule.host)).toEqual([host]);
      expect(spec.tls).toEqual([{ hosts: [host], secretName: 'company-registry-tls' }]);
      const [{ service }] = spec.rules[0].http.paths.map(({ backend }: Manifest) => backend);
      expect(manifests.map(named)).toContain(`Service ${service.name}`);
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
    expect(pods).toHaveLength(7);
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

  test('what a manifest refers to is there: accounts, settings, secrets, volumes, ports, and whom it is about', () => {
    const secrets = [...guide.matchAll(/create secret generic (\S+)/g)].map(([, name]) => name);
    const names = (kind: string) => manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
    const labels = manifests.flatMap((one) => within(one).flatMap(({ template }) => template ?? [])) as Manifest[];
    const apps = labels.flatMap((template) => template.metadata?.['labels' as never]?.['app'] ?? []);
    expect(guide).toContain(`kubectl create namespace ${overlay.namespace}\n`);
    const pods = manifests.flatMap(podsOf);
    const ports = pods.flatMap(({ containers }) => containers.flatMap((one: Manifest) => one['ports'] ?? []));
    for (const pod of pods) {
      expect(names('ServiceAccount')).toContain(pod.serviceAccountName);
      for (const { envFrom = [], volumeMounts = [] } of pod.containers) {
        for (const { configMapRef, secretRef } of envFrom) {
          if (configMapRef) expect(names('ConfigMap')).toContain(configMapRef.name);
          if (secretRef) expect(secrets).toContain(secretRef.name);
        }
        for (const { persistentVolumeClaim: claim } of pod.volumes ?? [])
          if (claim) expect(names('PersistentVolumeClaim')).toContain(claim.claimName);
        const volumes = (pod.volumes ?? []).map(({ name }: { name: string }) => name);
        expect(volumeMounts.map(({ name }: { name: string }) => name)).toEqual(volumes);
      }
    }
    for (const { matchLabels } of within(manifests).flatMap(
      ({ selector, podSelector }) => (selector ?? podSelector ?? []) as never[],
    ))
      if (matchLabels) expect(apps).toContain(matchLabels['app']);
    for (const { scaleTargetRef } of within(manifests) as Manifest[])
      if (scaleTargetRef) expect(manifests.map(named)).toContain(`${scaleTargetRef.kind} ${scaleTargetRef.name}`);
    const targets = manifests.filter(({ kind }) => kind === 'Service').flatMap(({ spec }) => spec.ports);
    for (const { targetPort } of targets) expect(ports.map(({ name }) => name)).toContain(targetPort);
  });

  test('an import has a temporary folder, which a workbook needs, at the place where compose.yaml has one', () => {
    const jobs = manifests.filter(({ kind }) => kind === 'CronJob').flatMap(podsOf);
    const [place] = readCompose('compose.yaml').services['command']?.tmpfs ?? [];
    for (const pod of jobs.filter(({ containers: [{ command }] }) => command.includes('--import'))) {
      const places = pod.containers[0].volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
      expect(places).toContain(place);
    }
  });

  test('the settings are settings of the service, and with the secrets of the guide it can do all but sell plans, send e-mails and show itself to operators', () => {
    const maps = [...manifests, ...patches].filter(({ kind }) => kind === 'ConfigMap');
    const settings = Object.assign({}, ...maps.map(({ data }) => data));
    const literals = [...guide.matchAll(/--from-literal=(\w+)/g)].map(([, name = '']) => name);
    const inPods = manifests.flatMap(podsOf).flatMap(({ containers }) => containers.flatMap((one: Manifest) => one['env'] ?? []));
    const names = [...Object.keys(settings), ...literals, ...inPods.map(({ name }) => name)];
    expect(names.filter((name) => !(name in environment.shape))).toEqual([]);
    const secrets = { DATABASE_URL: 'postgresql://db/x', REDIS_URL: 'redis://redis', SESSION_SECRET: sessionSecret };
    for (const name of Object.keys(secrets)) expect(literals).toContain(name);
    const config = loadConfig({ NODE_ENV: 'production', ...settings, ...secrets });
    expect(config.limitations.flatMap(({ missing }) => missing).filter((name) => !name.startsWith('STRIPE_'))).toEqual([
      'OPERATORS',
      'SECRET_SCANNING_KEYS_URL',
      'SMTP_URL',
      'MAIL_FROM',
    ]);
  });

  test.skipIf(!has('kustomize'))('kustomize builds the overlay', () => {
    const built = spawnSync('kustomize', ['build', fileURLToPath(new URL('overlays/production', deploy))], { encoding: 'utf8' });
    expect([built.status, built.stderr]).toEqual([0, '']);
  });
});

describe('alerts and dashboard', () => {
  const pool = { query: async () => ({ rows: [] }) };
  const companies = {
    waitingSearches: () => 0,
    replicaLag: () => 0,
    isOnReplica: () => false,
    lastImports: async () => [],
    failedImports: async () => [],
    updateIntervals: [],
  };
  const { registry } = createMetrics({
    pool: pool as never,
    companies,
    webhooks: { waiting: async () => ({ due: 0, seconds: 0 }) },
    version: '0',
  });
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
