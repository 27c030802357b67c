import { describe, expect, it } from 'vitest';
import { NamedClaims } from '../../../src/services/moderation/named-claims.js';
import { memoryClaims } from '../../claims/memory-claims.js';
import { codeNumber, guild, memberNumber, samplePurchase } from '../../claims/sample-claims.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const code = codeNumber(1);
const ending = code.slice(-4);
const itemName = samplePurchase().item.name;

describe('a claim in an audit line', () => {
	it('is named by its item, the end of its code and every holder', async () => {
		const { claims, claim } = await memoryClaims();
		const team = { licenseType: 'Team' };
		const hash = await claim(alice, 1, guild, team);
		await claim(bob, 1, guild, team);
		const name = await new NamedClaims(claims).read([hash]);
		expect(name(hash)).toStrictEqual({ itemName, ending, holderIds: [alice, bob] });
	});

	it('has no end if staff gave it without a code', async () => {
		const { claims } = await memoryClaims();
		const act = { by: bob, guildId: guild, why: '', isAdministrator: false, canManageRoles: true };
		const given = await claims.gifts.give({ userId: alice, purchase: samplePurchase() }, 'nonce', act);
		const hash = given.kind === 'done' ? given.file.hash : expect.unreachable(given.kind);
		const name = await new NamedClaims(claims).read([hash]);
		expect(name(hash)).toStrictEqual({ itemName, ending: '', holderIds: [alice] });
	});

	it('is read once however often it is asked for, and has no name if it is unknown or cannot be read', async () => {
		const { claims, claim } = await memoryClaims();
		const hash = await claim(alice, 1);
		const unreadable = await claim(bob, 2);
		const asked: string[] = [];
		const named = new NamedClaims({
			moderated: claims.moderated,
			endingOf: async (of) => {
				asked.push(of);
				if (of === unreadable) throw new Error('away');
				return await claims.endingOf(of);
			},
		});
		const name = await named.read([hash, unreadable, 'unknown', hash]);
		expect([hash, unreadable, 'unknown', 'never asked for'].map((each) => name(each)?.ending)).toEqual([
			ending,
			undefined,
			undefined,
			undefined,
		]);
		expect(asked).toEqual([hash, unreadable, 'unknown']);
	});
});
