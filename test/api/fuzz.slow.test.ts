import { testFuzz } from './fuzz-walk.ts';

testFuzz(2_000);
