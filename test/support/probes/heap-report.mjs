/** Loaded before the service: at SIGUSR2 it writes what has outlived the young generation since the last time, in bytes. */
import { GCProfiler } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

const oldSpaces = /^(old|large_object)_space$/;
const usedOf = ({ heapSpaceStatistics }) =>
  heapSpaceStatistics
    .filter(({ spaceName }) => oldSpaces.test(spaceName))
    .reduce((sum, { spaceUsedSize }) => sum + spaceUsedSize, 0);

if (isMainThread) {
  let reports = 0;
  let profiler = new GCProfiler();
  profiler.start();
  process.on('SIGUSR2', () => {
    const { statistics } = profiler.stop();
    profiler = new GCProfiler();
    profiler.start();
    const young = statistics.filter(({ gcType }) => gcType === 'Scavenge');
    const promoted = young.reduce((sum, { beforeGC, afterGC }) => sum + usedOf(afterGC) - usedOf(beforeGC), 0);
    const { heapTotal, heapUsed } = process.memoryUsage();
    const report = { promoted, collections: young.length, unused: heapTotal - heapUsed };
    reports += 1;
    process.stderr.write(`heap report ${reports}: ${JSON.stringify(report)}\n`);
  });
}
