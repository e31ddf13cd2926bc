import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that start processes and servers of their own: they take longest, mostly waiting, so they come first and the others
 * fill the gaps.
 */
const slow =
  /test\/(start|main|drill\/drill|database\/restart|registers\/command|registers\/import|database\/embedded|metering\/outage)\.test\.ts$/;

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [first, rest] = [files.filter(isSlow), files.filter((file) => !isSlow(file))];
    return [...first, ...(await super.sort(rest))];
  }
}

const isSlow = ({ moduleId }: TestSpecification): boolean => slow.test(moduleId);
