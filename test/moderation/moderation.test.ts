import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import type { HolderIn } from '../../src/claims/moderated-claims.js';
import { parsePurchaseCode } from '../../src/claims/purchase-code.js';
import { Moderation } from '../../src/moderation/moderation.js';
import type { ModerationCase, ModerationEvent } from '../../src/moderation/moderation-outcomes.js';
import { type ModerationAction, Proposals } from '../../src/moderation/proposals.js';
import { Refunds } from '../../src/refunds/refunds.js';
import type { Store } from '../../src/storage/store.js';
import {
	claimSecret,
	codeNumber,
	guild,
	homeWith,
	memberNumber,
	otherGuild,
	revoke,
	samplePurchase,
} from '../claims/sample-claims.js';
import { allBackEnds, type TestPlace } from '../storage/back-ends.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const moderator = { userId: memberNumber(9), guildId: guild, isAdministrator: false };
const code = codeNumber(1);
const day = 86_400_000;

type Answer = Awaited<ReturnType<ConstructorParameters<typeof Moderation>[0]['checkPurchase']>>;

describe('the moderation of claims', () => {
	let place: TestPlace;
	let store: Store;
	let claims: ClaimStore;
	let moderation: Moderation;
	let log: string[];
	let told: [guildId: string, event: ModerationEvent, ended: readonly HolderIn[]][];
	let standing: 'member' | 'bot' | 'absent' | 'unknown';
	let home: string;
	let generation: number;
	let answer: Answer;
	let clock: number;

	beforeEach(async () => {
		const [sqlite] = await allBackEnds();
		if (sqlite === undefined) throw new Error('There is no back end');
		place = await sqlite.makePlace();
		store = await place.open();
		[clock, log, told, answer] = [1_000_000, [], [], { kind: 'uncheckable', reason: 'unavailable' }];
		const now = () => clock;
		[standing, home, generation] = ['member', guild, 1];
		claims = await openClaimStore({
			store,
			claimSecret,
			home: { ...homeWith(), is: (guildId) => guildId === home },
			now,
			onCorrupt: (key) => expect.unreachable(key),
		});
		let ids = 0;
		const newId = (): string => {
			ids += 1;
			return `proposal-number-${ids}`;
		};
		moderation = new Moderation({
			parseCode: parsePurchaseCode,
			claims,
			proposals: new Proposals(store, now, newId),
			checkPurchase: async () => answer,
			refunds: new Refunds({
				checks: claims.checks,
				revocations: { take: async () => 'taken', refill: async () => {} },
				purchases: async () => 1,
				requestRoles: async ({ guildId, userId }) => log.push(`request ${guildId} ${userId}`),
				onEvent: (event) => log.push(event.kind),
				now,
				isClockTrusted: () => true,
			}),
			noteRoles: async ({ guildId, userId }) => log.push(`note ${guildId} ${userId}`),
			requestRoles: async ({ guildId, userId }) => log.push(`request ${guildId} ${userId}`),
			onChanged: (...args) => told.push(args),
			isHome: (guildId) => guildId === home,
			homeGeneration: async (guildId) => (guildId === home ? generation : undefined),
			standingOf: async () => standing,
			now,
		});
		await claims.claim(code, { userId: alice, guildId: guild, purchase: samplePurchase() });
	});
	afterEach(async () => {
		await store.close();
		await place.remove();
	});

	const only = async (): Promise<ModerationCase> => {
		const [found] = (await moderation.byCode(code, guild)) ?? [];
		if (found === undefined) throw new Error('The claim was not found');
		return found;
	};
	const carryOut = async (action: ModerationAction, toUserId?: string) => {
		const { file, holderId = '' } = await only();
		const about = { hash: file.hash, holderId, ...(toUserId !== undefined && { toUserId }) };
		const id = await moderation.propose({
			by: moderator.userId,
			guildId: guild,
			action,
			why: 'why',
			...about,
		});
		return await moderation.confirm(id, moderator);
	};

	it('finds a code in whatever way it was pasted, shows its end alone, and tells what is no code', async () => {
		const [found] = (await moderation.byCode(` Code: ${code.toUpperCase()} `, guild)) ?? [];
		expect(found).toMatchObject({ holderId: alice, maskedCode: `••••${code.slice(-4)}` });
		expect(await moderation.byCode(codeNumber(2), guild)).toEqual([]);
		expect(await moderation.byCode('no code at all', guild)).toBeUndefined();
	});

	it('finds what a member holds, and on request what the member has held', async () => {
		await carryOut('release');
		expect(await moderation.byMember(alice, guild)).toEqual([]);
		const [former] = await moderation.byMember(alice, guild, true);
		expect(former).toMatchObject({ holderId: undefined, file: { claims: [] } });
	});

	it('notes whose roles may change before it changes anything, and asks for them after', async () => {
		await claims.present(code, { userId: alice, guildId: otherGuild });
		expect((await carryOut('transfer', bob)).kind).toBe('done');
		expect(log).toEqual([
			`note ${guild} ${alice}`,
			`note ${otherGuild} ${alice}`,
			`note ${guild} ${bob}`,
			`request ${guild} ${alice}`,
			`request ${otherGuild} ${alice}`,
			`request ${guild} ${bob}`,
		]);
		expect(told).toEqual([
			[
				guild,
				{
					action: 'transfer',
					by: moderator.userId,
					itemName: samplePurchase().item.name,
					memberId: alice,
					toUserId: bob,
					why: 'why',
					isOwnCase: false,
				},
				[
					{ holderId: alice, guildId: guild },
					{ holderId: alice, guildId: otherGuild },
				],
			],
		]);
	});

	it('carries out nothing that was not proposed by the same moderator', async () => {
		const { file } = await only();
		const proposal = { by: bob, guildId: guild, action: 'release', why: '', hash: file.hash } as const;
		const id = await moderation.propose({ ...proposal, holderId: alice });
		expect(await moderation.confirm(id, moderator)).toEqual({ kind: 'expired' });
		const undecided = await moderation.propose({
			by: moderator.userId,
			guildId: guild,
			action: 'lock',
			why: '',
		});
		expect(await moderation.confirm(undecided, moderator)).toEqual({ kind: 'expired' });
		expect(await claims.claimsOf(alice)).toHaveLength(1);
		expect(told).toEqual([]);
	});

	it('attack 10: changes nothing where anything has happened since the question', async () => {
		const { file } = await only();
		const proposal = { by: moderator.userId, guildId: guild, action: 'release', why: '' } as const;
		const about = { hash: file.hash, holderId: alice, revision: file.revision };
		const [early, late] = [
			await moderation.propose({ ...proposal, ...about }),
			await moderation.propose({ ...proposal, ...about }),
		];
		expect((await moderation.confirm(early, moderator)).kind).toBe('done');
		await claims.claim(code, { userId: alice, guildId: guild, purchase: samplePurchase() });
		expect(await moderation.confirm(late, moderator)).toEqual({ kind: 'changed-since' });
		expect(await claims.claimsOf(alice)).toHaveLength(1);
	});

	it('attack 11: changes nothing once home has moved, also where it has come back', async () => {
		const { file } = await only();
		const proposal = { by: moderator.userId, guildId: guild, action: 'release', why: '' } as const;
		const propose = () => moderation.propose({ ...proposal, hash: file.hash, holderId: alice });
		const [first, second] = [await propose(), await propose()];
		const locked = await carryOut('lock');
		home = otherGuild;
		expect(await moderation.confirm(first, moderator)).toEqual({ kind: 'unknown' });
		const { hash = '', revision = 0 } = (locked.kind === 'done' && locked.undo) || {};
		expect(await moderation.undo(hash, revision, moderator)).toEqual({ kind: 'unknown' });
		// Nor does its new home take back what the old one did.
		const newStaff = { ...moderator, guildId: otherGuild };
		expect(await moderation.undo(hash, revision, newStaff)).toEqual({ kind: 'changed-since' });
		[home, generation] = [guild, 3];
		expect(await moderation.confirm(second, moderator)).toEqual({ kind: 'expired' });
		expect(await claims.claimsOf(alice)).toMatchObject([{ locked: true }]);
	});

	it('attack 12: hands nothing to who is no present member, or to the moderator', async () => {
		for (const [is, kind] of [
			['bot', 'is-bot'],
			['absent', 'not-a-member'],
			['unknown', 'discord-silent'],
		] as const) {
			standing = is;
			expect(await moderation.receiverHindrance(bob, moderator)).toBe(kind);
			expect(await carryOut('transfer', bob)).toEqual({ kind });
		}
		standing = 'member';
		expect(await carryOut('transfer', moderator.userId)).toEqual({ kind: 'own-case' });
		expect(await carryOut('transfer', alice)).toEqual({ kind: 'already-held' });
		expect(await claims.claimsOf(alice)).toHaveLength(1);
		expect(told).toEqual([]);
	});

	it('leaves what is a moderator’s own to others, and to administrators, which is told', async () => {
		const { file } = await only();
		const holder = { userId: alice, guildId: guild, isAdministrator: false };
		const proposal = { by: alice, guildId: guild, action: 'release', why: '', hash: file.hash } as const;
		const confirm = async (isAdministrator: boolean) =>
			await moderation.confirm(await moderation.propose({ ...proposal, holderId: alice }), {
				...holder,
				isAdministrator,
			});
		expect(await confirm(false)).toEqual({ kind: 'own-case' });
		expect(await confirm(true)).toMatchObject({ kind: 'done', event: { isOwnCase: true } });
	});

	it('attack 4: shows no case of a holder who is forged, or another server’s', async () => {
		const { file } = await only();
		expect(await moderation.case(file.hash, alice, guild)).toMatchObject({ holderId: alice });
		expect(await moderation.case(file.hash, bob, guild)).toBeUndefined();
		expect(await moderation.case(file.hash, alice, otherGuild)).toBeUndefined();
		await claims.present(code, { userId: alice, guildId: otherGuild });
		await claims.moderated.transfer(file.hash, alice, bob, {
			by: moderator.userId,
			guildId: guild,
			why: '',
		});
		// Alice has shown it there, and Bob, who holds it at home, has not.
		expect(await moderation.case(file.hash, bob, otherGuild)).toBeUndefined();
	});

	it('attack 15: frees the seat of a thief who has deleted their data, and takes that back too', async () => {
		await claims.own.forget(alice);
		expect(await moderation.byCode(code, guild)).toMatchObject([
			{ holderId: undefined, file: { keptSeats: 1 } },
		]);
		const bobs = () => claims.claim(code, { userId: bob, guildId: guild, purchase: samplePurchase() });
		expect((await bobs()).kind).toBe('taken');
		const freed = await carryOut('free');
		expect(freed).toMatchObject({ kind: 'done', event: { action: 'free', memberId: '' } });
		const { hash = '', revision = 0 } = (freed.kind === 'done' && freed.undo) || {};
		expect((await moderation.undo(hash, revision, moderator)).kind).toBe('done');
		expect((await bobs()).kind).toBe('taken');
		await carryOut('free');
		expect((await bobs()).kind).toBe('claimed');
		expect(await carryOut('free')).toEqual({ kind: 'no-kept-seat' });
	});

	it('takes a change back and tells of it', async () => {
		const released = await carryOut('release');
		const undo = released.kind === 'done' ? released.undo : undefined;
		expect(undo).toBeDefined();
		const undone = await moderation.undo(undo?.hash ?? '', undo?.revision ?? 0, moderator);
		expect(undone).toMatchObject({
			kind: 'done',
			undo: undefined,
			event: { action: 'undo', memberId: alice },
		});
		expect(await claims.claimsOf(alice)).toHaveLength(1);
		expect(log.at(-1)).toBe(`request ${guild} ${alice}`);
	});

	it('clears a revocation when the marketplace confirms the purchase, with its newest support', async () => {
		const { file } = await only();
		await revoke(claims, file.hash);
		answer = { kind: 'valid', purchase: { supportedUntil: 5_000_000 } };
		expect(await moderation.recheck(file.hash, moderator)).toEqual({ kind: 'valid' });
		expect(await claims.claimsOf(alice)).toMatchObject([{ status: 'active', supportedUntil: 5_000_000 }]);
		expect(log).toEqual(['reinstated', `request ${guild} ${alice}`]);
	});

	it('counts an "invalid" once a day, and revokes with the third, as the checks in the background do', async () => {
		const { file } = await only();
		answer = { kind: 'invalid' };
		const recheck = () => moderation.recheck(file.hash, moderator);
		expect([await recheck(), await recheck()]).toEqual(Array(2).fill({ kind: 'invalid', misses: 1 }));
		clock += day;
		expect(await recheck()).toEqual({ kind: 'invalid', misses: 2 });
		expect(await claims.claimsOf(alice)).toMatchObject([{ status: 'active' }]);
		expect(log).toEqual([]);
		clock += day;
		expect(await recheck()).toEqual({ kind: 'invalid', misses: 3 });
		expect(await claims.claimsOf(alice)).toMatchObject([{ status: 'revoked' }]);
		expect(log).toEqual(['revoked', `request ${guild} ${alice}`]);
	});

	it('changes nothing while the marketplace cannot be asked, or for another server', async () => {
		const { file } = await only();
		expect(await moderation.recheck(file.hash, moderator)).toEqual({ kind: 'uncheckable' });
		answer = { kind: 'invalid' };
		const stranger = { ...moderator, guildId: otherGuild };
		expect(await moderation.recheck(file.hash, stranger)).toEqual({ kind: 'unknown' });
		expect(await claims.claimsOf(alice)).toMatchObject([{ check: undefined }]);
	});
});
