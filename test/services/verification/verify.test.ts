import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../../src/base/errors.js';
import type { PurchaseCode } from '../../../src/base/purchase-code.js';
import type { ClaimStore } from '../../../src/claims/claim-store.js';
import { itemSchema, purchaseSchema } from '../../../src/marketplace/schemas.js';
import type { AuditEvent } from '../../../src/messages/audit.js';
import { createVerification } from '../../../src/services/verification/verify.js';
import { type LimitScope, Limits } from '../../../src/storage/rate-limits.js';
import { sampleItem, samplePurchase } from '../../marketplace/samples.js';
import { memoryStore } from '../../roles/memory-store.js';
import { claimOf } from '../../roles/owed-claims.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import { onCommit } from '../../storage/on-commit.js';
import { type FloorOf, floor } from '../../world/floor.js';

type Present = Awaited<ReturnType<ClaimStore['present']>>;
type Claimed = Awaited<ReturnType<ClaimStore['claim']>>;
type Answer = { readonly kind: 'valid' | 'invalid' } | { readonly kind: 'rate-limited' };

const claim = claimOf('buyer', { hash: 'hash', item: { id: 7, name: 'Aurora', category: 'themes' } });
const purchase = purchaseSchema.parse(samplePurchase);
const typed = 'f3c25632-b924-409d-8fb6-4afebede10d5';
const request = { guildId: 'guild', userId: 'buyer', input: typed, heldRoles: { roles: ['r1'] } };
const asked = { id: '1', guildId: 'guild', userId: 'buyer' };
const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
const role = { settled: Promise.resolve(granted) };
const tries = { left: 4, retryAt: undefined };
const missed = { kind: 'invalid', tries, isFirst: true } as const;
const mine = { kind: 'already-yours', claim } as const;
const taken = { kind: 'taken', hash: 'h' } as const;
const invalid = async () => 'invalid' as const;

/** A world in which everything succeeds except for the given parts, with a log of the calls to it. */
function world({
	known = async () => ({ kind: 'unclaimed' }),
	claimed = async () => ({ kind: 'claimed', claim }),
	answer = async () => 'valid',
	before = () => {},
	...changes
}: {
	readonly known?: (code: string) => Promise<Present>;
	readonly claimed?: (code: string) => Promise<Claimed>;
	readonly answer?: (code: string) => Promise<Answer['kind']>;
	/** Called before each commit. */
	readonly before?: () => void;
} & FloorOf<typeof createVerification> = {}) {
	const log: string[] = [];
	const audited: unknown[] = [];
	const store = onCommit(memoryStore(), { before });
	const limits = new Limits({ store, clock: { now: () => 1 } });
	const verification = createVerification(
		floor({
			...{ store, limits },
			claims: {
				present: known,
				claim: async (code, made, also) => {
					const outcome = await claimed(code);
					await store.transact(async (tx) => await (await also?.(tx))?.(outcome));
					log.push(`claim ${made.purchase.item.name}: ${outcome.kind}`);
					return outcome;
				},
			},
			purchaseCheck: {
				checkCode: async (code) => {
					log.push('marketplace');
					const kind = await answer(code);
					if (kind === 'rate-limited') return { kind: 'uncheckable', reason: kind, retryAt: 9 };
					return kind === 'valid' ? { kind, purchase } : { kind };
				},
			},
			guilds: { get: async () => sampleSettings({ buyerRoleId: 'role' }) },
			served: { ids: ['other', 'guild'] },
			renewals: { renew: async () => undefined },
			catalog: { get: () => undefined },
			syncs: {
				request: async ({ userId }, { held } = {}, recorded) => {
					const how = recorded && (recorded.isNew ? ' new' : ' known');
					log.push(`roles ${userId} ${held?.roles}${how ?? ''}`);
					return role;
				},
			},
			syncRows: {
				readIn: async (_, target) => () => {
					log.push(`record ${target.guildId}`);
					return { target, revision: 1, isNew: true };
				},
				tell: (requests) => log.push(...requests.map(({ target }) => `tell ${target.guildId}`)),
			},
			clock: { now: () => 1 },
			metrics: { verifications: { inc: ({ outcome }) => outcome === 'failed' && log.push(outcome) } },
			references: { issue: async ({ why }) => `reference of ${why}` },
			licenceTypes: { note: () => {} },
			statistics: { note: (_, { kind }) => log.push(`count ${kind}`) },
			audit: { write: (...line) => audited.push(line) },
			logger: { info: () => {} },
			...changes,
		}),
	);
	const countOf = async (scope: LimitScope) => (await limits.look(scope, 'buyer')).times.length;
	return {
		...{ log, audited, verification, limits },
		verify: (input = typed) => verification.verify({ ...request, input }),
		/** The number of misses, and of requests to the shop. */
		counted: async () => [await countOf('member'), await countOf('question')],
	};
}

describe('verifying a code', () => {
	it('asks the marketplace, records the claim with its role requests, and only then requests the roles', async () => {
		const seat = { number: 2, seats: 2 };
		const { log, verify } = world({ claimed: async () => ({ kind: 'claimed', claim, seat }) });
		expect(await verify()).toEqual({
			...{ kind: 'verified', claim, codeEnd: '10d5', roleIds: ['role'], role },
			...{ returning: false, media: purchase.item, seat },
		});
		const recorded = ['record guild', 'record other', `claim ${purchase.item.name}: claimed`];
		expect(log).toEqual(['marketplace', ...recorded, 'roles buyer r1 new', 'tell other']);
	});

	it('welcomes the holder back without asking the marketplace, and restores the role', async () => {
		const listed = { ...itemSchema.parse(sampleItem), thumbnailUrl: 'listed' };
		const catalog = { get: (id: number) => (id === claim.item.id ? listed : undefined) };
		const { log, verify } = world({ known: async () => mine, catalog });
		expect(await verify()).toMatchObject({ kind: 'verified', returning: true, media: listed });
		expect(log).toEqual(['roles buyer r1']);
	});

	it('gives a holder with renewed support the new end, and then requests the roles', async () => {
		const renew = async <Held>(known: Held) => ({ claim: { ...known, supportedUntil: 9 } });
		const { log, verify } = world({ known: async () => mine, renewals: { renew } });
		const renewed = { ...claim, supportedUntil: 9 };
		expect(await verify()).toMatchObject({ claim: renewed, returning: true, renewed: true });
		expect(log).toEqual(['roles buyer r1']);
	});

	it('welcomes no holder back to a purchase that turned out to be refunded meanwhile', async () => {
		const { log, verify } = world({ known: async () => mine, renewals: { renew: async () => 'revoked' } });
		expect([await verify(), log]).toEqual([{ kind: 'invalid' }, []]);
	});

	it('refuses a code that another member holds, without asking the marketplace', async () => {
		const { log, verify, counted } = world({ known: async () => ({ ...taken, seats: 2 }) });
		expect(await verify()).toEqual({ ...taken, seats: 2, tries });
		expect([log, await counted()]).toEqual([[], [1, 0]]);
	});

	it('refuses the loser of a race that was decided after the marketplace had said yes', async () => {
		const { log, verify, counted } = world({ claimed: async () => taken });
		expect(await verify()).toEqual({ ...taken, tries });
		expect(log).toEqual(['marketplace', expect.stringContaining(': taken')]);
		expect(await counted()).toEqual([1, 1]);
	});

	it('refuses a code that staff have revoked as if it were unknown to the shop, without asking the shop', async () => {
		const revoked = async () => ({ kind: 'revoked-by-staff' }) as const;
		const early = world({ known: revoked });
		expect([await early.verify(), early.log, await early.counted()]).toEqual([missed, [], [1, 0]]);
		const late = world({ claimed: revoked });
		expect([await late.verify(), await late.counted()]).toEqual([missed, [1, 1]]);
	});

	it('asks the marketplace again about the member’s own revoked claim', async () => {
		const known = async () => ({ kind: 'revoked-yours', claim }) as const;
		const { log, verify, counted } = world({ known, answer: invalid });
		expect([await verify(), log, await counted()]).toEqual([missed, ['marketplace'], [1, 1]]);
		// Roles may have been removed since the interaction, so the ones it showed are not used.
		const restored = world({ known, claimed: async () => mine });
		expect(await restored.verify()).toMatchObject({ kind: 'verified', returning: true });
		expect(restored.log).toContain('roles buyer r1 known');
	});

	it('allows ten requests in ten minutes per member, counting only answered ones', async () => {
		const { log, verify } = world();
		for (let n = 0; n < 10; n += 1) expect((await verify()).kind).toBe('verified');
		expect(await verify()).toEqual({ kind: 'limited', because: 'many-codes', retryAt: 600_001 });
		expect(log.filter((line) => line === 'marketplace')).toHaveLength(10);
	});

	const bare = 'f3c25632b924409d8fb64afebede10d4' as PurchaseCode;
	const repaired = 'f3c25632-b924-409d-8fb6-4afebede10d4' as PurchaseCode;

	it('asks about a repaired code first, then about the typed one, and counts one miss for both', async () => {
		const asked: string[] = [];
		const { verify, counted } = world({
			answer: async (code) => {
				asked.push(code);
				return 'invalid';
			},
		});
		expect(await verify(bare)).toMatchObject({ kind: 'invalid' });
		expect(asked).toEqual([repaired, bare]);
		expect(await counted()).toEqual([1, 2]);
	});

	it('still accepts the codes of a shop that issues them without dashes, and finds those stored that way', async () => {
		const claimed: string[] = [];
		const printed = world({
			answer: async (code) => (code === bare ? 'valid' : 'invalid'),
			claimed: async (code) => {
				claimed.push(code);
				return { kind: 'claimed', claim };
			},
		});
		expect(await printed.verify(bare)).toMatchObject({ kind: 'verified' });
		expect(claimed).toEqual([bare]);
		const kept = world({ known: async (code) => (code === bare ? taken : { kind: 'unclaimed' }) });
		expect(await kept.verify(bare)).toMatchObject({ kind: 'taken' });
	});

	it('reads nothing for an input that is no code', async () => {
		const { log, verify } = world();
		expect(await verify('no code')).toMatchObject({ kind: 'not-a-code' });
		expect(log).toEqual([]);
	});

	it('stops a member after five misses, and reports to the audit channel that they have to wait', async () => {
		const { log, audited, verification, verify } = world({ answer: invalid });
		for (let left = 4; left >= 0; left -= 1) {
			const outcome = await verify();
			expect(outcome).toMatchObject({ kind: 'invalid', tries: { left }, isFirst: left === 4 });
			expect(await verification.report(asked, outcome)).toBe('reference of invalid');
		}
		const kinds = audited.map((line) => (line as [string, AuditEvent])[1].kind);
		expect(kinds).toEqual([...Array(5).fill('refused'), 'limit']);
		log.length = 0;
		expect(await verify()).toEqual({ kind: 'limited', because: 'wrong-codes', retryAt: 600_001 });
		expect(log).toEqual([]);
	});

	it('slows only members with a miss once sixty codes in a guild were wrong, and reports that once', async () => {
		const { audited, verification, log } = world({
			answer: async (code) => (code === typed ? 'valid' : 'invalid'),
		});
		const miss = async (userId: string) => {
			const outcome = await verification.verify({ ...request, userId, input: typed.replace(/^f3/, 'f4') });
			await verification.report({ ...request, userId, id: '1' }, outcome);
			return outcome;
		};
		for (let account = 0; account < 12; account += 1)
			for (let count = 0; count < 5; count += 1) await miss(`guesser ${account}`);
		const limits = audited.filter((line) => JSON.stringify(line).includes('"limit"'));
		expect(limits.slice(-1)).toEqual([
			['guild', { kind: 'limit', userId: 'guesser 11', scope: 'guild' }, undefined],
		]);
		expect(JSON.stringify(limits).match(/"scope":"guild"/g)).toHaveLength(1);
		expect(await verification.verify(request)).toMatchObject({ kind: 'verified' });
		expect(await miss('newcomer')).toMatchObject({ kind: 'invalid', tries: { left: 0 } });
		log.length = 0;
		expect(await miss('newcomer')).toEqual({ kind: 'limited', because: 'wrong-codes', retryAt: 600_001 });
		expect(log).toEqual(['count refused']);
		const elsewhere = { ...request, guildId: 'other', userId: 'newcomer' };
		expect(await verification.verify(elsewhere)).toMatchObject({ kind: 'verified' });
	});

	it('stores a reference only if a code is refused', async () => {
		const issued: unknown[] = [];
		const { audited, verification } = world({ references: { issue: async (it) => `R${issued.push(it)}` } });
		expect(await verification.report(asked, { ...taken, tries })).toBe('R1');
		expect(issued).toEqual([{ guildId: 'guild', userId: 'buyer', why: 'taken', hash: 'h' }]);
		expect(audited).toMatchObject([['guild', { kind: 'refused', reference: 'R1', hash: 'h' }, undefined]]);
		for (const outcome of [
			{ kind: 'not-a-code', mistake: { kind: 'email' } },
			{ kind: 'limited', because: 'wrong-codes', retryAt: 1 },
		] as const)
			expect(await verification.report(asked, outcome)).toBe('');
		expect([issued.length, audited.length]).toEqual([1, 1]);
	});

	it('reports a verified purchase, and counts it the first time', async () => {
		const { audited, log, verification, verify } = world();
		const verified = await verify();
		expect(await verification.report(asked, verified)).toBe('');
		expect(audited).toMatchObject([
			['guild', { kind: 'verified', hash: 'hash', itemName: 'Aurora' }, undefined],
		]);
		await verification.report(asked, { ...verified, returning: true } as typeof verified);
		expect(log.filter((line) => line === 'count verified')).toHaveLength(1);
	});

	it('counts a wrong code together with its request in one commit, or not at all', async () => {
		let commits = 0;
		const before = (): void => {
			commits += 1;
			if (commits === 1) throw new Error('killed');
		};
		const { verify, counted } = world({ answer: invalid, before });
		await expect(verify()).rejects.toThrow('killed');
		expect(await counted()).toEqual([0, 0]);
		await verify();
		expect([commits, await counted()]).toEqual([2, [1, 1]]);
	});

	it('neither counts nor records anything while the code cannot be checked', async () => {
		const { log, verify } = world({ answer: async () => 'rate-limited' });
		expect(await verify()).toEqual({ kind: 'uncheckable', reason: 'rate-limited', retryAt: 9 });
		expect(log).toEqual(['marketplace']);
	});

	it('promises nothing if the store fails', async () => {
		const full = new StoreUnavailableError('disk full');
		const { log, verify } = world({ claimed: () => Promise.reject(full) });
		await expect(verify()).rejects.toThrow(full);
		expect(log).toEqual(['marketplace', 'failed']);
	});
});

describe('codes that a member sends together', () => {
	it('count one after the other', async () => {
		const { verify } = world({
			answer: async () => {
				await new Promise((resolve) => setImmediate(resolve));
				return 'invalid';
			},
		});
		const outcomes: string[] = [];
		for (let round = 0; round < 3; round += 1) {
			const three = await Promise.all([1, 2, 3].map(() => verify()));
			outcomes.push(...three.map(({ kind }) => kind));
		}
		expect(outcomes.filter((kind) => kind === 'invalid')).toHaveLength(5);
		expect(outcomes.filter((kind) => kind === 'limited')).toHaveLength(4);
	});

	it('are handled three at a time, while others are answered immediately, and more are accepted afterwards', async () => {
		let answer = (): void => {};
		const answered = new Promise<void>((resolve) => (answer = resolve));
		const { verify } = world({
			answer: async () => {
				await answered;
				return 'valid';
			},
		});
		const waiting = [1, 2, 3].map(() => verify());
		const busy = { kind: 'limited', because: 'still-checking', retryAt: undefined };
		expect(await Promise.all([verify(), verify()])).toEqual([busy, busy]);
		answer();
		const kinds = (await Promise.all([...waiting])).map(({ kind }) => kind);
		expect(kinds).toEqual(['verified', 'verified', 'verified']);
		expect((await verify()).kind).toBe('verified');
	});

	it('are still handled if the store failed for the previous one', async () => {
		const failures = [new StoreUnavailableError('disk full')];
		const known = async (): Promise<Present> => {
			const failure = failures.pop();
			if (failure !== undefined) throw failure;
			return { kind: 'unclaimed' };
		};
		const { verify } = world({ known });
		const [first, second] = await Promise.allSettled([verify(), verify()]);
		expect(first).toMatchObject({ status: 'rejected' });
		expect(second).toMatchObject({ status: 'fulfilled', value: { kind: 'verified' } });
	});
});
