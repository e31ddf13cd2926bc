import { testFuzz } from './fuzz-walk.ts';

testFuzz(70);
