import { beforeEach, describe, expect, it } from 'vitest';
import type { PurchaseCode } from '../../../src/base/purchase-code.js';
import type { Claim } from '../../../src/claims/claim.js';
import type { Moved } from '../../../src/claims/own-claims.js';
import type { ClaimPolicy } from '../../../src/claims/policy.js';
import { OwnMoves } from '../../../src/moderation/disputes/own-moves.js';
import { References } from '../../../src/moderation/references/references.js';
import { grantedTicket } from '../../roles/granted-ticket.js';
import { memoryStore } from '../../roles/memory-store.js';

const guildId = '100000000000000001';
const [old, fresh, stranger] = ['200000000000000001', '200000000000000002', '200000000000000003'] as const;
const hash = 'ab'.repeat(32);
const day = 24 * 60 * 60_000;

describe('a purchase between own accounts', () => {
	let clock: number;
	let holderId: string;
	let policy: ClaimPolicy;
	let log: string[];
	let references: References;
	let moves: OwnMoves;
	let letters: number;
	let disputes: 'disputed' | 'moved-lately' | undefined;
	let notify: () => Promise<void>;

	const claim = (): Claim => ({
		hash,
		holderId,
		guildIds: [guildId],
		status: 'active',
		locked: false,
		item: { id: 7, name: 'Aurora', category: 'themes' },
		licenseType: 'Regular',
		supportedUntil: undefined,
		purchasedAt: undefined,
		claimedAt: 1,
		check: undefined,
	});

	beforeEach(() => {
		clock = 1_000 * day;
		holderId = old;
		policy = { unlinking: { kind: 'members-move' }, seats: {} };
		log = [];
		letters = 0;
		disputes = undefined;
		notify = async () => {};
		references = new References({
			store: memoryStore(),
			served: { isHome: () => true },
			clock: { now: () => clock, delay: () => new Promise(() => {}) },
			unguessable: { below: (below) => Math.floor(letters++ / 6) % below },
			logger: { warn: () => expect.unreachable() },
		});
		moves = new OwnMoves({
			references,
			claims: {
				claimsOf: async (userId) => (userId === holderId ? [claim()] : []),
				codeOf: async () => 'a-code-that-ends-in-3a8c' as PurchaseCode,
				own: {
					move: async (_, userId, to): Promise<Moved> => {
						const before = claim();
						if (userId !== holderId) return { kind: 'not-yours' };
						holderId = to.userId;
						log.push('moved');
						return { kind: 'moved', claim: before, revision: 2 };
					},
				},
			},
			home: { policy: async () => policy },
			discord: { membershipOf: async () => 'member' },
			notices: {
				notify: async (userId, _, { kind }, id) => {
					log.push(`notify ${userId} ${kind} ${id}`);
					await notify();
				},
			},
			roleNames: { of: async () => ['Buyer'] },
			outbox: { record: async ({ userId }) => log.push(`note ${userId}`) },
			queue: {
				async request({ userId }) {
					log.push(`roles ${userId}`);
					return grantedTicket;
				},
			},
			report: { movedByMember: () => log.push('audit') },
			rows: { ownMoveHindrance: async () => disputes },
			settling: { beginAll: async () => {} },
			clock: { now: () => clock },
		});
	});

	const refusal = (userId: string) => references.issue({ guildId, userId, why: 'taken', hash });
	const me = { guildId, userId: old };

	it('moves where both have shown that they want it, and the other account hears of it', async () => {
		const reference = await refusal(fresh);
		expect(await moves.ask(hash, me, reference.toLowerCase())).toMatchObject({
			kind: 'sure',
			roles: ['Buyer'],
		});
		expect(await moves.move(reference, old)).toMatchObject({ kind: 'moved', purchase: { ending: '3a8c' } });
		expect(log).toEqual([
			`note ${old}`,
			`note ${fresh}`,
			'moved',
			`roles ${old}`,
			`roles ${fresh}`,
			'audit',
			`notify ${fresh} yours move-${reference}`,
		]);
	});

	it('changes the message that waits, in place of a direct one', async () => {
		const reference = await refusal(fresh);
		expect(await moves.expect(reference, { guildId, userId: fresh })).toBe(true);
		moves.wait(reference, 60_000, async ({ purchase }) => log.push(`shown ${purchase.name}`));
		await moves.move(reference, old);
		expect(log.at(-1)).toBe('shown Aurora');
	});

	it('is announced after a kill between the move and its notice', async () => {
		const reference = await refusal(fresh);
		await references.noteMove(reference, old);
		holderId = fresh;
		await moves.sendPendingNotices();
		await moves.sendPendingNotices();
		expect(log).toEqual([`notify ${fresh} yours move-${reference}`]);
	});

	it('has moved even if its notice fails, and is announced later', async () => {
		const reference = await refusal(fresh);
		notify = () => Promise.reject(new Error('away'));
		expect(await moves.move(reference, old)).toMatchObject({ kind: 'moved' });
		await expect(moves.sendPendingNotices()).rejects.toThrow('away');
		notify = async () => {};
		await moves.sendPendingNotices();
		await moves.sendPendingNotices();
		expect(log.filter((line) => line.startsWith('notify'))).toEqual(
			Array(3).fill(`notify ${fresh} yours move-${reference}`),
		);
	});

	it('stays if the reference is expired, one’s own, of another purchase or of a member without one', async () => {
		const reference = await refusal(fresh);
		const own = await refusal(old);
		const other = await references.issue({ guildId, userId: fresh, why: 'taken', hash: 'cd'.repeat(32) });
		for (const typed of [own, other, 'BCD-FGH', 'nonsense'])
			expect(await moves.ask(hash, me, typed)).toEqual({ kind: 'wrong-reference' });
		expect(await moves.ask(hash, { guildId, userId: stranger }, reference)).toEqual({ kind: 'not-yours' });
		expect(await moves.move(reference, stranger)).toEqual({ kind: 'not-yours' });
		clock += day;
		expect(await moves.ask(hash, me, reference)).toEqual({ kind: 'wrong-reference' });
		await moves.expect(reference, { guildId, userId: fresh });
		expect(await moves.ask(hash, me, reference)).toMatchObject({ kind: 'sure' });
		expect(log).toEqual([]);
	});

	it('attack 38: stays where a dispute has moved it lately', async () => {
		const reference = await refusal(fresh);
		disputes = 'moved-lately';
		expect(await moves.move(reference, old)).toEqual({ kind: 'moved-lately' });
		expect(log).toEqual([]);
	});

	it('attack 60: stays while a dispute about it is open', async () => {
		const reference = await refusal(fresh);
		disputes = 'disputed';
		expect(await moves.ask(hash, me, reference)).toEqual({ kind: 'disputed' });
		expect(await moves.move(reference, old)).toEqual({ kind: 'disputed' });
		expect(log).toEqual([]);
	});

	it('stays where home’s policy does not let members move', async () => {
		policy = { unlinking: { kind: 'never' }, seats: {} };
		const reference = await refusal(fresh);
		expect(await moves.expect(reference, { guildId, userId: fresh })).toBe(false);
		expect(await moves.ask(hash, me, reference)).toEqual({ kind: 'not-allowed' });
	});
});
