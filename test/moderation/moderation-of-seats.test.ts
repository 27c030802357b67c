import { beforeEach, describe, expect, it } from 'vitest';
import { ActEffects } from '../../src/moderation/act-effects.js';
import { Moderation } from '../../src/moderation/moderation.js';
import type { Proposal } from '../../src/moderation/proposals.js';
import { type MemoryClaims, memoryClaims } from '../claims/memory-claims.js';
import { codeNumber, guild, homeWith, memberNumber, otherGuild } from '../claims/sample-claims.js';
import { rolesNoted } from './roles-noted.js';

const [alice, bob] = [memberNumber(1), memberNumber(2)];
const code = codeNumber(1);
const team = { licenseType: 'Team' };

describe('the moderation of a purchase with two seats', () => {
	let memory: MemoryClaims;
	let moderation: Moderation;
	let kept: Proposal[];
	let hash: string;

	beforeEach(async () => {
		memory = await memoryClaims();
		kept = [];
		const { claims } = memory;
		moderation = new Moderation({
			claims,
			proposals: {
				keep: async (proposal) => `proposal-number-${kept.push(proposal)}`,
				take: async () => undefined,
			},
			effects: new ActEffects({
				moderated: claims.moderated,
				...rolesNoted([]),
				notices: { notify: async () => {} },
				report: { moderated: () => {} },
				logger: { warn: () => {} },
			}),
			home: homeWith(() => memory.policy),
			notes: { generationOf: async (guildId) => (guildId === guild ? 3 : undefined) },
			discord: { membershipOf: async () => 'member' },
		});
		hash = await memory.claim(alice, 1, guild, team);
		await memory.claim(bob, 1, guild, team);
	});
	const holdersOf = async (withKept?: boolean) =>
		(await moderation.findByCode(code, guild, withKept))?.map(({ holderId }) => holderId);

	it('counts seats by the licence type, as home’s policy says', async () => {
		expect(await moderation.seatsOf('Team')).toBe(2);
		expect(await moderation.seatsOf('Regular License')).toBe(1);
	});

	it('finds both holders, each by name too, and the first if the component names no holder of it', async () => {
		expect(await holdersOf()).toEqual([alice, bob]);
		const found = async (holderId: string | undefined) =>
			(await moderation.findByHash(hash, holderId, guild))?.holderId;
		expect([
			await found(bob),
			await found(alice),
			await found(memberNumber(3)),
			await found(undefined),
		]).toEqual([bob, alice, alice, alice]);
	});

	it('shows the seat of a former holder beside the present one only on request', async () => {
		expect(await holdersOf(true)).toEqual([alice, bob]);
		await memory.claims.own.forget(alice);
		expect(await holdersOf()).toEqual([bob]);
		expect(await holdersOf(true)).toEqual([bob, undefined]);
		await memory.claims.own.forget(bob);
		expect(await holdersOf()).toEqual([undefined]);
	});

	it('is proposed in home with the number of its moves, and elsewhere without one', async () => {
		const proposal = { by: memberNumber(9), guildId: guild, action: 'lock', why: '', hash } as const;
		expect(await moderation.propose(proposal)).toBe('proposal-number-1');
		expect(await moderation.propose({ ...proposal, guildId: otherGuild })).toBe('proposal-number-2');
		expect(kept).toStrictEqual([
			{ ...proposal, homeGeneration: 3 },
			{ ...proposal, guildId: otherGuild },
		]);
	});
});
