import type { Json } from './edge.js';
import { bytesOf, raw, rawParts } from './wire.js';

/** A number in [0, 1). */
export type Random = () => number;

export type Path = readonly (string | number)[];

/** Frequent sources of bugs in reading text or numbers. */
const hostile: readonly Json[] = [
	null,
	true,
	false,
	0,
	-1,
	1.5,
	2 ** 31,
	2 ** 53,
	-(2 ** 63),
	8.64e15,
	8.64e15 + 1,
	1e308,
	'',
	' ',
	'0',
	'null',
	'undefined',
	'-1',
	'1e999',
	'0x1f',
	'٣',
	'true',
	'__proto__',
	'constructor',
	'toString',
	'\u0000',
	'\u2028',
	'\u202e\u200b\ufeff',
	'\ud800',
	'é'.normalize('NFD'),
	'🧀'.repeat(50),
	'@everyone <@1> `x` ||x|| [a](https://evil.example)',
	'https://user:pass@evil.example/?q#f',
	'javascript:alert(1)',
	`https://xn--.example/${'ü'.repeat(500)}`,
	'../../etc/passwd',
	'2026-02-30T25:61:61Z',
	'+275760-09-13T00:00:00.001Z',
	'0000-00-00',
	'9999-12-31T23:59:59.999999999Z',
	[],
	{},
	[[]],
	[null],
	{ __proto__: null, constructor: null },
	JSON.parse('{"__proto__": {"status": "success"}}'),
	raw('1e999', 1),
	raw('-0', 1),
	raw('1'.padEnd(400, '0'), 1),
	raw('NaN', 1),
	raw('\u00ff\u00fe', 1),
	raw('\u00ef\u00bb\u00bf', 1),
	raw('"', 1, 'a', 100_000, '"', 1),
	raw('"', 1, 'a', 400_000, '"', 1),
	raw('[', 20_000, ']', 20_000),
	raw('{"a":', 5_000, '1', 1, '}', 5_000),
	raw('[', 1, '0,', 50_000, '0]', 1),
	raw('"\\ud83d"', 1),
	raw('"\\u0000"', 1),
];

/**
 * Another input made of this one: one to four changes of its structure, of a value, or of the bytes that it is written
 * in. `others` give parts of themselves.
 */
export function mutated(input: Json, others: readonly Json[], words: readonly Json[], random: Random): Json {
	let tree = input;
	const changes = 1 + Math.floor(random() * random() * 5);
	for (let change = 0; change < changes; change += 1) {
		const paths = pathsIn(tree);
		const path = pick(paths, random);
		tree = withNode(tree, path, (node) => changed(node, { tree, others, words, random }));
	}
	return tree;
}

interface Material {
	readonly tree: Json;
	readonly others: readonly Json[];
	readonly words: readonly Json[];
	readonly random: Random;
}

function changed(node: Json, material: Material): Json | undefined {
	const { random } = material;
	const kind = random();
	if (kind < 0.12) return undefined;
	if (kind < 0.3) return pick(hostile, random);
	if (kind < 0.42 && material.words.length > 0) return pick(material.words, random);
	if (kind < 0.52) return nodeOf(random() < 0.5 ? material.tree : pick(material.others, random), random);
	if (kind < 0.56) return random() < 0.5 ? [node] : { value: node };
	if (kind < 0.64) return brokenText(node, random);
	if (typeof node === 'string') return changedText(node, material);
	if (typeof node === 'number') return changedNumber(node, random);
	if (typeof node === 'boolean' || node === null) return !node;
	if (rawParts(node) !== undefined) return brokenText(node, random);
	return Array.isArray(node) ? changedList(node, material) : changedObject(node, material);
}

function changedText(text: string, { words, random }: Material): string {
	const from = Math.floor(random() * (text.length + 1));
	const to = from + Math.floor(random() * 4);
	const word = pick([...hostile, ...words], random);
	switch (Math.floor(random() * 7)) {
		case 0:
			return text.slice(0, from);
		case 1:
			return text.slice(0, from) + text.slice(to);
		case 2:
			return (
				text.slice(0, from) + (typeof word === 'string' ? word : JSON.stringify(word)) + text.slice(from)
			);
		case 3:
			return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
		case 4:
			return ` ${text}\n`;
		case 5:
			return text.repeat(2 + Math.floor(random() * 40)).slice(0, 10_000);
		default:
			return text.slice(0, from) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(from + 1);
	}
}

function changedNumber(value: number, random: Random): Json {
	const others = [value + 1, value - 1, -value, value * 1_000, value / 1_000, String(value), value + 0.5];
	return pick(
		others.filter((other) => typeof other === 'string' || Number.isFinite(other)),
		random,
	);
}

function changedList(list: readonly Json[], material: Material): Json {
	const { random } = material;
	const index = Math.floor(random() * list.length);
	switch (Math.floor(random() * 5)) {
		case 0:
			return [...list, ...list.slice(index, index + 1)];
		case 1:
			return list.toReversed();
		case 2:
			return [...list, pick([...hostile, ...material.words], random)];
		case 3:
			return Object.fromEntries(list.map((entry, at) => [String(at + 1), entry]));
		default:
			return Array.from(
				{ length: Math.min(200, list.length * 20) },
				(_, at) => list[at % list.length] ?? null,
			);
	}
}

function changedObject(node: Json, material: Material): Json {
	const { random, words } = material;
	const members = Object.entries(node as { readonly [member: string]: Json });
	const index = Math.floor(random() * members.length);
	const [name, value] = members[index] ?? ['a', null];
	const rest = members.filter((_, at) => at !== index);
	const word = pick([...hostile, ...words], random);
	switch (Math.floor(random() * 5)) {
		case 0:
			return Object.fromEntries([...rest, [typeof word === 'string' ? word : `${name}2`, value]]);
		case 1:
			return Object.fromEntries([...members, [`${name}_x`, word]]);
		case 2:
			return Object.fromEntries(members.toReversed());
		case 3:
			return Object.values(node as { readonly [member: string]: Json });
		default: {
			// The same member twice, which JSON.parse takes the last of.
			const [whole, again] = [bytesOf(node), bytesOf({ [name]: word })];
			const text = whole.toString('latin1').slice(0, -1);
			return raw(`${text}${members.length > 0 ? ',' : ''}${again.toString('latin1').slice(1)}`, 1);
		}
	}
}

/** The node's bytes with a mistake in them. */
function brokenText(node: Json, random: Random): Json {
	const parts = rawParts(node);
	if (parts !== undefined && parts.length > 2) {
		const index = Math.floor(random() * parts.length);
		return raw(
			...parts.flatMap((part, at) => (at === index ? [] : typeof part === 'object' ? [] : [part as string])),
		);
	}
	const text = bytesOf(node).subarray(0, 100_000).toString('latin1');
	const from = Math.floor(random() * (text.length + 1));
	const to = from + 1 + Math.floor(random() * random() * 20);
	const tokens = [
		'"',
		'\\',
		'{',
		'}',
		'[',
		']',
		',',
		':',
		'\n',
		'\u0000',
		'\u00e9',
		'0',
		'<html>',
		'e',
		'\\u',
	];
	switch (Math.floor(random() * 5)) {
		case 0:
			return raw(text.slice(0, from), 1);
		case 1:
			return raw(text.slice(0, from) + text.slice(to), 1);
		case 2:
			return raw(text.slice(0, from) + pick(tokens, random) + text.slice(from), 1);
		case 3:
			return raw(text.slice(0, to) + text.slice(from), 1);
		default:
			return raw(
				text.slice(0, from) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(from + 1),
				1,
			);
	}
}

function nodeOf(tree: Json, random: Random): Json {
	return nodeAt(tree, pick(pathsIn(tree), random));
}

/** Paths of all nodes but the tree itself. A raw node is one. */
export function pathsIn(tree: Json): readonly Path[] {
	const paths: Path[] = [];
	const walk = (node: Json, path: Path): void => {
		if (path.length > 0) paths.push(path);
		if (typeof node !== 'object' || node === null || rawParts(node) !== undefined) return;
		for (const [name, value] of Object.entries(node)) walk(value, [...path, name]);
	};
	walk(tree, []);
	return paths.length === 0 ? [[]] : paths;
}

export function nodeAt(tree: Json, path: Path): Json {
	let node = tree;
	for (const name of path) node = (node as { readonly [member: string]: Json })[name] ?? null;
	return node;
}

/** The tree with another node there, or without one where `change` gives undefined. */
export function withNode(tree: Json, path: Path, change: (node: Json) => Json | undefined): Json {
	const [first, ...rest] = path;
	if (first === undefined) return change(tree) ?? null;
	if (typeof tree !== 'object' || tree === null) return tree;
	const members = Object.entries(tree).flatMap(([name, value]): [string, Json][] => {
		if (name !== String(first)) return [[name, value]];
		const next = rest.length === 0 ? change(value) : withNode(value, rest, change);
		return next === undefined ? [] : [[name, next]];
	});
	return Array.isArray(tree) ? members.map(([, value]) => value) : Object.fromEntries(members);
}

export function pick<Value>(values: readonly Value[], random: Random): Value {
	return values[Math.floor(random() * values.length)] as Value;
}
