import { beforeEach, describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreRefusedError, StoreUnavailableError } from '../../../src/base/errors.js';
import { rotateSecret } from '../../../src/claims/admin/rotate-secret.js';
import { verifyClaims } from '../../../src/claims/admin/verify-claims.js';
import { ClaimKeys } from '../../../src/claims/claim-keys.js';
import { locked } from '../../../src/claims/moderation-changes.js';
import type { Store } from '../../../src/storage/store.js';
import { onCommit } from '../../storage/on-commit.js';
import { simulatedBackEnd } from '../../world/simulated-back-end.js';
import { type MemoryClaims, memoryClaims } from '../memory-claims.js';
import { claimSecret, codeNumber, guild, memberNumber, openClaims } from '../sample-claims.js';
import { type AdminPlace, keys, makeAdminPlace, makeClaim, rowsOf } from './admin-place.js';

const nextSecret = 'the-next-secret-of-thirty-two-characters';
const nextKeys = new ClaimKeys(nextSecret);

const rotateIn = (store: Store) =>
	rotateSecret({ store, from: keys, to: nextKeys, onProgress: () => {}, mentions: ['ref:'] });

describe('changing the secret', () => {
	let place: AdminPlace;

	const rotate = (store: Store = place.store) => rotateIn(store);
	const open = (secret: string) => openClaims(place.store, { claimSecret: secret });
	const expectAllMoved = async (count: number): Promise<void> => {
		const claims = await open(nextSecret);
		for (let n = 0; n < count; n += 1) {
			const known = await claims.present(codeNumber(n), memberNumber(n % 7));
			expect(known.kind).toBe('already-yours');
		}
		expect(await verifyClaims({ ...place.work, keys: nextKeys })).toMatchObject({
			claims: count,
			problems: [],
		});
	};

	beforeEach(async () => {
		place = await makeAdminPlace(simulatedBackEnd, 25);
	});

	it('rewrites every claim, and leaves nothing that the old secret opens', async () => {
		expect(await rotate()).toBe(25);
		await expectAllMoved(25);
		await expect(open(claimSecret)).rejects.toThrow(StoreRefusedError);
		const text = JSON.stringify(await rowsOf(place.store));
		for (let n = 0; n < 25; n += 1) expect(text).not.toContain(keys.hash(codeNumber(n)));
	});

	it('keeps holders, locks and seats reserved for former holders', async () => {
		const holder = memberNumber(1);
		const [held, other] = await place.claims.claimsOf(holder);
		await place.claims.own.forget(memberNumber(2));
		const act = { by: memberNumber(90), guildId: guild, why: 'disputed' };
		await place.claims.moderated.change(held?.hash ?? '', act, locked);
		await place.claims.moderated.transfer(other?.hash ?? '', holder, memberNumber(91), act);
		await rotate();
		const claims = await open(nextSecret);
		const locks = (await claims.claimsOf(holder)).map(({ locked }) => locked);
		expect(locks.toSorted()).toEqual([false, false, true]);
		expect(await claims.claimsOf(memberNumber(91))).toHaveLength(1);
		// Number 2 held codes 2, 9, 16 and 23.
		const present = async (n: number) => (await claims.present(codeNumber(9), memberNumber(n))).kind;
		expect([await present(2), await present(3)]).toEqual(['unclaimed', 'taken']);
	});

	it('can be killed at any write and run again', async () => {
		let kills = 0;
		for (let killAt = 1; ; killAt += 7) {
			let writes = 0;
			const dying = onCommit(place.store, {
				before() {
					writes += 1;
					if (writes > killAt) throw new StoreUnavailableError('killed here');
				},
			});
			// The number of writes varies with how the claims' own writes interleave.
			const end = await rotate(dying).catch((error: unknown) => error);
			if (typeof end === 'number') break;
			expect(end).toBeInstanceOf(StoreUnavailableError);
			kills += 1;
			await expect(open(claimSecret)).rejects.toThrow(StoreRefusedError);
			await expect(open(nextSecret)).rejects.toThrow(StoreRefusedError);
		}
		expect(kills).toBeGreaterThan(3);
		await expectAllMoved(25);
	});

	it('makes a bot’s pending write fail rather than record it under the old hash', async () => {
		let rotation: Promise<number> | undefined;
		const store = onCommit(place.store, {
			async before(written) {
				if (rotation !== undefined || ![...written.keys()].some((key) => key.startsWith('claim:'))) return;
				// By now, its transaction has read the check value of the secret.
				rotation = rotate();
				await rotation;
			},
		});
		await expect(makeClaim(await openClaims(store), 25)).rejects.toThrow(StoreRefusedError);
		expect(await rotation).toBe(25);
		await expectAllMoved(25);
	});

	it('happens once if two processes start it together', async () => {
		const request = { store: place.store, onProgress: () => {}, from: keys, mentions: [] };
		const other = new ClaimKeys('another-secret-of-thirty-two-characters');
		const both = await Promise.allSettled([rotate(), rotateSecret({ ...request, to: other })]);
		expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
		await expectAllMoved(25);
	});

	it('refuses a wrong old secret, and another change before the first one is finished', async () => {
		const wrong = new ClaimKeys('a-wrong-secret-of-thirty-two-characters');
		const request = { store: place.store, onProgress: () => {} };
		await expect(rotateSecret({ ...request, from: wrong, to: nextKeys, mentions: [] })).rejects.toThrow(
			StoreRefusedError,
		);
		let commits = 0;
		const killed = onCommit(place.store, {
			before() {
				commits += 1;
				if (commits > 1) throw new Error('killed here');
			},
		});
		await expect(rotate(killed)).rejects.toThrow('killed here');
		await expect(rotateSecret({ ...request, from: keys, to: wrong, mentions: [] })).rejects.toThrow(
			StoreRefusedError,
		);
		expect(await rotate()).toBe(25);
	});
});

describe('changing the secret of a store that is damaged or in use', () => {
	let place: MemoryClaims;
	let hash: string;
	beforeEach(async () => {
		place = await memoryClaims();
		hash = await place.claim(memberNumber(1), 1);
	});

	/** The claim's row with these changes. */
	const change = (more: object) =>
		place.rows.set(`claim:${hash}`, { ...(place.rows.get(`claim:${hash}`) as object), ...more });
	const sealedOther = () => keys.seal(keys.hash(codeNumber(2)), codeNumber(2));
	const rotate = (store: Store = place.store) => rotateIn(store);

	it('skips a row that gets damaged during the change, and fails if the store does', async () => {
		place.rows.set('ref:1', { hash });
		const failing = (error: Error): Store =>
			onCommit(place.store, {
				before(written) {
					if (written.has('ref:1')) throw error;
				},
			});
		const down = new StoreUnavailableError('down');
		await expect(rotate(failing(down))).rejects.toThrow(down);
		expect(place.rows.get('meta:secret')).toMatchObject({ next: nextKeys.check });
		await rotate(failing(new StoreCorruptError('damaged')));
		expect(place.rows.get('meta:secret')).toEqual({ v: 1, check: nextKeys.check });
	});

	it.each([
		['whose copy is of another code', () => change({ sealed: sealedOther() })],
		['of the wrong shape', () => change({ locked: 'no' })],
	])('doesn’t start with a claim %s', async (_, damage) => {
		damage();
		const before = new Map(place.rows);
		await expect(rotate()).rejects.toThrow(StoreCorruptError);
		expect(place.rows).toEqual(before);
	});

	it('resumes after a kill, but not if the code has other holders by then', async () => {
		const newHash = nextKeys.hash(codeNumber(1));
		const sealed = nextKeys.seal(newHash, codeNumber(1));
		const row = place.rows.get(`claim:${hash}`) as { holders: object[] };
		const moved = { ...row, secret: nextKeys.check, sealed };
		const holders = [{ ...row.holders[0], userId: memberNumber(2) }];
		const begun = new Map(place.rows);
		place.rows.set(`claim:${newHash}`, { ...moved, holders });
		await expect(rotate()).rejects.toThrow(StoreCorruptError);
		place.rows.clear();
		for (const [key, value] of [...begun, [`claim:${newHash}`, moved] as const]) place.rows.set(key, value);
		expect(await rotate()).toBe(1);
		expect(place.rows.has(`claim:${hash}`)).toBe(false);
	});
});
