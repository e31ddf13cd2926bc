import { ClickHouse } from './src/companies/clickhouse/clickhouse.ts';
const c = new ClickHouse('http://registry:secret@127.0.0.1:18123/default');
for (let i = 0; i < 15; i++) { const t = performance.now(); await c.read('SELECT bucket, line FROM l LIMIT 10 FORMAT RowBinary'); process.stdout.write((performance.now() - t).toFixed(1) + ' '); }
console.log();
for (let i = 0; i < 15; i++) { const t = performance.now(); await c.read('SELECT 1'); process.stdout.write((performance.now() - t).toFixed(1) + ' '); }
console.log();
for (let i = 0; i < 10; i++) { const t = performance.now(); await (await fetch('http://127.0.0.1:18123/', { method: 'POST', body: 'SELECT 1' })).text(); process.stdout.write((performance.now() - t).toFixed(1) + ' '); }
console.log();
for (let i = 0; i < 10; i++) { const t = performance.now(); await (await fetch('http://127.0.0.1:18123/?wait_end_of_query=1', { method: 'POST', body: 'SELECT 1' })).text(); process.stdout.write((performance.now() - t).toFixed(1) + ' '); }
await c.close();
