import { describe, expect, it } from 'vitest';
import { codeIn } from '../../../commands/verify/appeal.js';

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('a text to staff', () => {
	it.each([
		[`My code is ${uuid}, thanks!`, uuid],
		[`my code: ${uuid.replaceAll('-', '').toUpperCase()}`, uuid],
		['It says AB12CD34EF56 there', 'AB12CD34EF56'],
	])('has a code: %s', (note, code) => {
		expect(codeIn(note)).toBe(code);
	});

	it.each([
		'I lost it 2 days ago',
		'I bought Aurora in May 2024. Order 4711.',
		'order #10293, paid on 2024-03-01 with windows11',
		'hello',
	])('has no code: %s', (note) => {
		expect(codeIn(note)).toBeUndefined();
	});
});
