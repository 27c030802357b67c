import { expect, it } from 'vitest';
import { claimStats } from '../../../src/claims/admin/claim-stats.js';
import { memoryClaims } from '../memory-claims.js';
import { guild, memberNumber, revoke } from '../sample-claims.js';

it('counts active claims as supported if support ends later, and lists the most frequent items first', async () => {
	const { store, claims, claim } = await memoryClaims();
	const sold = (n: number, name: string, licenseType: string, supportedUntil?: number) =>
		claim(memberNumber(1), n, guild, { item: { id: 1, name, category: '' }, licenseType, supportedUntil });
	await sold(1, 'Breeze', 'Regular', 5);
	await sold(2, 'Aurora', 'Regular', 6);
	await sold(3, 'Cloud', '', undefined);
	await revoke(claims, await sold(4, 'Cloud', 'Extended', 7));
	expect(await claimStats({ store, keys: claims.keys, onProgress: () => {} }, 5)).toEqual({
		...{ claims: 4, active: 3, revoked: 1, damaged: 0, holders: 1, supported: 1 },
		items: [
			{ name: 'Cloud (1)', claims: 2 },
			{ name: 'Aurora (1)', claims: 1 },
			{ name: 'Breeze (1)', claims: 1 },
		],
		licenseTypes: [
			{ name: 'Regular', claims: 2 },
			{ name: 'Extended', claims: 1 },
			{ name: 'not named', claims: 1 },
		],
	});
});
