import { walkIn } from './the-walk.js';

// The longest words, and the ones that run from right to left; `test/torture/walk.test.ts` has all languages.
walkIn(['de', 'ar'], false);
