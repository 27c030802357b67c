import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../../src/claims/claim-store.js';
import type { Audit } from '../../../src/messages/audit.js';
import { type ActRequest, Moderation } from '../../../src/services/moderation/moderation.js';
import type {
	Carried,
	ModeratedPurchase,
	Moderator,
} from '../../../src/services/moderation/moderation-outcomes.js';
import { type MemoryClaims, memoryClaims } from '../../claims/memory-claims.js';
import { codeNumber, guild, memberNumber, otherGuild, samplePurchase } from '../../claims/sample-claims.js';
import { floor } from '../../world/floor.js';
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
	let reported: Parameters<Audit['write']>[];
	let standing: 'member' | 'bot' | 'absent' | 'unknown';
	let served: string[];

	beforeEach(async () => {
		[log, reported, unnotified] = [[], [], []];
		[standing, served] = ['member', [guild, otherGuild]];
		memory = await memoryClaims({ follow: rolesNoted(log) });
		claims = memory.claims;
		moderation = new Moderation(
			floor({
				claims,
				disputeRows: { followIn: async () => [] },
				served: { ids: [guild, otherGuild], serves: (guildId) => served.includes(guildId) },
				discord: { membershipOf: async () => standing },
				audit: { write: (...args) => void reported.push(args) },
				notices: {
					takeBackIn: async () => {},
					addIn: async (_, { userId, notice }) =>
						void unnotified.push([userId, 'how' in notice ? notice.how : '']),
					wake: () => {},
				},
				cards: { wake: () => {} },
			}),
		);
		await memory.claim(alice, 1);
	});
	afterEach(() => expect(memory.corrupt).toEqual([]));

	const only = async (): Promise<ModeratedPurchase> => {
		const [found] = await moderation.findByCode(code);
		if (found === undefined) throw new Error('The claim was not found');
		return found;
	};
	const carryOut = async (
		action: ActRequest['action'],
		change: { [Field in keyof ActRequest]?: ActRequest[Field] | undefined } = {},
		by: Moderator = moderator,
	) => {
		const { file, holderId } = await only();
		const { hash, revision } = file;
		const request = { action, hash, holderId, toUserId: undefined, why: 'why', revision, ...change };
		return await moderation.carryOut(request as ActRequest, by);
	};
	const undo = async (act: Carried, by = moderator) => {
		const { revision = 0 } = (act.kind === 'done' && act.undo) || {};
		return await moderation.undo((await only()).file.hash, revision, by);
	};

	it('finds a code, and shows only its end', async () => {
		const [found] = await moderation.findByCode(code);
		expect(found).toMatchObject({ holderId: alice, codeEnd: code.slice(-4) });
		expect(await moderation.findByMember(alice)).toEqual([found]);
		expect(await moderation.findByCode(codeNumber(2))).toEqual([]);
	});

	it('finds what a member holds, and on request what the member has held', async () => {
		await carryOut('unlink');
		expect(await moderation.findByMember(alice)).toEqual([]);
		const [former] = await moderation.findByMember(alice, true);
		expect(former).toMatchObject({ holderId: undefined, file: { claims: [] } });
	});

	it('requests the roles of everybody whose roles may change, and reports the change', async () => {
		expect((await carryOut('move', { toUserId: bob })).kind).toBe('done');
		expect(log).toEqual([`request ${alice}`, `request ${bob}`]);
		expect(reported).toEqual([
			[
				[guild, otherGuild],
				{
					kind: 'moderation',
					event: {
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
				},
			],
		]);
	});

	it('attack 65: moves nothing without a receiver or a holder', async () => {
		const before = structuredClone([...memory.rows]);
		expect(await carryOut('move')).toEqual({ kind: 'not-a-member' });
		const nobody = { holderId: undefined };
		expect(await carryOut('move', { ...nobody, toUserId: bob })).toEqual({ kind: 'not-held' });
		expect(await carryOut('unlink', nobody)).toEqual({ kind: 'not-held' });
		expect([[...memory.rows], log]).toEqual([before, []]);
	});

	it('attack 11: changes nothing once the moderator’s server is no longer listed', async () => {
		const locked = await carryOut('lock');
		served = [otherGuild];
		expect(await undo(locked)).toEqual({ kind: 'unknown' });
		expect(await carryOut('unlock')).toEqual({ kind: 'unknown' });
		expect(await claims.claimsOf(alice)).toMatchObject([{ locked: true }]);
		// Staff of another server that is listed can take it back.
		expect((await undo(locked, { ...moderator, guildId: otherGuild })).kind).toBe('done');
	});

	it('attack 12: hands nothing to who is no present member, or to the moderator', async () => {
		for (const [is, kind] of [
			['bot', 'is-bot'],
			['absent', 'not-a-member'],
			['unknown', 'discord-silent'],
		] as const) {
			standing = is;
			expect(await carryOut('move', { toUserId: bob })).toEqual({ kind });
		}
		expect(await carryOut('move', { toUserId: moderator.userId })).toEqual({ kind: 'own-case' });
		expect(await claims.claimsOf(alice)).toHaveLength(1);
		expect(reported).toEqual([]);
	});

	it('attack 4: shows no case of a holder who is forged', async () => {
		const { file } = await only();
		expect(await moderation.findByHash(file.hash, alice)).toMatchObject({ holderId: alice });
		// Who is named and is no holder is not shown as one.
		for (const holderId of [bob, undefined])
			expect(await moderation.findByHash(file.hash, holderId)).toMatchObject({ holderId: alice });
	});

	it('undoes a change and reports it', async () => {
		// Discord isn't asked about an act without a receiver.
		standing = 'unknown';
		const released = await carryOut('unlink');
		expect(released).toMatchObject({ undo: { until: memory.clock + 600_000 } });
		expect(await undo(released)).toMatchObject({
			kind: 'done',
			undo: undefined,
			event: { deed: 'undid', memberId: alice },
		});
		expect(await claims.claimsOf(alice)).toHaveLength(1);
	});

	it('notifies the member who loses a purchase, and no one else', async () => {
		await carryOut('lock');
		await carryOut('unlock');
		await carryOut('move', { toUserId: bob });
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
		const administrator = { ...moderator, userId: alice, isAdministrator: true };
		expect(await carryOut('unlink', {}, administrator)).toMatchObject({ event: { isOwnCase: true } });
		expect(unnotified).toEqual([]);
	});
});
