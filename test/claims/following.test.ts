import { beforeEach, describe, expect, it } from 'vitest';
import { knownEnd } from '../../src/base/purchase-fields.js';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import { locked, revokedByModerator, unlocked } from '../../src/claims/moderation-changes.js';
import { SyncRows } from '../../src/roles/sync-rows.js';
import { ServedGuilds } from '../../src/servers/served-guilds.js';
import { memoryStore } from '../../src/storage/memory-store.js';
import type { Store } from '../../src/storage/store.js';
import { onCommit } from '../storage/on-commit.js';
import {
	codeNumber,
	confirm,
	guild,
	memberNumber,
	openClaims,
	otherGuild,
	policyRow,
	releasing,
	revoke,
	samplePurchase,
} from './sample-claims.js';

const [alice, bob, carol, staff] = [1, 2, 3, 9].map(memberNumber) as [string, string, string, string];
const act = { by: staff, guildId: guild, why: '', canManageRoles: true };
const gift = { userId: carol, purchase: samplePurchase() };

let store: Store;
let claims: ClaimStore;
let hash: string;
/** The keys of each commit, without those of the secret. */
let commits: string[][];
/** The members reported to the queue, per guild. */
let told: string[];
let isAway: boolean;

beforeEach(async () => {
	[commits, told, isAway] = [[], [], false];
	const rows = memoryStore(
		new Map([['policy', policyRow({ unlinking: { kind: 'after-days', days: 1 }, seats: { Team: 2 } })]]),
	);
	store = onCommit(rows, {
		before() {
			if (isAway) throw new Error('away');
		},
		after: (written) => commits.push([...written.keys()]),
	});
	const clock = { now: () => 1_000_000 };
	const syncRows = new SyncRows(store, clock);
	syncRows.onRecorded(({ target }) => told.push(`${target.guildId} ${target.userId}`));
	claims = await openClaims(store, {
		clock,
		report: { damaged: (key) => expect.unreachable(key) },
		follow: syncRows.follow(new ServedGuilds([guild, otherGuild])),
	});
	for (const userId of [alice, bob]) {
		const purchase = samplePurchase({ licenseType: 'Team' });
		const made = await claims.claim(codeNumber(1), { userId, guildId: guild, purchase });
		hash = 'claim' in made ? made.claim.hash : expect.unreachable(made.kind);
	}
	commits.length = 0;
});

const targetsOf = (userIds: readonly string[]) =>
	userIds.flatMap((userId) => [guild, otherGuild].map((guildId) => `${guildId} ${userId}`)).toSorted();
/** The members whose roles were requested in commits that changed a claim. */
const requested = () =>
	commits
		.filter((keys) => keys.some((key) => key.startsWith('claim:')))
		.flatMap((keys) => keys.filter((key) => key.startsWith('sync:')))
		.map((key) => key.slice('sync:'.length).replace(':', ' '));

type Change = readonly [what: string, userIds: readonly string[], change: () => Promise<unknown>];
const changes: readonly Change[] = [
	['staff release it', [alice], () => claims.moderated.change(hash, act, releasing(alice))],
	['staff move it', [alice, carol], () => claims.moderated.transfer(hash, alice, carol, act)],
	['staff revoke it', [alice, bob], () => claims.moderated.change(hash, act, revokedByModerator)],
	['the shop refunds it', [alice, bob], () => revoke(claims, hash)],
	[
		'a holder verifies it again after a refund, who requests their own roles',
		[bob],
		async () => {
			await revoke(claims, hash);
			[commits, told] = [[], []];
			const purchase = samplePurchase({ licenseType: 'Team' });
			await claims.claim(codeNumber(1), { userId: alice, guildId: guild, purchase });
		},
	],
	['its support is renewed', [alice, bob], () => confirm(claims, hash, 9_000_000_000_000)],
	['a holder unlinks it', [alice], () => claims.own.unlink(hash, { userId: alice, guildId: guild })],
	[
		'a holder lets it go',
		[alice, carol],
		() => claims.own.letGo(hash, alice, { userId: carol, guildId: guild }),
	],
	['a holder deletes their data', [alice], () => claims.own.forget(alice)],
	['staff give a purchase', [carol], () => claims.moderated.give(gift, 'nonce', act)],
	['staff link another code', [carol], () => claims.moderated.link(codeNumber(2), gift, act)],
];

describe('the roles that follow from a claim', () => {
	it.each(changes)(
		'are requested in its commit, in every guild, and only for its members: %s',
		async (_, userIds, change) => {
			await change();
			expect(requested().toSorted()).toEqual(targetsOf(userIds));
			expect(told.toSorted()).toEqual(targetsOf(userIds));
		},
	);

	it('are not requested if the commit fails', async () => {
		isAway = true;
		await expect(claims.moderated.change(hash, act, releasing(alice))).rejects.toThrow('away');
		expect([commits, told]).toEqual([[], []]);
	});

	it('are checked for a former holder who deletes their data, since they may still have some', async () => {
		await claims.own.unlink(hash, { userId: alice, guildId: guild });
		[commits, told] = [[], []];
		await claims.own.forget(alice);
		expect(requested().toSorted()).toEqual(targetsOf([alice]));
	});

	it('are requested for every holder even if a code has more seats than fit into one commit', async () => {
		const policy = policyRow({ unlinking: { kind: 'never' }, seats: { Team: 50 } });
		await store.transact(async (tx) => tx.put('policy', policy));
		const members = Array.from({ length: 50 }, (_, n) => memberNumber(100 + n));
		let many = '';
		for (const userId of members) {
			const purchase = samplePurchase({ licenseType: 'Team' });
			const made = await claims.claim(codeNumber(3), { userId, guildId: guild, purchase });
			many = 'claim' in made ? made.claim.hash : expect.unreachable(made.kind);
		}
		await claims.moderated.change(many, act, revokedByModerator);
		await expect.poll(() => told.toSorted()).toEqual(targetsOf(members));
	});

	it('stay as they are if nothing relevant to them has changed', async () => {
		await claims.moderated.change(hash, act, locked);
		await claims.moderated.transfer(hash, alice, carol, act);
		await claims.moderated.change(hash, act, unlocked);
		await claims.moderated.change(hash, act, releasing(carol));
		await confirm(claims, hash, knownEnd(samplePurchase().supportedUntil));
		await claims.moderated.byHash(hash);
		expect([requested(), told]).toEqual([[], []]);
	});
});
