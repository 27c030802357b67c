import { beforeEach, describe, expect, it } from 'vitest';
import { ActEffects } from '../../src/moderation/act-effects.js';
import { Moderation } from '../../src/moderation/moderation.js';
import { type MemoryClaims, memoryClaims } from '../claims/memory-claims.js';
import { codeNumber, guild, memberNumber } from '../claims/sample-claims.js';
import { floor } from '../world/floor.js';

const [alice, bob] = [memberNumber(1), memberNumber(2)];
const code = codeNumber(1);
const team = { licenseType: 'Team' };

describe('the moderation of a purchase with two seats', () => {
	let memory: MemoryClaims;
	let moderation: Moderation;
	let hash: string;

	beforeEach(async () => {
		memory = await memoryClaims();
		const { claims } = memory;
		moderation = new Moderation(
			floor({
				claims,
				effects: new ActEffects(
					floor({
						disputeEffects: { addIn: async () => [] },
						notices: { addIn: async () => () => {} },
						report: { moderated: () => {} },
					}),
				),
				served: { serves: () => true },
				discord: { membershipOf: async () => 'member' },
			}),
		);
		hash = await memory.claim(alice, 1, guild, team);
		await memory.claim(bob, 1, guild, team);
	});
	const holdersOf = async () => (await moderation.findByCode(code))?.map(({ holderId }) => holderId);

	it('counts seats by the licence type, as home’s policy says', async () => {
		expect(await moderation.seatsOf('Team')).toBe(2);
		expect(await moderation.seatsOf('Regular License')).toBe(1);
	});

	it('finds both holders, each by name too, and the first if the component names no holder of it', async () => {
		expect(await holdersOf()).toEqual([alice, bob]);
		const found = async (holderId: string | undefined) =>
			(await moderation.findByHash(hash, holderId))?.holderId;
		expect([
			await found(bob),
			await found(alice),
			await found(memberNumber(3)),
			await found(undefined),
		]).toEqual([bob, alice, alice, alice]);
	});
});
