import type { Service } from '../../test/support/compose.ts';

/** What is run in a container of the image. */
export interface Run {
  /** How it is kept in: a service of compose.yaml. */
  service: Service;
  env: { [name: string]: string };
  mounts: { from: string; to: string; isReadOnly: boolean }[];
  /** Unset: the command of the image. */
  words?: string[];
}

/** What the image says of itself. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The words for `unshare` that run a command in the mounted files of an image: in namespaces of its own for mounts and
 * processes, with the limits of the service. The kernel enforces them; there is no filter of system calls.
 */
export function sandboxed(root: string, image: ImageConfig, { service, env, mounts, words = image.Cmd }: Run): string[] {
  const inside = (place: string) => quoted(`${root}${place}`);
  const hasNoCapabilities = service.cap_drop?.includes('ALL');
  const gainsNothing = service.security_opt?.some((option) => option.startsWith('no-new-privileges'));
  const limits = [
    `--reuid=${image.User} --regid=${image.User} --init-groups`,
    ...(hasNoCapabilities ? ['--bounding-set=-all --inh-caps=-all --ambient-caps=-all'] : []),
    ...(gainsNothing ? ['--no-new-privs'] : []),
  ];
  const variables = [...image.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const script = [
    'mount --make-rprivate /',
    `mount --bind ${inside('')} ${inside('')}`,
    `mount -t proc proc ${inside('/proc')}`,
    `mount --rbind /dev ${inside('/dev')}`,
    ...(service.tmpfs ?? []).flatMap((place) => [
      `mkdir -p ${inside(place)}`,
      `mount -t tmpfs -o mode=1777 tmpfs ${inside(place)}`,
    ]),
    ...mounts.flatMap(({ from, to, isReadOnly }) => [
      `mkdir -p ${inside(to)}`,
      `mount --bind ${quoted(from)} ${inside(to)}`,
      ...(isReadOnly ? [`mount -o remount,bind,ro ${inside(to)}`] : []),
    ]),
    ...(service.read_only ? [`mount -o remount,bind,ro ${inside('')}`] : []),
    `exec chroot ${inside('')} setpriv ${limits.join(' ')} env --ignore-environment --chdir=${quoted(image.WorkingDir)} \\`,
    `  ${[...variables, ...words].map(quoted).join(' ')}`,
  ];
  return ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script.join('\n')];
}
