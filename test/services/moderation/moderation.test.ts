import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActRequest } from '../../../src/services/moderation/moderation.js';
import type {
	Carried,
	ModeratedPurchase,
	Moderator,
} from '../../../src/services/moderation/moderation-outcomes.js';
import { codeNumber, otherGuild, samplePurchase } from '../../claims/sample-claims.js';
import { holder as alice, claimant as bob, home, moderator, openCases } from './case-world.js';

const code = codeNumber(1);

describe('the moderation of claims', () => {
	let world: Awaited<ReturnType<typeof openCases>>;

	beforeEach(async () => {
		world = await openCases();
		world.servedIds = [home, otherGuild];
		await world.memory.claim(alice, 1);
	});
	afterEach(() => expect(world.memory.corrupt).toEqual([]));

	const only = async (): Promise<ModeratedPurchase> => {
		const found = await world.moderation.findByHash(world.memory.claims.keys.hash(code));
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
		return await world.moderation.carryOut(request as ActRequest, by);
	};
	const undo = async (act: Carried, by = moderator) => {
		const { revision = 0 } = (act.kind === 'done' && act.undo) || {};
		return await world.moderation.undo((await only()).file.hash, revision, by);
	};

	/** The members who were notified of a loss, and how each of them lost the purchase. */
	const lost = async () =>
		(await world.notices())
			.map(([userId, notice]) => [userId, notice !== undefined && 'how' in notice && notice.how])
			.toSorted();

	it('finds a member’s current and former purchases, and shows only the end of their codes', async () => {
		const found = await only();
		expect(found).toMatchObject({ holderId: alice, codeEnd: code.slice(-4) });
		expect(await world.moderation.findByMember(alice)).toEqual([found]);
		await carryOut('unlink');
		const [former] = await world.moderation.findByMember(alice);
		expect(former).toMatchObject({ holderId: undefined, file: { claims: [] } });
	});

	it('finds the others if the copy of a code can’t be opened', async () => {
		const key = `claim:${await world.memory.claim(alice, 2)}`;
		world.memory.rows.set(key, { ...(world.memory.rows.get(key) as object), sealed: 'damaged' });
		const found = await world.moderation.findByMember(alice);
		expect(found.map(({ codeEnd }) => codeEnd).toSorted()).toEqual(['', code.slice(-4)]);
		expect(world.memory.corrupt.splice(0)).toEqual([key]);
	});

	it('requests the roles of everyone affected, and reports the change', async () => {
		expect((await carryOut('move', { toUserId: bob })).kind).toBe('done');
		expect(world.roles.slice(-2)).toEqual([`request ${alice}`, `request ${bob}`]);
		expect(world.acts).toEqual([
			{
				...{ deed: 'moved', by: moderator.userId, hash: (await only()).file.hash, codeEnd: code.slice(-4) },
				...{ itemName: samplePurchase().item.name, memberId: alice, toUserId: bob },
				...{ why: 'why', isOwnCase: false },
			},
		]);
		expect(world.reportedIn).toEqual([[home, otherGuild]]);
	});

	it('attack 65: moves nothing without a recipient or a holder', async () => {
		world.roles.splice(0);
		const before = structuredClone([...world.memory.rows]);
		expect(await carryOut('move')).toEqual({ kind: 'not-a-member' });
		const nobody = { holderId: undefined };
		expect(await carryOut('move', { ...nobody, toUserId: bob })).toEqual({ kind: 'not-held' });
		expect(await carryOut('unlink', nobody)).toEqual({ kind: 'not-held' });
		expect([[...world.memory.rows], world.roles]).toEqual([before, []]);
	});

	it('attack 11: changes nothing once the moderator’s server is no longer listed', async () => {
		const locked = await carryOut('lock');
		world.servedIds = [otherGuild];
		expect(await undo(locked)).toEqual({ kind: 'unknown' });
		expect(await carryOut('unlock')).toEqual({ kind: 'unknown' });
		expect(await world.memory.claims.claimsOf(alice)).toMatchObject([{ locked: true }]);
		// Staff of another listed server can undo it.
		expect((await undo(locked, { ...moderator, guildId: otherGuild })).kind).toBe('done');
	});

	it('attack 12: moves nothing to an absent member, or to the moderator', async () => {
		for (const [is, kind] of [
			['bot', 'is-bot'],
			['absent', 'not-a-member'],
			['unknown', 'discord-silent'],
		] as const) {
			world.membership = is;
			expect(await carryOut('move', { toUserId: bob })).toEqual({ kind });
		}
		expect(await carryOut('move', { toUserId: moderator.userId })).toEqual({ kind: 'own-case' });
		expect(await world.memory.claims.claimsOf(alice)).toHaveLength(1);
		expect(world.acts).toEqual([]);
	});

	it('attack 4: shows no dispute for a forged holder', async () => {
		const { file } = await only();
		expect(await world.moderation.findByHash(file.hash, alice)).toMatchObject({ holderId: alice });
		// A named member who isn't a holder is not shown as one.
		for (const holderId of [bob, undefined])
			expect(await world.moderation.findByHash(file.hash, holderId)).toMatchObject({ holderId: alice });
	});

	it('undoes a change and reports it', async () => {
		// A change without a recipient doesn't ask Discord.
		world.membership = 'unknown';
		const released = await carryOut('unlink');
		expect(released).toMatchObject({ undo: { until: world.memory.clock + 600_000 } });
		expect(await undo(released)).toMatchObject({
			kind: 'done',
			undo: undefined,
			event: { deed: 'undid', memberId: alice },
		});
		expect(await world.memory.claims.claimsOf(alice)).toHaveLength(1);
	});

	it('notifies the member who loses a purchase, and no one else', async () => {
		await carryOut('lock');
		await carryOut('unlock');
		await carryOut('move', { toUserId: bob });
		await carryOut('revoke');
		await carryOut('lift');
		await carryOut('unlink');
		expect(await lost()).toEqual([
			[alice, 'moved'],
			[bob, 'revoked'],
			[bob, 'unlinked'],
		]);
	});

	it('marks an administrator’s own case, and sends them no notice of it', async () => {
		const administrator = { ...moderator, userId: alice, isAdministrator: true };
		expect(await carryOut('unlink', {}, administrator)).toMatchObject({ event: { isOwnCase: true } });
		expect(await lost()).toEqual([]);
	});
});
