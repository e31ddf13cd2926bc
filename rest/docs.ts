import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Router } from 'express';
import { htmlPage } from '../src/kernel/html-page.ts';
import { exchangeOf } from './exchange.ts';

const page = htmlPage({
  title: 'Company Registry: API documentation',
  head: `<link rel="icon" href="/docs/viewer/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/viewer/swagger-ui.css" />`,
  body: `<div id="viewer"></div>
    <noscript>The contract itself is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</noscript>
    <script src="/docs/viewer/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>`,
});

const start = `SwaggerUIBundle({
  dom_id: '#viewer',
  url: '/api/v1/openapi.json',
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** The viewer's own files. The package is not imported: it would load the browser's bundle into our memory. */
const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const viewerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** The contract as a page for people, from files that we serve ourselves. */
export function createDocs(): Router {
  const router = Router();
  router.use((_req, res, next) => {
    exchangeOf(res).route = '/docs';
    next();
  });
  router.get('/', (_req, res) => void res.set('Cache-Control', 'no-cache').type('html').send(page));
  router.get('/start.js', (_req, res) => void res.set('Cache-Control', 'no-cache').type('js').send(start));
  for (const file of viewerFiles)
    router.get(`/viewer/${file}`, (_req, res) => res.sendFile(file, { root: viewer, maxAge: '1d', acceptRanges: false }));
  return router;
}
