import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
	claimHash,
	customIdName,
	defineCustomId,
	orNone,
	snowflake,
	wholeNumber,
} from '../../src/ui/custom-id.js';

const pages = defineCustomId('items', z.tuple([z.enum(['next', 'prev']), wholeNumber]));

describe('a custom_id', () => {
	it('returns its arguments, whatever the number', () => {
		fc.assert(
			fc.property(fc.constantFrom('next' as const, 'prev' as const), fc.maxSafeNat(), (move, page) => {
				const encoded = pages.encode(move, page);
				expect(encoded.length).toBeLessThanOrEqual(100);
				expect(pages.decode(encoded)).toEqual([move, page]);
			}),
		);
	});

	it('stores a claim’s hash in 43 characters, and an absent id as 0', () => {
		const held = defineCustomId('held', z.tuple([claimHash, orNone(snowflake)]));
		const [hash, holder] = ['0123456789abcdef'.repeat(4), '100000000000000001'];
		expect(held.encode(hash, undefined)).toMatch(/^cc1:held:[\w-]{43}:0$/);
		for (const it of [undefined, holder]) expect(held.decode(held.encode(hash, it))).toEqual([hash, it]);
	});

	it('keeps its spelling on messages that are already posted', () => {
		expect(pages.encode('next', 12)).toBe('cc1:items:next:12');
	});

	it.each([
		['of another bot', 'vote-yes'],
		['of another version', 'cc2:items:next:1'],
		['of another name', 'cc1:item:next:1'],
		['with an argument too few', 'cc1:items:next'],
		['with an argument too many', 'cc1:items:next:1:2'],
		['with an unknown word', 'cc1:items:jump:1'],
		['with an empty number', 'cc1:items:next:'],
		['with a negative number', 'cc1:items:next:-1'],
		['with a number in another notation', 'cc1:items:next:1e3'],
		['with a number past what can be counted exactly', 'cc1:items:next:9999999999999999'],
		['that is empty', ''],
	])('%s can’t be decoded', (_, customId) => {
		expect(pages.decode(customId)).toBeUndefined();
	});

	it('returns undefined rather than throwing for any text', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 100 }), (text) => {
				expect(pages.decode(`cc1:items:${text}x`)).toBeUndefined();
			}),
		);
	});

	it('can’t be created if Discord would refuse it', () => {
		const notes = defineCustomId('note', z.tuple([z.string()]));
		expect(() => notes.encode('x'.repeat(100))).toThrow(RangeError);
		expect(() => notes.encode('a:b')).toThrow(RangeError);
	});
});

describe('the name in a custom_id', () => {
	it('is found without knowing the arguments', () => {
		expect(customIdName('cc1:items:next:1')).toBe('items');
		expect(customIdName('cc1:panel')).toBe('panel');
	});

	it.each(['', 'cc1', 'cc1:', 'cc2:items:1', 'vote'])('is missing in %j', (customId) => {
		expect(customIdName(customId)).toBeUndefined();
	});
});
