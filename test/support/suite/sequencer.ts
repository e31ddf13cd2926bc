import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, mostly waiting for processes and servers of their own: they come first, and the others fill the gaps. */
const slow = [
  'pages/chromium',
  'start',
  'identity/chromium',
  'changes/mirror',
  'npm',
  'main',
  'registers/import/command',
  'drill/drill',
  'database/replica',
  'database/two-builds',
  'metering/outage',
  'metering/refused-writes',
  'metering/redis-kinds',
  'companies/intake/search-index',
  'companies/search/search',
  'registers/import/import',
  'stop',
  'database/restart',
  'database/embedded',
  'expressions',
].map((name) => `/test/${name}.test.ts`);

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => slow.findIndex((name) => moduleId.endsWith(name));
    const first = files.filter((file) => place(file) >= 0).sort((one, other) => place(one) - place(other));
    return [...first, ...(await super.sort(files.filter((file) => place(file) < 0)))];
  }
}
