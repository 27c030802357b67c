import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump } from '../../src/claims/admin/dump.js';
import { load } from '../../src/claims/admin/load.js';
import { rotateSecret } from '../../src/claims/admin/rotate-secret.js';
import { verifyClaims } from '../../src/claims/admin/verify-claims.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import type { Given } from '../../src/claims/gifts.js';
import type { Store } from '../../src/storage/store.js';
import { allBackEnds, type TestPlace } from '../storage/back-ends.js';
import { claimSecret, codeNumber, guild, memberNumber, samplePurchase } from './sample-claims.js';

const [alice, bob, moderator] = [memberNumber(1), memberNumber(2), memberNumber(9)];
const code = codeNumber(1);
const newSecret = 'another-secret-of-thirty-two-characters-or-more';

describe('what staff give and block', () => {
	let place: TestPlace;
	let store: Store;
	let claims: ClaimStore;
	let clock: number;

	const open = (secret: string) =>
		openClaimStore({
			store,
			claimSecret: secret,
			clock: { now: () => clock },
			report: { damaged: (key) => expect.unreachable(key) },
		});
	const act = (more: object = {}) => ({
		by: moderator,
		guildId: guild,
		why: 'lost the code',
		canManageRoles: true,
		...more,
	});
	const give = (nonce = 'n', more: object = {}, userId = alice) =>
		claims.gifts.give({ userId, purchase: samplePurchase({ licenseType: '' }) }, nonce, act(more));
	const verify = (userId: string) => claims.present(code, userId);

	function done(outcome: Given) {
		if (outcome.kind !== 'done') throw new Error(`It came to ${outcome.kind}`);
		return outcome;
	}

	beforeEach(async () => {
		const [sqlite] = await allBackEnds();
		if (sqlite === undefined) throw new Error('There is no back end');
		place = await sqlite.makePlace();
		store = await place.open();
		clock = 1_000_000;
		claims = await open(claimSecret);
	});
	afterEach(async () => {
		await store.close();
		await place.remove();
	});

	it('a purchase without a code is marked as one', async () => {
		const { file } = done(await give());
		const [claim] = await claims.claimsOf(alice);
		expect(claim).toMatchObject({ isGiven: true, status: 'active' });
		expect(file).toMatchObject({ isGiven: true, undoUntil: clock + 600_000 });
		expect(file.history).toEqual([
			{ at: clock, what: 'gave', by: moderator, member: alice, guildId: guild, why: 'lost the code' },
		]);
	});

	it('one gift is given once, however often it is repeated', async () => {
		done(await give('the same'));
		expect(await give('the same')).toEqual({ kind: 'changed-since' });
		expect(await give('the same', {}, bob)).toEqual({ kind: 'changed-since' });
		expect(await claims.claimsOf(bob)).toEqual([]);
	});

	it('a gift is undone, taken away and restored by moderators, and never moved or locked', async () => {
		const { file, revision } = done(await give());
		const { hash } = file;
		const asSupporter = act({ canManageRoles: false });
		expect(await claims.moderated.undo(hash, revision, asSupporter)).toEqual({ kind: 'moderators-only' });
		expect(await claims.moderated.release(hash, alice, asSupporter)).toEqual({ kind: 'moderators-only' });
		expect(await claims.moderated.transfer(hash, alice, bob, act())).toEqual({ kind: 'given' });
		expect(await claims.moderated.lock(hash, act())).toEqual({ kind: 'given' });
		expect(await claims.moderated.revoke(hash, act())).toEqual({ kind: 'given' });
		const taken = done(await claims.moderated.release(hash, alice, act()));
		expect(await claims.claimsOf(alice)).toEqual([]);
		done(await claims.moderated.undo(hash, taken.revision, act()));
		expect(await claims.claimsOf(alice)).toHaveLength(1);
		expect(await claims.moderated.undo(hash, revision, act())).toEqual({ kind: 'changed-since' });
	});

	it('a gift survives an export and an import, a change of the secret and a check of the store', async () => {
		done(await give());
		const keys = new ClaimKeys(claimSecret);
		const work = { store, keys, onProgress: () => {} };
		const lines: string[] = [];
		await dump(work, [], async (line) => {
			lines.push(line);
		});
		const to = new ClaimKeys(newSecret);
		await rotateSecret({
			store,
			from: keys,
			to,
			onProgress: () => {},
			clock: { now: () => 0 },
			mentions: [],
		});
		claims = await open(newSecret);
		expect(await claims.claimsOf(alice)).toMatchObject([{ isGiven: true }]);
		expect((await verifyClaims({ ...work, keys: to })).problems).toEqual([]);

		const [sqlite] = await allBackEnds();
		const elsewhere = await sqlite?.makePlace();
		if (elsewhere === undefined) throw new Error('There is no back end');
		const copy = await elsewhere.open();
		const fromFile = async function* () {
			yield* lines;
		};
		await openClaimStore({
			store: copy,
			claimSecret,
			clock: { now: () => clock },
			report: { damaged: () => {} },
		});
		expect(await load({ ...work, store: copy }, [], fromFile())).toMatchObject({ added: 1 });
		await copy.close();
		await elsewhere.remove();
	});

	it('a code that staff block is refused to every member until they lift it', async () => {
		const { file, revision } = done(await claims.gifts.block(code, samplePurchase(), act()));
		const { hash } = file;
		const claim = () => claims.claim(code, { userId: alice, guildId: guild, purchase: samplePurchase() });
		expect(await verify(alice)).toEqual({ kind: 'revoked-by-staff' });
		expect(await claim()).toEqual({ kind: 'revoked-by-staff' });
		expect(await claims.moderated.lift(hash, act({ canManageRoles: false }))).toEqual({
			kind: 'moderators-only',
		});
		done(await claims.moderated.undo(hash, revision, act()));
		expect(await verify(alice)).toEqual({ kind: 'unclaimed' });
		expect((await claim()).kind).toBe('claimed');
	});
});
