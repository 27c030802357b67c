import type { Json } from './edge.js';
import { bytesOf, raw, rawParts } from './wire.js';

/** A number in [0, 1). */
export type Random = () => number;

type Path = readonly (string | number)[];

/** Frequent sources of bugs in reading text or numbers. */
const hostile: readonly Json[] = [
	...[null, true, false, [], {}, [[]], [null], { __proto__: null, constructor: null }],
	...[0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 8.64e15, 8.64e15 + 1, 1e308],
	...['', ' ', '0', 'null', 'undefined', '-1', '1e999', '0x1f', '٣', 'true'],
	...['__proto__', 'constructor', 'toString'],
	...['\u0000', '\u2028', '\u202e\u200b\ufeff', '\ud800', 'é'.normalize('NFD'), '🧀'.repeat(50)],
	'@everyone <@1> `x` ||x|| [a](https://evil.example)',
	'https://user:pass@evil.example/?q#f',
	'javascript:alert(1)',
	`https://xn--.example/${'ü'.repeat(500)}`,
	'../../etc/passwd',
	...['2026-02-30T25:61:61Z', '+275760-09-13T00:00:00.001Z', '0000-00-00', '9999-12-31T23:59:59.999999999Z'],
	JSON.parse('{"__proto__": {"status": "success"}}'),
	...['1e999', '-0', 'NaN', '\u00ff\u00fe', '\u00ef\u00bb\u00bf', '"\\ud83d"', '"\\u0000"'].map((text) =>
		raw(text, 1),
	),
	raw('1'.padEnd(400, '0'), 1),
	raw('"', 1, 'a', 100_000, '"', 1),
	raw('"', 1, 'a', 400_000, '"', 1),
	raw('[', 20_000, ']', 20_000),
	raw('{"a":', 5_000, '1', 1, '}', 5_000),
	raw('[', 1, '0,', 50_000, '0]', 1),
];

/**
 * A new input derived from this one, by one to four changes to its structure, to a value or to its written bytes. Parts
 * of `others` may be inserted.
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
	const { tree, others, words, random } = material;
	const kind = random();
	if (kind < 0.12) return undefined;
	if (kind < 0.3) return pick(hostile, random);
	if (kind < 0.42) return pick(words, random) ?? node;
	if (kind < 0.52) {
		const from = random() < 0.5 ? tree : pick(others, random);
		return nodeAt(from, pick(pathsIn(from), random));
	}
	if (kind < 0.56) return random() < 0.5 ? [node] : { value: node };
	if (kind < 0.68 || rawParts(node) !== undefined) return brokenBytes(node, random);
	if (typeof node === 'string') return changedText(node, material);
	if (typeof node === 'number')
		return pick([node + 1, -node, node * 1_000, node + 0.5, String(node)], random);
	if (typeof node === 'boolean' || node === null) return !node;
	return Array.isArray(node) ? changedList(node, material) : changedObject(node, material);
}

function changedText(text: string, { words, random }: Material): string {
	const at = Math.floor(random() * (text.length + 1));
	const word = pick([...hostile, ...words], random);
	const inserted = typeof word === 'string' ? word : JSON.stringify(word);
	return pick(
		[
			text.slice(0, at),
			text.slice(0, at) + inserted + text.slice(at),
			text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase(),
			` ${text}\n`,
			text.repeat(2 + Math.floor(random() * 40)).slice(0, 10_000),
		],
		random,
	);
}

function changedList(list: readonly Json[], { words, random }: Material): Json {
	const many = Math.min(200, list.length * 20);
	return pick(
		[
			[...list, pick([...list, ...hostile, ...words], random)],
			list.toReversed(),
			Object.fromEntries(list.map((entry, at) => [String(at + 1), entry])),
			Array.from({ length: many }, (_, at) => list[at % list.length] ?? null),
		],
		random,
	);
}

function changedObject(node: Json, { words, random }: Material): Json {
	const members = Object.entries(node as { readonly [member: string]: Json });
	const [name, value] = pick(members, random) ?? ['a', null];
	const word = pick([...hostile, ...words], random);
	const rest = members.filter(([other]) => other !== name);
	return pick<Json>(
		[
			Object.fromEntries([...rest, [typeof word === 'string' ? word : `${name}2`, value]]),
			Object.fromEntries([...members, [`${name}_x`, word]]),
			Object.values(node as { readonly [member: string]: Json }),
			// A duplicate member, of which JSON.parse keeps the last.
			raw(
				`${textOf(node).slice(0, -1)}${members.length > 0 ? ',' : ''}${textOf({ [name]: word }).slice(1)}`,
				1,
			),
		],
		random,
	);
}

const textOf = (node: Json): string => bytesOf(node).subarray(0, 100_000).toString('latin1');
const tokens = ['', ...'"\\{}[],:\n\u0000\u00e90e', '<html>', '\\u'];

/** The node's bytes with a mistake: some are missing, repeated or replaced. */
function brokenBytes(node: Json, random: Random): Json {
	const text = textOf(node);
	const from = Math.floor(random() * (text.length + 1));
	const to = pick([from, from + 1 + Math.floor(random() * random() * 20), text.length], random);
	const token = pick(
		[...tokens, text.slice(from, to), String.fromCharCode(Math.floor(random() * 256))],
		random,
	);
	return raw(text.slice(0, from) + token + text.slice(random() < 0.2 ? from : to), 1);
}

/** Paths of all nodes except the tree itself. A raw node counts as one. */
function pathsIn(tree: Json): readonly Path[] {
	const paths: Path[] = [];
	const walk = (node: Json, path: Path): void => {
		if (path.length > 0) paths.push(path);
		if (typeof node !== 'object' || node === null || rawParts(node) !== undefined) return;
		for (const [name, value] of Object.entries(node)) walk(value, [...path, name]);
	};
	walk(tree, []);
	return paths.length === 0 ? [[]] : paths;
}

function nodeAt(tree: Json, path: Path): Json {
	let node = tree;
	for (const name of path) node = (node as { readonly [member: string]: Json })[name] ?? null;
	return node;
}

/** The tree with another node at this path, or without it if `change` returns undefined. */
function withNode(tree: Json, path: Path, change: (node: Json) => Json | undefined): Json {
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
