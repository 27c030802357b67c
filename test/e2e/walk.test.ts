import { walkIn } from './the-walk.js';

// `walk.proof.test.ts` and `test/torture/walk.test.ts` have the other languages.
walkIn([], true);
