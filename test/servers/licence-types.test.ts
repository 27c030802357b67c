import { describe, expect, it } from 'vitest';
import { LicenceTypes } from '../../src/servers/licence-types.js';

describe('the licence types that purchases have had', () => {
	it('are each known once, in the marketplace’s spelling', async () => {
		const types = new LicenceTypes();
		async function* claims() {
			for (const licenseType of ['regular', 'Extended', 'regular', '', ' ']) yield { licenseType };
		}
		await types.learn(claims());
		types.note('developer');
		expect(types.list()).toEqual(['Extended', 'developer', 'regular']);
	});

	it('are learned from some of the claims, not from a million', async () => {
		let read = 0;
		async function* claims() {
			for (;;) {
				read += 1;
				yield { licenseType: 'regular' };
			}
		}
		await new LicenceTypes().learn(claims());
		expect(read).toBe(2_000);
	});

	it('stay a list that a person can pick from, whatever the marketplace sends', () => {
		const types = new LicenceTypes();
		for (let n = 0; n < 1_000; n += 1) types.note(`type ${n}`);
		expect(types.list()).toHaveLength(50);
	});
});
