import { expect, it } from 'vitest';
import { codeEnding } from '../../src/claims/claim.js';

it.each([
	['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3301'],
	['ab12cd34ef56', 'ef56'],
	['ab12cd34ef5', 'ef5'],
	['ab12cd', 'cd'],
	['ab', ''],
])('of a code no more than a third is shown, and four characters at most: %s', (code, ending) => {
	expect(codeEnding(code)).toBe(ending);
});
