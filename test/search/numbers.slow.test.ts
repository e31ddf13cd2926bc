import { testNumbers } from './numbers-walk.ts';

testNumbers(25);
