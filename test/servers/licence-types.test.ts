import { expect, it } from 'vitest';
import { LicenceTypes } from '../../src/servers/licence-types.js';

async function* claims(...types: readonly string[]) {
	for (const licenseType of types) yield { licenseType };
}

it('the license types of purchases are each listed once, in the shop’s spelling', async () => {
	const types = new LicenceTypes();
	await types.learn(claims('regular', 'Extended', 'regular', '', ' '));
	types.note('developer');
	expect(types.list()).toEqual(['Extended', 'developer', 'regular']);
});

it('license types are collected from the first 2,000 claims, and limited to 50', async () => {
	const types = new LicenceTypes();
	await types.learn(claims(...Array<string>(1_999).fill('regular'), 'last', 'too late'));
	expect(types.list()).toEqual(['last', 'regular']);
	for (let n = 0; n < 1_000; n += 1) types.note(`type ${n}`);
	expect(types.list()).toHaveLength(50);
});
