import { parentPort, workerData } from 'node:worker_threads';
import { openWorkbook } from '../../../src/registers/files/xlsx.ts';

/** Runs in a worker of little memory: how many rows came out of a workbook, how many bad ones, and what was wrong in the end. */
let rows = 0;
let bad = 0;
let problem: string | undefined;
const workbook = await openWorkbook(workerData);
try {
  for await (const batch of workbook.rows(workbook.sheets[0] as string)) {
    rows += batch.filter((row) => 'cells' in row).length;
    bad += batch.filter((row) => 'problem' in row).length;
  }
} catch (error) {
  problem = (error as Error).message;
}
await workbook.close();
parentPort?.postMessage({ rows, bad, problem });
