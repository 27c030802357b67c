import { beforeEach, describe, expect, it } from 'vitest';
import { claimant, DisputeWorld, holder, home, judge } from './dispute-world.js';

let world: DisputeWorld;
let hash: string;
let reference: string;

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1);
	reference = await world.dispute(hash, claimant, 'My old account');
});

describe('a purchase that staff move', () => {
	it('is the claimant’s, whose roles were recorded before the change and requested after it', async () => {
		expect(await world.rulings.move(reference, judge, 'Sent a receipt')).toEqual({ kind: 'done' });
		expect((await world.memory.claims.claimsOf(claimant)).map((claim) => claim.hash)).toEqual([hash]);
		expect(world.roles).toEqual([
			...[`record ${home} ${holder}`, `record ${home} ${claimant}`],
			...[`request ${home} ${holder}`, `request ${home} ${claimant}`],
		]);
		expect(await world.rows.get(reference)).toMatchObject({ state: 'moved', decided: { holderId: holder } });
	});
});
