import { expect, it } from 'vitest';
import { claimStats } from '../../../src/claims/admin/claim-stats.js';
import { codeNumber, revoke } from '../sample-claims.js';
import { backEnds, keys, makeAdminPlace } from './admin-place.js';

it('counts claims, holders and support', async () => {
	const [sqlite] = backEnds;
	if (sqlite === undefined) throw new Error('There is no back end');
	const place = await makeAdminPlace(sqlite, 10);
	await revoke(place.claims, keys.hash(codeNumber(4)));
	await place.damage(`claim:${keys.hash(codeNumber(9))}`, 'gibberish');
	expect(await claimStats(place.work, Date.UTC(2026, 8, 4))).toEqual({
		claims: 10,
		active: 8,
		revoked: 1,
		damaged: 1,
		holders: 7,
		guilds: 1,
		// Numbers 3 and 8 end on the fourth, 4 and 9 on the fifth.
		supported: 2,
		items: [{ name: 'Aurora — a *fast* theme (17)', claims: 9 }],
		licenseTypes: [{ name: 'Regular License', claims: 9 }],
	});
	await place.remove();
});
