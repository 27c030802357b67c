import { walkIn } from './the-walk.js';

// English whole, then the longest words, and the ones that run from right to left; `test/torture/walk.test.ts` has all
// languages.
walkIn(['de', 'ar'], true);
