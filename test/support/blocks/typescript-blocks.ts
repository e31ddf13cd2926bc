/** Runs blocks of TypeScript, one after another, and prints as JSON what each printed. */
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { json } from 'node:stream/consumers';
import { format } from 'node:util';
import type { Printed, Program } from './run-blocks.ts';

// The package is imported from its sources, so that it need not be built first.
const client = new URL('../../../clients/typescript/src/index.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@company-registry/client' ? { url: client, shortCircuit: true } : next(specifier, context),
});

const printed: Printed[] = [];
for (const { place, text } of (await json(process.stdin)) as Program[]) {
  const lines: string[] = [];
  console.log = (...words) => void lines.push(format(...words));
  const code = stripTypeScriptTypes(text);
  const error = await import(`data:text/javascript,${encodeURIComponent(`${code}\n// ${place}`)}`).then(
    () => null,
    (failure) => String(failure?.stack ?? failure),
  );
  printed.push({ place, output: lines.join('\n'), error });
}
process.stdout.write(JSON.stringify(printed));
