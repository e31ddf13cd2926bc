import { testMirror } from './mirror-walk.ts';

/** A longer walk can be asked for by hand: MIRROR_STEPS=200 MIRROR_SEED=7 MIRROR_SHARE=100. */
const asked = (name: string, usual: number) => Number(process.env[`MIRROR_${name}`] ?? usual);

testMirror({ steps: asked('STEPS', 60), seed: asked('SEED', 42), share: asked('SHARE', 2), served: 100 });
