import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	type LocalMarketplace,
	startLocalMarketplace,
} from '@claimcheck/sandbox/marketplace/local-marketplace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { createLogger } from '../../src/base/logger.js';
import { type PurchaseCode, parsePurchaseCode } from '../../src/base/purchase-code.js';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import { listedGuilds } from '../../src/guilds/served-guilds.js';
import type { Catalog } from '../../src/marketplace/catalog.js';
import { MarketplaceClient } from '../../src/marketplace/client.js';
import { KeyCheck } from '../../src/marketplace/key-check.js';
import { PurchaseCheck } from '../../src/marketplace/purchase-check.js';
import { noMetrics } from '../../src/operations/no-metrics.js';
import { Recheck } from '../../src/refunds/recheck.js';
import { Refunds } from '../../src/refunds/refunds.js';
import { createRevocationBudget } from '../../src/refunds/revocation-budget.js';
import { createClaimReport } from '../../src/reporting/claim-report.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';
import { claimSecret, guild, memberNumber } from '../claims/sample-claims.js';
import { rolesNoted } from '../moderation/roles-noted.js';
import { noAlerts } from '../notifications/no-alerts.js';
import { put } from '../storage/put.js';
import { floor } from '../world/floor.js';

// The rounds of the production wiring, on a real store and with the real client of a marketplace on this machine; only
// the hours between them pass immediately.

const day = 86_400_000;
const year = 365 * day;

/** The background work of one process. */
interface Process {
	readonly store: Store;
	readonly claims: ClaimStore;
	round(): Promise<unknown>;
}

describe('a round over a real store and a real shop', () => {
	let folder: string;
	let file: string;
	let market: LocalMarketplace;
	let client: MarketplaceClient;
	let stores: Store[];
	let clock: number;
	let log: string;
	let audit: string[];
	let roles: unknown[];
	/** Asked before each question to the shop. */
	let beforeAsking: (code: string) => void | Promise<void>;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'claimcheck-round-'));
		file = join(folder, 'claims.sqlite');
		market = await startLocalMarketplace();
		client = new MarketplaceClient({
			baseUrl: market.baseUrl,
			apiKey: market.apiKey,
			body: 'form',
			userAgent: 'claimcheck/test',
			limits: { requestsPerMinute: 100_000 },
		});
		[stores, clock, log, audit, roles] = [[], Date.UTC(2026, 5, 1), '', [], []];
		beforeAsking = () => {};
	});
	afterEach(async () => {
		await Promise.all([client.close(), market.close(), ...stores.map((store) => store.close())]);
		await rm(folder, { recursive: true });
	});

	async function start(): Promise<Process> {
		const store = await openSqlite(file, () => {}, { create: true });
		stores.push(store);
		const now = () => clock;
		const claims = await openClaimStore({
			store,
			claimSecret,
			clock: { now },
			report: { damaged: () => {} },
			follow: rolesNoted(roles),
		});
		await claims.policy.change({ what: 'seats', licenseType: 'regular', seats: 5 });
		const keyCheck = new KeyCheck({ client, clock: systemClock, report: { keyProblem: () => {} } });
		const accountGuard = { isOurs: async () => true, isLastOurs: async () => true };
		const catalog: Pick<Catalog, 'snapshot'> = { snapshot: () => ({ items: [], state: 'loading' }) };
		const asking = new PurchaseCheck({ client, keyCheck, accountGuard, clock: systemClock, catalog });
		const purchaseCheck: Pick<PurchaseCheck, 'checkCode'> = {
			checkCode: async (code, options) => {
				await beforeAsking(code);
				return await asking.checkCode(code, options);
			},
		};
		const served = listedGuilds([guild]);
		const logger = createLogger({
			level: 'info',
			secrets: [],
			destination: { write: (line) => (log += line) },
		});
		const parts = {
			store,
			claims,
			purchaseCheck,
			served,
			clockGuard: { isTrusted: () => true },
			report: createClaimReport({
				alerts: noAlerts,
				audit: {
					write: (guildId: string | undefined, event: { kind: string; userId?: string }) => {
						audit.push([guildId, event.kind, event.userId].filter(Boolean).join(' '));
					},
				},
				logger,
				served,
				statistics: { note: () => {} },
			}),
			notices: { keepIn: () => () => {} },
			shopPerMinute: 60,
			metrics: noMetrics,
			logger,
			clock: { now, delay: async () => {} },
			random: Math.random,
		};
		const refunds = new Refunds(floor({ ...parts, revocations: createRevocationBudget(store) }));
		const recheck = new Recheck(floor({ ...parts, refunds }), 30);
		return { store, claims, round: () => recheck.round() };
	}

	const sell = (to: ClaimStore, ...members: string[]) => sellAt(clock - year, to, members);

	async function sellAt(boughtAt: number, to: ClaimStore, members: readonly string[]): Promise<PurchaseCode> {
		const sold = market.addPurchase({ boughtAt, licenceType: 'regular' });
		const code = parsePurchaseCode(sold.code);
		if (code === undefined) throw new Error('The shop sold no code');
		for (const userId of members) {
			const { id, name, category } = sold.item;
			const purchase = {
				item: { id, name, category },
				licenseType: sold.licenceType,
				supportedUntil: sold.supportedUntil,
				purchasedAt: sold.boughtAt,
			};
			await to.claim(code, { userId, guildId: guild, purchase });
		}
		return code;
	}
	const questions = () => market.calls.filter(({ endpoint }) => endpoint === 'purchases/validation').length;
	const checked = async ({ claims }: Process): Promise<number> => {
		let count = 0;
		for await (const { check } of claims.checks.all()) if (check !== undefined) count += 1;
		return count;
	};

	it('goes on behind one that the shop answers oddly and one whose copy is damaged, and says which', async () => {
		const bot = await start();
		const codes: PurchaseCode[] = [];
		for (let n = 1; n <= 60; n += 1) codes.push(await sell(bot.claims, memberNumber(n)));
		const [odd] = await bot.claims.claimsOf(memberNumber(7));
		const [damaged] = await bot.claims.claimsOf(memberNumber(8));
		const key = `claim:${damaged?.hash}`;
		await put(bot.store, key, Object.assign({}, await bot.store.get(key), { sealed: 'v1.gibberish' }));
		beforeAsking = (code) => {
			if (code === codes[6]) market.faults.add('purchases/validation', 'wrong-shape', 1);
		};
		clock += 31 * day;
		await bot.round();
		expect(await checked(bot)).toBe(58);
		const reported = log.split('\n').filter((line) => line.includes('Skipping it for a day'));
		expect(reported).toHaveLength(2);
		for (const hash of [odd?.hash, damaged?.hash]) {
			expect(reported.join('\n')).toContain(`"claim":"${hash?.slice(0, 8)}"`);
			expect(log).not.toContain(hash);
		}
		for (const code of codes) expect(log).not.toContain(code);
	});

	it('asks once about a code that five hold, takes one place of the day, reports each, and only where it serves', async () => {
		const bot = await start();
		const members = [1, 2, 3, 4, 5].map(memberNumber);
		const code = await sell(bot.claims, ...members);
		await bot.claims.present(code, memberNumber(1));
		market.refund(code);
		market.clearCalls();
		clock += 31 * day;
		for (let days = 0; days < 3; days += 1) {
			await bot.round();
			clock += day;
		}
		expect(questions()).toBe(3);
		expect(audit.toSorted()).toEqual(members.map((userId) => `${guild} revoked ${userId}`));
		expect(roles.toSorted()).toEqual(members.map((userId) => `request ${userId}`));
		expect(await bot.store.get('revocations')).toMatchObject({ count: 1 });
	});

	it('finds the refund of a purchase of yesterday within four days', async () => {
		const bot = await start();
		market.refund(await sellAt(clock - day, bot.claims, [memberNumber(1)]));
		for (let days = 0; days < 3; days += 1) {
			clock += day;
			await bot.round();
		}
		expect(audit).toEqual([`${guild} revoked ${memberNumber(1)}`]);
	});

	it('does nothing twice where two processes ask at the same moment', async () => {
		const bots = [await start(), await start()];
		const [first] = bots;
		if (first === undefined) return;
		market.refund(await sell(first.claims, memberNumber(1)));
		let waiting = 0;
		let go: () => void = () => {};
		beforeAsking = async () => {
			waiting += 1;
			if (waiting === 2) go();
			else await new Promise<void>((resolve) => (go = resolve));
			waiting = 0;
		};
		clock += 31 * day;
		for (let days = 0; days < 3; days += 1) {
			await Promise.all(bots.map((bot) => bot.round()));
			clock += day;
		}
		expect(audit).toEqual([`${guild} revoked ${memberNumber(1)}`]);
		expect(roles).toEqual([`request ${memberNumber(1)}`]);
		expect(await first.store.get('revocations')).toMatchObject({ count: 1 });
		const [claim] = await first.claims.claimsOf(memberNumber(1));
		const history = (await first.claims.historyOf(claim?.hash ?? ''))?.map(({ what }) => what);
		expect(history).toEqual(['claimed', 'revoked']);
	});

	it('decides by what holds when the answer comes: confirmed and handed over meanwhile, one "invalid" is one', async () => {
		const bot = await start();
		const code = await sell(bot.claims, memberNumber(1));
		market.refund(code);
		clock += 31 * day;
		for (let days = 0; days < 2; days += 1) {
			await bot.round();
			clock += day;
		}
		const [claim] = await bot.claims.claimsOf(memberNumber(1));
		const hash = claim?.hash ?? '';
		const moderator = memberNumber(9);
		beforeAsking = async () => {
			const asked = { by: moderator, askedAt: clock, canJudge: true } as const;
			await bot.claims.checks.note(hash, { kind: 'valid', supportedUntil: undefined }, asked);
			const act = { by: moderator, guildId: guild, why: 'new account', isAdministrator: true };
			await bot.claims.moderated.transfer(hash, memberNumber(1), memberNumber(2), act);
		};
		await bot.round();
		expect(await bot.claims.claimsOf(memberNumber(2))).toMatchObject([
			{ status: 'active', check: { misses: [clock] } },
		]);
		expect(audit).toEqual([]);
	});
});
