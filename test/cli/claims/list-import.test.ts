import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { locked, revokedByModerator } from '../../../src/claims/moderation-changes.js';
import { type ListImport, listImport } from '../../../src/cli/claims/list-import.js';
import type { MarketplaceClient } from '../../../src/marketplace/client.js';
import { indexItem } from '../../../src/marketplace/indexed-item.js';
import { noteAccount } from '../../../src/marketplace/key-check.js';
import { createMarketplace } from '../../../src/marketplace/marketplace.js';
import type { MarketplaceFailure } from '../../../src/marketplace/result.js';
import { type Account, itemSchema, type Purchase } from '../../../src/marketplace/schemas.js';
import { SyncRows } from '../../../src/roles/sync-rows.js';
import type { Membership } from '../../../src/servers/guild-facts.js';
import { ServedGuilds } from '../../../src/servers/served-guilds.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { type MemoryClaims, memoryClaims } from '../../claims/memory-claims.js';
import {
	codeNumber,
	guild,
	memberNumber,
	releasing,
	revoke,
	samplePurchase,
} from '../../claims/sample-claims.js';
import { floor } from '../../world/floor.js';

const staff = { by: memberNumber(99), guildId: guild, why: 'a reason', canManageRoles: true };
const until = Date.UTC(1971, 0, 1);
const invalid = { kind: 'invalid-code' } as const;
const down = { kind: 'unavailable', reason: 'reset' } as const;
const item = itemSchema.parse({ id: 17, name: 'Aurora' });

let place: MemoryClaims;
let syncRows: SyncRows;
let membership: Membership;
/** The shop's answers in order; the last one repeats. */
let answers: ('valid' | MarketplaceFailure)[];
let asked: string[];
let account: string | MarketplaceFailure;
let waits: number[];
let rows: ListImport;

beforeEach(async () => {
	const clock = {
		now: () => place.clock,
		async delay(ms: number, signal?: AbortSignal) {
			await setImmediate();
			if (signal?.aborted) return;
			waits.push(ms);
			place.clock += ms;
		},
	};
	const served = new ServedGuilds([guild]);
	place = await memoryClaims({
		follow: (tx, userIds) => syncRows.follow(served)(tx, userIds),
	});
	const { store, claims } = place;
	syncRows = new SyncRows(store, clock);
	[membership, answers, asked, account, waits] = ['member', ['valid'], [], 'author', []];
	const client = floor<MarketplaceClient>({
		async validatePurchase(code) {
			asked.push(code);
			const [answer = down] = answers.length > 1 ? answers.splice(0, 1) : answers;
			if (answer !== 'valid') return { ok: false, failure: answer };
			return { ok: true, value: samplePurchase() as Purchase };
		},
		accountDetails: async () =>
			typeof account === 'string'
				? { ok: true, value: floor<Account>({ username: account }) }
				: { ok: false, failure: account },
		allItems: async () => ({ ok: true, value: { items: [indexItem(item)], skipped: 0 } }),
	});
	const nothing = () => {};
	const quiet = {
		logger: { info: nothing, warn: nothing },
		report: { keyProblem: nothing, keyGood: nothing },
	};
	rows = listImport({
		claims,
		market: createMarketplace({
			...{ client, store, limits: new Limits({ store, clock }), ...quiet },
			...{ clock, stopwatch: clock, random: Math.random },
		}),
		members: { membershipOf: async () => membership },
		syncRows,
		clock,
		guildIds: [guild],
	});
	await rows.open();
});

const add = (n = 1, userId = memberNumber(1)) =>
	rows.add({ kind: 'code', userId, code: codeNumber(n).toUpperCase() });
const give = (itemId = 17) => rows.add({ kind: 'gift', userId: memberNumber(5), itemId, until });
const waiting = async () => {
	const found: string[] = [];
	for await (const { target } of syncRows.due()) found.push(`${target.guildId}:${target.userId}`);
	return found;
};

describe('rows of a list', () => {
	it('are recorded as if the member had verified, with a request for the roles', async () => {
		expect(await add()).toBe('added');
		expect(await place.claims.claimsOf(memberNumber(1))).toMatchObject([{ status: 'active' }]);
		expect(await waiting()).toEqual([`${guild}:${memberNumber(1)}`]);
		membership = 'unknown';
		expect(await add()).toBe('held');
		expect(asked).toEqual([codeNumber(1)]);
	});

	it.each(['absent', 'bot'] as const)(
		'record nothing for %s accounts, and the shop is not asked',
		async (is) => {
			membership = is;
			expect([await add(), await give()]).toEqual([is, is]);
			expect([asked, await waiting()]).toEqual([[], []]);
		},
	);

	it('stay open while Discord does not respond', async () => {
		membership = 'unknown';
		await expect(add()).rejects.toThrow('Discord does not say who is a member');
	});

	it('are refused without asking the shop if the code is revoked, locked or another member’s', async () => {
		const hash = await place.claim(memberNumber(2), 1);
		expect(await add()).toBe('taken');
		await place.claims.moderated.change(hash, staff, locked);
		expect(await add()).toBe('taken');
		await place.claims.moderated.change(await place.claim(memberNumber(2), 3), staff, revokedByModerator);
		expect([await add(3), await add(3, memberNumber(2))]).toEqual(['invalid', 'invalid']);
		expect(asked).toEqual([]);
	});

	it('with wrong codes do not count against the member', async () => {
		answers = [invalid];
		for (let n = 1; n <= 10; n += 1) expect(await add(n)).toBe('invalid');
		expect([...place.rows.keys()].filter((key) => key.startsWith('attempts:'))).toEqual([]);
	});

	it('are checked again if the member’s purchase was refunded', async () => {
		await revoke(place.claims, await place.claim(memberNumber(1), 1));
		answers = [invalid, 'valid'];
		expect([await add(), await add()]).toEqual(['invalid', 'added']);
		expect(await place.claims.claimsOf(memberNumber(1))).toMatchObject([{ status: 'active' }]);
	});

	it('without a code are gifts, which count once if identical, and stay withdrawn', async () => {
		expect([await give(), await give(), await give(18)]).toEqual(['added', 'held', 'unknown-item']);
		const [given] = await place.claims.claimsOf(memberNumber(5));
		expect(given).toMatchObject({ isGiven: true, item: { id: 17 }, supportedUntil: until });
		await place.claims.moderated.change(given?.hash ?? '', staff, releasing(memberNumber(5)));
		expect(await give()).toBe('taken-back');
		await place.claims.own.forget(memberNumber(5));
		expect(await give()).toBe('taken-back');
		expect(asked).toEqual([]);
	});

	it('give the member a gift again after they have deleted it', async () => {
		for (let turn = 1; turn <= 3; turn += 1) {
			expect([await give(), await give()]).toEqual(['added', 'held']);
			expect(await waiting()).toContain(`${guild}:${memberNumber(5)}`);
			await place.claims.own.forget(memberNumber(5));
		}
	});
});

describe('the shop of a list', () => {
	it('is asked again exactly when its limit allows it, but not forever', async () => {
		answers = [{ kind: 'rate-limited', retryAt: 1_040_000 }, invalid];
		expect(await add()).toBe('invalid');
		expect(waits).toContain(40_000);
		answers = [{ kind: 'rate-limited', retryAt: 1_040_200 }];
		asked = [];
		await expect(add()).rejects.toThrow('The shop refuses all further requests');
		expect(asked).toHaveLength(15);
	});

	it('is waited for while it is down, but not forever', async () => {
		answers = [down, down, invalid];
		expect(await add()).toBe('invalid');
		[answers, asked] = [[down], []];
		await expect(add()).rejects.toThrow('The shop does not respond');
		expect(asked).toHaveLength(15);
	});

	it('can send unreadable answers, which don’t affect other rows', async () => {
		answers = [{ kind: 'malformed', reason: 'a page' }];
		expect(await add()).toBe('unreadable');
		answers = [invalid];
		expect(await add()).toBe('invalid');
	});

	it.each([
		['is refused', { kind: 'bad-key' } as const, 78],
		['belongs to another author', 'thief', 78],
		['cannot be checked', down, 69],
	])('proves nothing while the key %s', async (_, now, exitCode) => {
		account = now;
		place.clock += 60_000;
		await noteAccount(place.store, { username: 'author' });
		await expect(rows.open()).rejects.toMatchObject({ exitCode });
	});
});
