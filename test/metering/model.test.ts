import { testModel } from './model-walk.ts';

testModel(1);
