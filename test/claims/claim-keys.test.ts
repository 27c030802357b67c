import { describe, expect, it } from 'vitest';
import { StoreCorruptError } from '../../src/base/errors.js';
import { isCanonical, type PurchaseCode, parsePurchaseCode } from '../../src/base/purchase-code.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';

const secret = 'a-secret-of-thirty-two-characters-or-more';
const keys = new ClaimKeys(secret);
const code = canonical('3f2504e0-4f89-41d3-9a0c-0305e82c3301');
const other = canonical('11111111-2222-3333-4444-555555555555');

function canonical(text: string): PurchaseCode {
	const parsed = parsePurchaseCode(text);
	if (parsed === undefined) throw new Error('not a code');
	return parsed;
}

describe('the keys of a claim secret', () => {
	// Computed with another implementation of HKDF and HMAC.
	it('never change, since another key would make every code claimable again', () => {
		const keys = new ClaimKeys(secret);
		expect(keys.hash(code)).toBe('4c0975578fee960a0f6ca5e8e370c191bc6e1d77461c5316e1f0c8ca87b1375c');
		expect(keys.check).toBe('d9e95020f9435b561a575d638088c502b28ee1ed62a272851466b17a6a622d43');
		expect(
			keys.open(
				keys.hash(code),
				'v1.BwcHBwcHBwcHBwcH6VaCkgY4tRLdxUUkHGJ_i5aN2KUi8vaUjxftqJ0LFtxrr68PQNbmFOdCleOOwksSFFMw1A',
			),
		).toBe(code);
	});

	it('open what they sealed, and seal differently each time', () => {
		const hash = keys.hash(code);
		const sealed = [keys.seal(hash, code), keys.seal(hash, code)];
		expect(sealed.map((copy) => keys.open(hash, copy))).toEqual([code, code]);
		expect(new Set(sealed).size).toBe(2);
		expect(sealed.join()).not.toContain(code.slice(0, 8));
	});

	it('open a code of a form that the parser no longer accepts', () => {
		const former = '12345678';
		if (!isCanonical(former)) throw new Error('It never was a code');
		expect(parsePurchaseCode(former)).toBeUndefined();
		const hash = keys.hash(former);
		expect(keys.open(hash, keys.seal(hash, former))).toBe(former);
	});

	it('open nothing but a sealed code', () => {
		const text = 'NO CODE' as PurchaseCode;
		const hash = keys.hash(text);
		expect(() => keys.open(hash, keys.seal(hash, text))).toThrow(StoreCorruptError);
	});

	it('open nothing that was altered, cut, moved to another claim or sealed with another secret', () => {
		const hash = keys.hash(code);
		const sealed = keys.seal(hash, code);
		const middle = Math.floor(sealed.length / 2);
		const changed = `${sealed.slice(0, middle)}${sealed[middle] === 'A' ? 'B' : 'A'}${sealed.slice(middle + 1)}`;
		for (const [asHash, copy] of [
			[hash, changed],
			[hash, sealed.slice(0, -4)],
			[hash, sealed.slice(3)],
			[hash, `v2.${sealed.slice('v1.'.length)}`],
			[hash, 'v1.'],
			[hash, ''],
			[keys.hash(other), sealed],
			[hash, new ClaimKeys(`${secret}x`).seal(hash, code)],
		] as const) {
			expect(() => keys.open(asHash, copy)).toThrow(StoreCorruptError);
		}
	});
});
