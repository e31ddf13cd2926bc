import { execFile, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Service } from '../../test/support/compose.ts';
import { Container } from './container.ts';
import { Impossible } from './impossible.ts';
import { type ImageConfig, type Run, sandboxed } from './sandbox.ts';

const run = promisify(execFile);

/** In the order in which they are tried: podman answers also where its runtime cannot start a container. */
const programs = ['docker', 'buildah', 'podman'] as const;
type Program = (typeof programs)[number];

const succeeds = (program: string, ...words: string[]) => spawnSync(program, words, { stdio: 'ignore' }).status === 0;

/** Whether a program is there and can be used: docker needs an engine that answers, and buildah the rights of our sandbox. */
const answers = (program: Program) =>
  succeeds(program, 'info') && (program !== 'buildah' || succeeds('unshare', '--mount', '--pid', '--fork', 'true'));

/** Builds images and runs them, by whichever program is on the PATH. */
export class Builder {
  readonly program: Program;
  #mounted: Promise<{ root: string; config: ImageConfig; container: string }> | undefined;

  private constructor(program: Program) {
    this.program = program;
  }

  static find(wanted?: string): Builder {
    const known = programs.filter((program) => wanted === undefined || program === wanted);
    const program = known.find(answers);
    if (!program)
      throw new Impossible(
        `No builder can be used here. One of ${programs.join(', ')} must answer to "info"; buildah needs root.`,
      );
    return new Builder(program);
  }

  /** Whether an image is there, or can be pulled. */
  async has(image: string): Promise<boolean> {
    if (await this.#isStored(image)) return true;
    return run(this.program, ['pull', image]).then(
      () => true,
      () => false,
    );
  }

  async #isStored(image: string): Promise<boolean> {
    return run(this.program, ['inspect', '--type', 'image', image]).then(
      () => true,
      () => false,
    );
  }

  /** Shows what it does, for a build takes minutes. */
  async build(image: string, folder: string, args: { [name: string]: string } = {}): Promise<void> {
    // The OCI format, which they prefer, has no health check.
    const format = this.program === 'docker' ? [] : ['--format', 'docker'];
    const isolation = this.program === 'buildah' ? ['--isolation', 'chroot'] : [];
    const values = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
    const words = ['build', '--network', 'host', ...format, ...isolation, ...values, '--tag', image, folder];
    // What it says goes to the standard error, because the verdict goes to the standard output.
    const child = spawn(this.program, words, { stdio: ['ignore', 2, 2] });
    const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
    if (code !== 0) throw new Error(`${this.program} ${words.join(' ')} ended with ${code}.`);
  }

  /** As the builder tells it. */
  async sizeOf(image: string): Promise<string> {
    return (await run(this.program, ['images', '--format', '{{.Size}}', image])).stdout.trim();
  }

  async run(image: string, asked: Run): Promise<Container> {
    if (this.program !== 'buildah') return new Container(this.program, engineWords(image, asked));
    this.#mounted ??= this.#mount(image);
    const { root, config } = await this.#mounted;
    return new Container('unshare', sandboxed(root, config, asked), { isBehindFork: true });
  }

  /** Removes the image and what was mounted of it. */
  async clear(image: string): Promise<void> {
    const container = (await this.#mounted)?.container;
    if (container) await run('buildah', ['rm', container]);
    if (await this.#isStored(image)) await run(this.program, ['rmi', image]);
  }

  /** buildah runs nothing with a root that cannot be written, so it is mounted, and the sandbox is ours. */
  async #mount(image: string) {
    const container = (await run('buildah', ['from', image])).stdout.trim();
    const root = (await run('buildah', ['mount', container])).stdout.trim();
    const { OCIv1 } = JSON.parse((await run('buildah', ['inspect', '--type', 'image', image])).stdout);
    return { root, config: OCIv1.config as ImageConfig, container };
  }
}

/** How docker and podman are told of the limits of a service. */
export const confinementFlags = (service: Service): string[] => [
  ...(service.read_only ? ['--read-only'] : []),
  ...(service.cap_drop ?? []).map((name) => `--cap-drop=${name}`),
  ...(service.security_opt ?? []).map((option) => `--security-opt=${option}`),
  ...(service.tmpfs ?? []).map((place) => `--tmpfs=${place}`),
];

function engineWords(image: string, { service, env, mounts, words = [] }: Run): string[] {
  return [
    ...['run', '--rm', '--network=host', ...confinementFlags(service)],
    ...mounts.map(({ from, to, isReadOnly }) => `--volume=${from}:${to}${isReadOnly ? ':ro' : ''}`),
    ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
    image,
    ...words,
  ];
}
