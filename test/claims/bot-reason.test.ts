import { describe, expect, it } from 'vitest';
import { botReasonIn } from '../../src/claims/record.js';

describe('a reason in the history of a claim', () => {
	it.each([
		['shop-invalid', 'shop-invalid'],
		['confirmed by the marketplace', 'shop-confirmed'],
	])('is the bot’s own: %s', (why, reason) => {
		expect(botReasonIn(why)).toBe(reason);
	});

	// Names of members that every object has are words that people may use.
	it.each(['asked for by mail', '', 'constructor', 'toString', '__proto__'])('is a person’s: %j', (why) => {
		expect(botReasonIn(why)).toBeUndefined();
	});
});
