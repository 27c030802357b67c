import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntrySplitter } from '../../src/marketplace/entry-splitter.js';

/** What is left of a text that arrives in pieces of this many bytes, and the entries of its `items`. */
function split(text: string, pieceLength = Number.POSITIVE_INFINITY) {
	const splitter = new EntrySplitter('items', () => {
		const texts: string[] = [];
		return {
			entries: () => texts.map((text): unknown => JSON.parse(text)),
			add: (json: Uint8Array) => void texts.push(new TextDecoder().decode(json)),
			end: () => texts.every(isJson),
		};
	});
	const bytes = new TextEncoder().encode(text);
	for (let at = 0; at < bytes.length; at += pieceLength) {
		// A piece is overwritten when it has been taken, as a connection's memory is.
		const piece = bytes.slice(at, at + pieceLength);
		splitter.feed(piece);
		piece.fill(0x78);
	}
	const left = splitter.text;
	return {
		left,
		get entries() {
			return left === '' ? undefined : splitter.sink?.entries();
		},
	};
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

describe('a text with a list', () => {
	it('is split into its entries and the rest, in whatever pieces it arrives', () => {
		const pieces = fc.integer({ min: 1, max: 40 });
		fc.assert(
			fc.property(
				fc.jsonValue(),
				fc.array(fc.jsonValue()),
				pieces,
				fc.boolean(),
				(other, items, length, first) => {
					const whole = first ? { items, other } : { status: 'success', other, items };
					for (const text of [JSON.stringify(whole), JSON.stringify(whole, null, 2)]) {
						const { left, entries } = split(text, length);
						expect(JSON.parse(left)).toEqual(JSON.parse(JSON.stringify({ ...whole, items: [] })));
						expect(entries).toEqual(JSON.parse(JSON.stringify(items)));
					}
				},
			),
		);
	});

	it.each([
		['quotes, brackets and commas in strings', [{ name: '"],[{\\' }, ']', ',"items":[', '\\"']],
		['lists in lists', [[1, [2]], { items: [1, 2] }]],
		['characters of several bytes', ['Éclair 写真 🎬']],
	])('may have %s', (_, items) => {
		for (const length of [1, 2, 3, 1_000])
			expect(split(JSON.stringify({ items }), length).entries).toEqual(items);
	});

	it('whose name comes twice has the entries of the last, as JSON.parse has it', () => {
		expect(split('{"items":[1,2],"items":[3]}').entries).toEqual([3]);
	});

	it.each(['{"items":[1,]}', '{"items":[,1]}', '{"items":[1 2]}', '{"items":[{]}', '{"items":[{"a":1]]}'])(
		'is no JSON where an entry is none: %s',
		(text) => {
			expect(split(text).left).toBe('');
		},
	);

	it('may have no entries, or stand behind a name that is empty', () => {
		expect(split('{"items":[ \n ]}')).toEqual({ left: '{"items":[]}', entries: [] });
		expect(split('{"":0,"items":[1]}').entries).toEqual([1]);
	});

	it.each(['{"items":[1,2', '{"items":[{"a":"', '{"items":[1]', '{"items":[1]]'])(
		'is no JSON where it ends too early, or too late: %s',
		(text) => {
			expect(() => JSON.parse(split(text).left)).toThrow(SyntaxError);
		},
	);
});

it.each([
	'{"a":{"items":[1]}}',
	'["items",[1]]',
	'{"items":{"a":[1]}}',
	'{"other":[1]}',
	'{[1]}',
	'items',
	'',
])('a text without that list stays as it is: %s', (text) => {
	expect(split(text)).toEqual({ left: text, entries: undefined });
});
