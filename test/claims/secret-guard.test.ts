import { describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreRefusedError, StoreUnavailableError } from '../../src/base/errors.js';
import { assertSecret, bindSecret } from '../../src/claims/secret-guard.js';
import { memoryStore } from '../../src/storage/memory-store.js';
import { onCommit } from '../storage/on-commit.js';

const noted = { v: 1, check: 'mine' } as const;

describe('a store’s record of its secret', () => {
	it('allows work only with that secret, and with none while it changes or can’t be read', () => {
		expect(() => assertSecret(noted, 'mine')).not.toThrow();
		for (const value of [
			{ ...noted, check: 'other' },
			{ ...noted, next: 'mine' },
		]) {
			expect(() => assertSecret(value, 'mine')).toThrow(StoreRefusedError);
		}
		for (const value of [null, 'mine', { check: 'mine' }, { ...noted, more: 1 }])
			expect(() => assertSecret(value, 'mine')).toThrow(StoreCorruptError);
	});

	it('is missing in an emptied store, whatever the secret', () => {
		expect(() => assertSecret(undefined, 'mine')).toThrow(StoreUnavailableError);
		expect(() => assertSecret(undefined, 'mine')).toThrow(/was emptied/);
	});
});

describe('binding a store to a secret', () => {
	it('records it in an empty store, and leaves the record unchanged afterwards', async () => {
		const rows = new Map<string, unknown>();
		await bindSecret(memoryStore(rows), 'mine');
		expect([...rows]).toEqual([['meta:secret', noted]]);
		await bindSecret(memoryStore(rows), 'mine');
		await expect(bindSecret(memoryStore(rows), 'other')).rejects.toThrow(StoreRefusedError);
		expect([...rows]).toEqual([['meta:secret', noted]]);
	});

	it('is refused if there are claims but no record; other rows don’t matter', async () => {
		const rows = new Map<string, unknown>([['settings:1', {}]]);
		await bindSecret(memoryStore(rows), 'mine');
		const claims = new Map<string, unknown>([['claim:1', {}]]);
		await expect(bindSecret(memoryStore(claims), 'mine')).rejects.toThrow(StoreRefusedError);
		expect(claims.has('meta:secret')).toBe(false);
	});

	it.each([
		['the same one', 'mine', 'fulfilled'],
		['another one', 'other', 'rejected'],
	] as const)('uses the record of a process that was faster: %s', async (_, check, status) => {
		const rows = new Map<string, unknown>();
		const slow = onCommit(memoryStore(rows), {
			before: () => rows.set('meta:secret', { v: 1, check }),
		});
		const [outcome] = await Promise.allSettled([bindSecret(slow, 'mine')]);
		expect(outcome?.status).toBe(status);
	});
});
