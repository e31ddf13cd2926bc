import { spawn } from 'node:child_process';

/** Opens an address in the person's browser. False if that cannot be. */
export function browse(address: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [program, ...words] = openerOf(address, platform);
  // Without a screen, xdg-open would start a browser of text inside the terminal.
  const hasScreen = platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  if (!program || !hasScreen) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => resolve(true));
    child.unref();
  });
}

/** No shell reads the address: on Windows a shell would split it at `&`. */
function openerOf(address: string, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
