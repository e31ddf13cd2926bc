import { readFileSync } from 'node:fs';

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  /** A folder of this project. */
  link?: boolean;
  dependencies?: Record<string, string>;
}

const folder = 'node_modules/';
const nameOf = (path: string) => path.slice(path.lastIndexOf(folder) + folder.length);
const reference = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The software bill of materials of the image, in CycloneDX 1.6. It is read from the lock file alone, without a time or a
 * random number, so that it is the same on every machine and can be checked for drift.
 */
export function billOfMaterials(lockFile: URL): string {
  const lock: { name: string; version: string; packages: Record<string, Locked> } = JSON.parse(readFileSync(lockFile, 'utf8'));
  // The image is installed without development tools, optional packages and the packages of clients.
  const shipped = new Map(
    Object.entries(lock.packages).filter(
      ([path, { dev, optional, devOptional, link }]) => path.startsWith(folder) && !link && !dev && !optional && !devOptional,
    ),
  );
  const root = reference(lock.name, lock.version);
  const dependencies = [['', lock.packages[''] as Locked] as const, ...shipped].map(([path, locked]) => ({
    ref: path ? reference(nameOf(path), locked.version) : root,
    dependsOn: Object.keys(locked.dependencies ?? {})
      .map((name) => resolve(shipped, path, name))
      .sort(),
  }));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { 'bom-ref': root, type: 'application', name: lock.name, version: lock.version, purl: root } },
    components: unique(
      [...shipped].map(([path, locked]) => componentOf(nameOf(path), locked)),
      (one) => one['bom-ref'],
    ),
    dependencies: unique(dependencies, ({ ref }) => ref),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function componentOf(name: string, { version, license, integrity }: Locked) {
  const purl = reference(name, version);
  const [algorithm, digest] = integrity?.split('-') ?? [];
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    ...(license && { licenses: [licenceOf(license)] }),
    ...(algorithm === 'sha512' &&
      digest && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
}

const licenceOf = (words: string) => (/ /.test(words) ? { license: { name: words } } : { license: { id: words } });

/** Node looks for a package below the one that needs it, and then below each of its parents. */
function resolve(shipped: Map<string, Locked>, from: string, name: string): string {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf(folder) - 1))) {
    const found = shipped.get(`${place ? `${place}/` : ''}${folder}${name}`);
    if (found) return reference(name, found.version);
    if (!place) throw new Error(`The lock file lacks ${name}, which ${from || 'the service'} needs.`);
  }
}

/** The same version may be installed in several places. */
const unique = <One>(all: One[], key: (one: One) => string): One[] =>
  [...new Map(all.map((one) => [key(one), one])).values()].sort((one, other) => (key(one) < key(other) ? -1 : 1));
