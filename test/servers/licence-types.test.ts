import { expect, it } from 'vitest';
import { LicenceTypes } from '../../src/servers/licence-types.js';

async function* claims(...types: readonly string[]) {
	for (const licenseType of types) yield { licenseType };
}

it('up to 50 license types of the first 2,000 purchases are each listed once, in the shop’s spelling', async () => {
	const types = new LicenceTypes();
	await types.learn(claims('', ' ', 'Extended', ...Array<string>(1_996).fill('regular'), 'last', 'too late'));
	types.note('developer');
	expect(types.list()).toEqual(['Extended', 'developer', 'last', 'regular']);
	for (let n = 0; n < 1_000; n += 1) types.note(`type ${n}`);
	expect(types.list()).toHaveLength(50);
});
