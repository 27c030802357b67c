import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import { ActEffects } from '../../src/moderation/act-effects.js';
import { type ActRequest, Moderation } from '../../src/moderation/moderation.js';
import type { ModeratedPurchase, ModerationEvent } from '../../src/moderation/moderation-outcomes.js';
import { type MemoryClaims, memoryClaims } from '../claims/memory-claims.js';
import { codeNumber, guild, memberNumber, otherGuild, samplePurchase } from '../claims/sample-claims.js';
import { floor } from '../world/floor.js';
import { rolesNoted } from './roles-noted.js';
import { sampleModerator } from './sample-moderator.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const moderator = { ...sampleModerator, userId: memberNumber(9), guildId: guild };
const code = codeNumber(1);

describe('the moderation of claims', () => {
	let memory: MemoryClaims;
	let claims: ClaimStore;
	let moderation: Moderation;
	let unnotified: [userId: string, how: string][];
	let log: string[];
	let reported: [guildId: string, event: ModerationEvent][];
	let standing: 'member' | 'bot' | 'absent' | 'unknown';
	let served: string[];

	beforeEach(async () => {
		[log, reported, unnotified] = [[], [], []];
		[standing, served] = ['member', [guild, otherGuild]];
		memory = await memoryClaims({ follow: rolesNoted(log) });
		claims = memory.claims;
		const effects = new ActEffects(
			floor({
				disputeEffects: { addIn: async () => [] },
				report: { moderated: (...args) => void reported.push(args) },
				notices: {
					addIn:
						async (_, { userId, notice }) =>
						() =>
							void unnotified.push([userId, 'how' in notice ? notice.how : '']),
				},
			}),
		);
		moderation = new Moderation(
			floor({
				claims,
				effects,
				served: { serves: (guildId) => served.includes(guildId) },
				discord: { membershipOf: async () => standing },
			}),
		);
		await memory.claim(alice, 1);
	});
	afterEach(() => expect(memory.corrupt).toEqual([]));

	const only = async (): Promise<ModeratedPurchase> => {
		const [found] = (await moderation.findByCode(code)) ?? [];
		if (found === undefined) throw new Error('The claim was not found');
		return found;
	};
	const carryOut = async (action: ActRequest['action'], toUserId?: string) => {
		const { file, holderId } = await only();
		const request = { action, hash: file.hash, holderId, toUserId, why: 'why', revision: file.revision };
		return await moderation.carryOut(request, moderator);
	};

	it('finds a code however it was pasted, shows only its end, and rejects text without one', async () => {
		const [found] = (await moderation.findByCode(` Code: ${code.toUpperCase()} `)) ?? [];
		expect(found).toMatchObject({ holderId: alice, codeEnd: code.slice(-4) });
		expect(await moderation.findByCode(codeNumber(2))).toEqual([]);
		expect(await moderation.findByCode('no code at all')).toBeUndefined();
	});

	it('finds what a member holds, and on request what the member has held', async () => {
		await carryOut('unlink');
		expect(await moderation.findByMember(alice)).toEqual([]);
		const [former] = await moderation.findByMember(alice, true);
		expect(former).toMatchObject({ holderId: undefined, file: { claims: [] } });
	});

	it('requests the roles of everybody whose roles may change, and reports the change', async () => {
		await claims.present(code, alice);
		expect((await carryOut('move', bob)).kind).toBe('done');
		expect(log).toEqual([`request ${alice}`, `request ${bob}`]);
		expect(reported).toEqual([
			[
				guild,
				{
					deed: 'moved',
					by: moderator.userId,
					hash: (await only()).file.hash,
					itemName: samplePurchase().item.name,
					codeEnd: code.slice(-4),
					memberId: alice,
					toUserId: bob,
					why: 'why',
					isOwnCase: false,
				},
			],
		]);
	});

	it('attack 65: moves nothing without a receiver or a holder', async () => {
		const { file } = await only();
		const rows = () => structuredClone([...memory.rows]);
		const before = rows();
		const request = { hash: file.hash, holderId: alice, toUserId: bob, why: '', revision: file.revision };
		const move = (change: Partial<typeof request> | { holderId: undefined } | { toUserId: undefined }) =>
			moderation.carryOut({ ...request, ...change, action: 'move' }, moderator);
		expect(await move({ toUserId: undefined })).toEqual({ kind: 'not-a-member' });
		expect(rows()).toEqual(before);
		expect(log).toEqual([]);
		expect(await move({ holderId: undefined })).toEqual({ kind: 'not-held' });
		const unlink = { ...request, holderId: undefined, toUserId: undefined, action: 'unlink' } as const;
		expect(await moderation.carryOut(unlink, moderator)).toEqual({ kind: 'not-held' });
		expect(rows()).toEqual(before);
		expect(await claims.claimsOf(alice)).toHaveLength(1);
	});

	it('attack 10: changes nothing where anything has happened since the page was shown', async () => {
		const { hash, revision } = (await only()).file;
		const unlink = {
			action: 'unlink',
			hash,
			holderId: alice,
			toUserId: undefined,
			why: '',
			revision,
		} as const;
		expect((await moderation.carryOut(unlink, moderator)).kind).toBe('done');
		await claims.claim(code, { userId: alice, guildId: guild, purchase: samplePurchase() });
		expect(await moderation.carryOut(unlink, moderator)).toEqual({ kind: 'changed-since' });
		expect(await claims.claimsOf(alice)).toHaveLength(1);
	});

	it('attack 11: changes nothing once the moderator’s server is no longer listed', async () => {
		const locked = await carryOut('lock');
		const { hash } = (await only()).file;
		served = [otherGuild];
		const { revision = 0 } = (locked.kind === 'done' && locked.undo) || {};
		expect(await moderation.undo(hash, revision, moderator)).toEqual({ kind: 'unknown' });
		expect(await claims.claimsOf(alice)).toMatchObject([{ locked: true }]);
	});

	it('can be undone by staff of another listed server', async () => {
		const locked = await carryOut('lock');
		const { hash } = (await only()).file;
		const { revision = 0 } = (locked.kind === 'done' && locked.undo) || {};
		const colleague = { ...moderator, guildId: otherGuild };
		expect((await moderation.undo(hash, revision, colleague)).kind).toBe('done');
		expect(await claims.claimsOf(alice)).toMatchObject([{ locked: false }]);
	});

	it('attack 12: hands nothing to who is no present member, or to the moderator', async () => {
		for (const [is, kind] of [
			['bot', 'is-bot'],
			['absent', 'not-a-member'],
			['unknown', 'discord-silent'],
		] as const) {
			standing = is;
			expect(await moderation.receiverHindrance(bob, moderator)).toBe(kind);
			expect(await carryOut('move', bob)).toEqual({ kind });
		}
		standing = 'member';
		expect(await carryOut('move', moderator.userId)).toEqual({ kind: 'own-case' });
		expect(await carryOut('move', alice)).toEqual({ kind: 'already-held' });
		expect(await claims.claimsOf(alice)).toHaveLength(1);
		expect(reported).toEqual([]);
	});

	it('attack 4: shows no case of a holder who is forged', async () => {
		const { file } = await only();
		expect(await moderation.findByHash(file.hash, alice)).toMatchObject({ holderId: alice });
		// Who is named and is no holder is not shown as one.
		expect(await moderation.findByHash(file.hash, bob)).toMatchObject({ holderId: alice });
	});

	it('attack 15: frees the seat of a thief who has deleted their data, and takes that back too', async () => {
		await claims.own.forget(alice);
		expect(await moderation.findByCode(code)).toMatchObject([
			{ holderId: undefined, file: { keptSeats: 1 } },
		]);
		const bobs = () => claims.claim(code, { userId: bob, guildId: guild, purchase: samplePurchase() });
		expect((await bobs()).kind).toBe('taken');
		const freed = await carryOut('free');
		expect(freed).toMatchObject({ kind: 'done', event: { deed: 'seats-freed' } });
		const { hash } = (await only()).file;
		const { revision = 0 } = (freed.kind === 'done' && freed.undo) || {};
		expect((await moderation.undo(hash, revision, moderator)).kind).toBe('done');
		expect((await bobs()).kind).toBe('taken');
		await carryOut('free');
		expect((await bobs()).kind).toBe('claimed');
		expect(await carryOut('free')).toEqual({ kind: 'no-kept-seat' });
	});

	it('undoes a change and reports it', async () => {
		const released = await carryOut('unlink');
		const undo = released.kind === 'done' ? released.undo : undefined;
		expect(undo).toEqual({ revision: expect.any(Number), until: memory.clock + 600_000 });
		const undone = await moderation.undo((await only()).file.hash, undo?.revision ?? 0, moderator);
		expect(undone).toMatchObject({
			kind: 'done',
			undo: undefined,
			event: { deed: 'undid', memberId: alice },
		});
		expect((await only()).file.history.at(-1)).toMatchObject({ by: moderator.userId, why: '' });
		expect(await claims.claimsOf(alice)).toHaveLength(1);
		expect(log).toContain(`request ${alice}`);
	});

	it('notifies the member who loses a purchase, and no one else', async () => {
		await carryOut('lock');
		await carryOut('unlock');
		await carryOut('move', bob);
		await carryOut('revoke');
		await carryOut('lift');
		await carryOut('unlink');
		expect(unnotified).toEqual([
			[alice, 'moved'],
			[bob, 'revoked'],
			[bob, 'unlinked'],
		]);
	});

	it('marks an administrator’s own case, and sends them no notice of it', async () => {
		const { hash, revision } = (await only()).file;
		const unlink = {
			action: 'unlink',
			hash,
			holderId: alice,
			toUserId: undefined,
			why: '',
			revision,
		} as const;
		const administrator = { ...moderator, userId: alice, isAdministrator: true };
		expect(await moderation.carryOut(unlink, administrator)).toMatchObject({ event: { isOwnCase: true } });
		expect(unnotified).toEqual([]);
	});

	it('shows a member what they hold as theirs, and the first holder if no member is named', async () => {
		const { file } = await only();
		expect(await moderation.findByMember(alice)).toMatchObject([
			{ holderId: alice, codeEnd: code.slice(-4) },
		]);
		expect(await moderation.findByHash(file.hash, undefined)).toMatchObject({ holderId: alice });
	});

	it('lets administrators hand a purchase to themselves', async () => {
		const administrator = { ...moderator, isAdministrator: true };
		expect(await moderation.receiverHindrance(moderator.userId, administrator)).toBeUndefined();
		expect(await moderation.receiverHindrance(moderator.userId, moderator)).toBe('own-case');
		expect(await moderation.receiverHindrance(bob, moderator)).toBeUndefined();
	});

	it('needs no answer from Discord about an act without a receiver', async () => {
		standing = 'unknown';
		expect((await carryOut('lock')).kind).toBe('done');
	});
});
