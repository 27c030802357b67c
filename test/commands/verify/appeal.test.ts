import { expect, it } from 'vitest';
import { holdsCertainCode } from '../../../commands/verify/appeal.js';

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';

it.each([
	`My code is ${uuid}, thanks!`,
	`my code: ${uuid.replaceAll('-', '').toUpperCase()}`,
	uuid.replaceAll('0', 'O'),
	`${uuid} and ${uuid.replaceAll('0', '1')}`,
])('a text to staff is checked with the shop if it certainly has a code, or several: %s', (note) => {
	expect(holdsCertainCode(note)).toBe(true);
});

it.each([
	'I lost it 2 days ago',
	'I bought Aurora in May 2024. Order 4711.',
	'PayPal 1AB23456CD789012E, paid on 2024-03-01',
	'Order FS7C2K91Q for my iPhone15Pro, I am Kai_2004x',
	'MSIP001234567',
])('a text to staff is sent if it may only have an order number: %s', (note) => {
	expect(holdsCertainCode(note)).toBe(false);
});
