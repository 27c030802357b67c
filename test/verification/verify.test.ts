import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import type { PurchaseCode } from '../../src/base/purchase-code.js';
import { type Claim, codeEnding } from '../../src/claims/claim.js';
import type { Claimed } from '../../src/claims/claim-store.js';
import { GuildSettingsStore } from '../../src/guilds/guild-settings.js';
import { listedGuilds } from '../../src/guilds/served-guilds.js';
import { purchaseSchema } from '../../src/marketplace/schemas.js';
import { Verification, type VerificationDependencies } from '../../src/verification/verify.js';
import { strictPolicy } from '../claims/sample-claims.js';
import { samplePurchase } from '../marketplace/samples.js';
import { memoryStore } from '../roles/memory-store.js';

const claim: Claim = {
	hash: 'hash',
	holderId: 'buyer',
	status: 'active',
	locked: false,
	item: { id: 7, name: 'Aurora', category: 'themes' },
	licenseType: 'Regular',
	supportedUntil: undefined,
	purchasedAt: undefined,
	claimedAt: 1,
	check: undefined,
};
const purchase = purchaseSchema.parse(samplePurchase);
const typed = 'f3c25632-b924-409d-8fb6-4afebede10d5';
const request = { guildId: 'guild', userId: 'buyer', input: typed, heldRoles: { roles: ['r1'] } };
const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
const role = { first: Promise.resolve(granted), settled: Promise.resolve(granted) };

const verified = {
	kind: 'verified',
	claim,
	codeEnd: codeEnding(typed as PurchaseCode),
	roleIds: ['role'],
	role,
} as const;
const tries = { left: 4 };
const free = { kind: 'free', askableAt: undefined } as const;

type Dependencies = VerificationDependencies;

/** A world in which everything goes well, with a log of what was asked of it. */
function world(changes: Partial<Dependencies> = {}) {
	const log: string[] = [];
	const dependencies: Dependencies = {
		attempts: {
			check: async () => free,
			recordMiss: async () => {
				log.push('miss');
				return { kind: 'counted', left: 4 };
			},
			recordTaken: async () => {
				log.push('taken');
				return { kind: 'counted', left: 4 };
			},
			recordQuestion: async () => undefined,
			recordQuestionIn: async () => undefined,
		},
		claims: {
			...claims(),
			claim: async (code, made, also) => {
				const outcome = await claimEnding({ kind: 'claimed', claim })(code, made, also);
				log.push(`claim ${made.purchase.item.name}`);
				return outcome;
			},
		},
		purchaseCheck: {
			checkCode: async () => {
				log.push('marketplace');
				return { kind: 'valid', purchase };
			},
		},
		guilds: new GuildSettingsStore(memoryStore(), () => ({ buyerRoleId: 'role', auditChannelId: undefined })),
		served: listedGuilds(['other', 'guild']),
		renewals: { renew: async () => undefined },
		catalog: { get: () => undefined },
		syncs: {
			request: async ({ guildId, userId }, { held } = {}, recorded) => {
				const { revision, target } = recorded ?? {};
				log.push(`roles ${userId} ${held?.roles}${revision === undefined ? '' : ` ${revision}`}`);
				if (target !== undefined) expect(target).toEqual({ guildId, userId });
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
		metrics: { verifications: { inc: () => log.push('failed') } },
		...changes,
	};
	return { log, verification: new Verification(dependencies) };
}

function claimEnding(outcome: Claimed): Dependencies['claims']['claim'] {
	return async (_code, _request, also) => {
		await (await also?.(unusedTransaction))?.(outcome);
		return outcome;
	};
}
const claimTaken = claimEnding({ kind: 'taken', hash: 'h' });

const unusedTransaction = {} as Parameters<Dependencies['syncRows']['readIn']>[0];

describe('verifying a code', () => {
	it('asks the marketplace, records the claim with the requests of its roles, and only then asks for them', async () => {
		const { log, verification } = world();
		expect(await verification.verify(request)).toEqual({
			...verified,
			returning: false,
			media: purchase.item,
		});
		const claimed = ['record guild', 'record other', `claim ${purchase.item.name}`];
		expect(log).toEqual(['marketplace', ...claimed, 'roles buyer r1 1', 'tell other']);
	});

	it('has the pictures of the purchase that was confirmed, and of a known claim those at hand', async () => {
		const listed = { ...purchase.item, thumbnailUrl: 'listed' };
		const catalog = { get: (id: number) => (id === claim.item.id ? listed : undefined) };
		const fresh = await world({ catalog }).verification.verify(request);
		expect(fresh).toMatchObject({ media: { thumbnailUrl: purchase.item.thumbnailUrl } });
		const present = async () => ({ kind: 'already-yours' as const, claim });
		const back = await world({ catalog, claims: { ...claims(), present } }).verification.verify(request);
		expect(back).toMatchObject({ media: { thumbnailUrl: 'listed' } });
	});

	it('welcomes the holder back without asking the marketplace, and restores the role', async () => {
		const { log, verification } = world({
			claims: { ...claims(), present: async () => ({ kind: 'already-yours', claim }) },
		});
		expect(await verification.verify(request)).toMatchObject({ kind: 'verified', returning: true });
		expect(log).toEqual(['roles buyer r1']);
	});

	it('gives a holder who has renewed support the new end, and then asks for the roles', async () => {
		const renewed = { ...claim, supportedUntil: 9 };
		const { log, verification } = world({
			claims: { ...claims(), present: async () => ({ kind: 'already-yours', claim }) },
			renewals: {
				renew: async (known, { userId }) => {
					log.push(`again ${known.hash} ${userId}`);
					return { claim: { ...known, ...renewed } };
				},
			},
		});
		const outcome = { ...verified, claim: renewed, returning: true, renewed: true };
		expect(await verification.verify(request)).toEqual(outcome);
		expect(log).toEqual(['again hash buyer', 'roles buyer r1']);
	});

	it('welcomes no holder back to a purchase that was found to be refunded on the way', async () => {
		const { log, verification } = world({
			claims: { ...claims(), present: async () => ({ kind: 'already-yours', claim }) },
			renewals: { renew: async () => 'revoked' },
		});
		expect(await verification.verify(request)).toEqual({ kind: 'invalid' });
		expect(log).toEqual([]);
	});

	it('refuses a code that another member holds, without a word to the marketplace', async () => {
		const { log, verification } = world({
			claims: { ...claims(), present: async () => ({ kind: 'taken', hash: 'h' }) },
		});
		expect(await verification.verify(request)).toEqual({ kind: 'taken', hash: 'h', tries });
		expect(log).toEqual(['taken']);
	});

	it('asks no more questions than a member has, and counts those that were answered', async () => {
		let asked = 0;
		const { log, verification } = world({
			attempts: {
				...attempts(),
				check: async () => ({ kind: 'free', askableAt: asked >= 1 ? 7 : undefined }),
				recordQuestionIn: async () => {
					asked += 1;
				},
			},
		});
		expect((await verification.verify(request)).kind).toBe('verified');
		const limited = { kind: 'limited', because: 'many-codes', retryAt: 7 };
		expect(await verification.verify(request)).toEqual(limited);
		expect(log.filter((line) => line === 'marketplace')).toHaveLength(1);
	});

	it('refuses the loser of a race that was decided after the marketplace had said yes', async () => {
		const { log, verification } = world({
			claims: { ...claims(), claim: claimTaken },
		});
		expect(await verification.verify(request)).toEqual({ kind: 'taken', hash: 'h', tries });
		expect(log).toEqual(['marketplace', 'taken']);
	});

	it('asks the marketplace again about a claim of the member’s own that was revoked', async () => {
		const { log, verification } = world({
			claims: { ...claims(), present: async () => ({ kind: 'revoked-yours', claim }) },
			purchaseCheck: { checkCode: async () => ({ kind: 'invalid' }) },
		});
		expect(await verification.verify(request)).toEqual({ kind: 'invalid', tries });
		expect(log).toEqual(['miss']);
	});

	it('uses no roles of before for a claim that the marketplace restores: they may have been taken since', async () => {
		let isNew: boolean | undefined;
		const { verification } = world({
			claims: {
				...claims(),
				present: async () => ({ kind: 'revoked-yours', claim }),
				claim: claimEnding({ kind: 'already-yours', claim }),
			},
			syncs: {
				request: async (_target, _held, recorded) => {
					isNew = recorded?.isNew;
					return role;
				},
			},
		});
		expect(await verification.verify(request)).toMatchObject({ kind: 'verified', returning: true });
		expect(isNew).toBe(false);
	});

	const bare = 'f3c25632b924409d8fb64afebede10d4' as PurchaseCode;
	const repaired = 'f3c25632-b924-409d-8fb6-4afebede10d4' as PurchaseCode;
	const spoilt = { ...request, input: bare };

	it('asks about a repaired code first, and then about what was typed, which is one miss in all', async () => {
		const asked: string[] = [];
		const check = async (code: string) => {
			asked.push(code);
			return { kind: 'invalid' } as const;
		};
		const { log, verification } = world({ purchaseCheck: { checkCode: check } });
		expect(await verification.verify(spoilt)).toMatchObject({ kind: 'invalid' });
		expect(asked).toEqual([repaired, bare]);
		expect(log).toEqual(['miss']);
	});

	it('still takes the codes of a shop that prints them without dashes', async () => {
		const claimed: string[] = [];
		const { verification } = world({
			purchaseCheck: {
				checkCode: async (code) => (code === bare ? { kind: 'valid', purchase } : { kind: 'invalid' }),
			},
			claims: {
				...claims(),
				claim: async (code) => {
					claimed.push(code);
					return { kind: 'claimed', claim };
				},
			},
		});
		expect(await verification.verify(spoilt)).toMatchObject({ kind: 'verified' });
		expect(claimed).toEqual([bare]);
	});

	it('finds a purchase that an earlier version kept as it was typed', async () => {
		const { log, verification } = world({
			claims: {
				...claims(),
				present: async (code) => (code === bare ? { kind: 'taken', hash: 'h' } : { kind: 'unclaimed' }),
			},
		});
		expect(await verification.verify(spoilt)).toMatchObject({ kind: 'taken' });
		expect(log).toEqual(['taken']);
	});

	it('says how many seats are taken, and which one a holder has', async () => {
		const present = async () => ({ kind: 'taken', hash: 'h', seats: 2 }) as const;
		const refused = await world({ claims: { ...claims(), present } }).verification.verify(request);
		expect(refused).toMatchObject({ kind: 'taken', seats: 2 });
		const seat = { number: 2, seats: 2 };
		const claimOne = async () => ({ kind: 'claimed', claim, seat }) as const;
		const { verification } = world({ claims: { ...claims(), claim: claimOne } });
		expect(await verification.verify(request)).toMatchObject({ seat });
	});

	it('does not look at anything for an input that is no code', async () => {
		const { log, verification } = world();
		const outcome = await verification.verify({ ...request, input: 'no code' });
		expect(outcome).toMatchObject({ kind: 'not-a-code' });
		expect(log).toEqual([]);
	});

	it('makes no request while the member is over the limit', async () => {
		const { log, verification } = world({
			attempts: { ...attempts(), check: async () => ({ kind: 'limited', scope: 'member', retryAt: 5 }) },
		});
		expect(await verification.verify(request)).toEqual({
			kind: 'limited',
			because: 'wrong-codes',
			retryAt: 5,
		});
		expect(log).toEqual([]);
	});

	it('counts a definite miss, and reports once that a limit has tripped', async () => {
		const { log, verification } = world({
			purchaseCheck: { checkCode: async () => ({ kind: 'invalid' }) },
			attempts: {
				...attempts(),
				recordMiss: async () => ({ kind: 'tripped', scope: 'member', retryAt: 5, left: 0 }),
			},
		});
		const tries = { left: 0, retryAt: 5, tripped: 'member' };
		expect(await verification.verify(request)).toEqual({ kind: 'invalid', tries });
		expect(log).toEqual([]);
	});

	it('neither counts nor records anything while the code cannot be checked', async () => {
		const { log, verification } = world({
			purchaseCheck: { checkCode: async () => ({ kind: 'uncheckable', reason: 'rate-limited', retryAt: 9 }) },
		});
		const outcome = await verification.verify(request);
		expect(outcome).toEqual({ kind: 'uncheckable', reason: 'rate-limited', retryAt: 9 });
		expect(log).toEqual([]);
	});

	it('promises nothing when the store fails', async () => {
		const { log, verification } = world({
			claims: {
				...claims(),
				claim: async () => {
					throw new StoreUnavailableError('disk full');
				},
			},
		});
		await expect(verification.verify(request)).rejects.toThrow(StoreUnavailableError);
		expect(log).toEqual(['marketplace', 'failed']);
	});

	it('lets guesses that a member sends together count one after the other', async () => {
		let misses = 0;
		const { verification } = world({
			attempts: {
				...attempts(),
				check: async () => (misses >= 5 ? { kind: 'limited', scope: 'member', retryAt: 1 } : free),
				recordMiss: async () => {
					misses += 1;
					return { kind: 'counted', left: 4 };
				},
			},
			purchaseCheck: {
				checkCode: async () => {
					await new Promise((resolve) => setImmediate(resolve));
					return { kind: 'invalid' };
				},
			},
		});
		const outcomes: string[] = [];
		for (let round = 0; round < 3; round += 1) {
			const three = await Promise.all([1, 2, 3].map(() => verification.verify(request)));
			outcomes.push(...three.map(({ kind }) => kind));
		}
		expect(outcomes.filter((kind) => kind === 'invalid')).toHaveLength(5);
		expect(outcomes.filter((kind) => kind === 'limited')).toHaveLength(4);
	});

	it('lets three of a member wait, answers the others immediately, and takes more afterwards', async () => {
		let answer = (): void => {};
		const until = new Promise<void>((resolve) => {
			answer = resolve;
		});
		const { verification } = world({
			purchaseCheck: {
				checkCode: async () => {
					await until;
					return { kind: 'valid', purchase };
				},
			},
		});
		const waiting = [1, 2, 3].map(() => verification.verify(request));
		const outcomes = await Promise.all(
			[1, 2].map(() => verification.verify({ ...request, guildId: 'other' })),
		);
		const busy = { kind: 'limited', because: 'still-checking', retryAt: undefined };
		expect(outcomes).toEqual([busy, busy]);
		answer();
		expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual([
			'verified',
			'verified',
			'verified',
		]);
		expect((await verification.verify(request)).kind).toBe('verified');
	});

	it('goes on with a member’s next code where the store failed for the one before', async () => {
		const failures = [new StoreUnavailableError('disk full')];
		const { verification } = world({
			attempts: {
				...attempts(),
				check: async () => {
					const failure = failures.pop();
					if (failure !== undefined) throw failure;
					return free;
				},
			},
		});
		const [first, second] = await Promise.allSettled([1, 2].map(() => verification.verify(request)));
		expect(first).toMatchObject({ status: 'rejected' });
		expect(second).toMatchObject({ status: 'fulfilled', value: { kind: 'verified' } });
	});

	it('counts for the member who asked, in the server where they did', async () => {
		const members: unknown[] = [];
		const member = { guildId: 'guild', userId: 'buyer' };
		const noting = {
			...attempts(),
			check: async (who: object) => {
				members.push(who);
				return free;
			},
			recordMiss: async (who: object) => {
				members.push(who);
				return { kind: 'tripped' as const, scope: 'guild' as const, retryAt: 5, left: 0 };
			},
			recordTaken: async (who: object) => {
				members.push(who);
				return { kind: 'counted' as const, left: 4 };
			},
		};
		const asking = (answer: 'valid' | 'invalid') => async () =>
			answer === 'valid' ? { kind: answer, purchase } : { kind: answer };
		await world({ attempts: noting, purchaseCheck: { checkCode: asking('invalid') } }).verification.verify(
			request,
		);
		expect(members.splice(0)).toEqual([member, member]);
		const lost: Dependencies['claims'] = { ...claims(), claim: claimTaken };
		const parts = {
			attempts: noting,
			purchaseCheck: { checkCode: asking('valid') },
			claims: lost,
		};
		await world(parts).verification.verify(request);
		expect(members.splice(0)).toEqual([member, member]);
	});

	it('refuses a code that staff have revoked as one that the shop doesn’t know, without asking it', async () => {
		const present = async () => ({ kind: 'revoked-by-staff' }) as const;
		const { log, verification } = world({ claims: { ...claims(), present } });
		expect(await verification.verify(request)).toEqual({ kind: 'invalid', tries });
		expect(log).toEqual(['miss']);
		const claimOne = claimEnding({ kind: 'revoked-by-staff' });
		const late = world({ claims: { ...claims(), claim: claimOne } });
		expect(await late.verification.verify(request)).toEqual({ kind: 'invalid', tries });
		expect(late.log).toEqual(['marketplace', 'miss']);
	});
});

function claims(): Dependencies['claims'] {
	return {
		look: async () => ({ hash: 'h', record: undefined, policy: strictPolicy }),
		present: async () => ({ kind: 'unclaimed' }),
		claim: async () => ({ kind: 'claimed', claim }),
	};
}

function attempts(): Dependencies['attempts'] {
	return {
		check: async () => free,
		recordMiss: async () => ({ kind: 'counted', left: 4 }),
		recordTaken: async () => ({ kind: 'counted', left: 4 }),
		recordQuestion: async () => undefined,
		recordQuestionIn: async () => undefined,
	};
}
