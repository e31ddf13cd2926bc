import { testMirror } from './mirror-walk.ts';

testMirror({ steps: 10, seed: 42, share: 1, served: 10 });
