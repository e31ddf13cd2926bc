/** Writes the generated files that are not committed: what `npm ci` can make of the code, without a network. */
import { readFile, writeFile } from 'node:fs/promises';
import { pythonFiles } from '../clients/python/scripts/files.ts';
import { contractTypes } from '../clients/typescript/scripts/types.ts';
import { documents } from '../dashboard/documents.ts';
import { mcpDocuments } from '../rest/mcp/tools/documents.ts';
import { createDocument } from '../rest/openapi/document.ts';
import { commandLineDocuments } from '../rest/pages/command-line.ts';
import { frontPageDocuments } from '../rest/pages/front-page.ts';
import { statusDocuments } from '../rest/pages/status.ts';
import { reconcileDocuments } from '../rest/reconcile/documents.ts';
import { routes } from '../rest/routes/index.ts';
import { schema } from '../src/api/index.ts';
import { loadConfig } from '../src/config/config.ts';
import { errorTable } from '../src/kernel/errors.ts';
import { operationTypes } from './operation-types.ts';

const fileAt = (name: string) => new URL(`../${name}`, import.meta.url);
const document = createDocument({ routes, schema, version: loadConfig({}).version });
const routeDocuments = Object.fromEntries(routes.map((route) => [route.operationId, route.document]));
const files = {
  'clients/typescript/src/schema.generated.ts': await contractTypes(document),
  ...(await pythonFiles(document, errorTable, (name) => readFile(fileAt(name), 'utf8'))),
  'rest/operations.generated.ts': await operationTypes(schema, {
    ...{ ...routeDocuments, ...commandLineDocuments, ...frontPageDocuments, ...statusDocuments },
    ...{ ...reconcileDocuments, ...mcpDocuments },
  }),
  'dashboard/operations.generated.ts': await operationTypes(schema, documents),
};
for (const [name, content] of Object.entries(files)) await writeFile(fileAt(name), content);
