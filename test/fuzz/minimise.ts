import type { Json } from './edge.js';
import { nodeAt, type Path, pathsIn, withNode } from './mutate.js';
import { raw, rawParts } from './wire.js';

/**
 * The smallest input that is still like this one: parts are dropped, texts halved and numbers made small, as long as
 * `isSame` holds.
 * @param most how often `isSame` is asked
 */
export async function minimised(
	input: Json,
	isSame: (smaller: Json) => Promise<boolean>,
	most = 2_000,
): Promise<Json> {
	let tree = input;
	let asked = 0;
	const takes = async (smaller: Json): Promise<boolean> => {
		asked += 1;
		if (asked > most || !(await isSame(smaller))) return false;
		tree = smaller;
		return true;
	};
	for (let before: Json | undefined; before !== tree && asked < most; ) {
		before = tree;
		// The large parts first: they stand before what is in them.
		for (const path of pathsIn(tree)) await makeSmaller(path);
	}
	return tree;

	async function makeSmaller(path: Path): Promise<void> {
		if (!exists(tree, path) || (await takes(withNode(tree, path, () => undefined)))) return;
		for (let isShorter = true; isShorter; ) {
			isShorter = false;
			for (const node of smallerThan(nodeAt(tree, path))) {
				if (!(await takes(withNode(tree, path, () => node)))) continue;
				isShorter = true;
				break;
			}
		}
	}
}

function exists(tree: Json, path: Path): boolean {
	let node: Json | undefined = tree;
	for (const name of path) {
		if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return false;
		node = (node as { readonly [member: string]: Json })[name];
	}
	return true;
}

/** Each strictly smaller, so that there is an end. */
function smallerThan(node: Json): readonly Json[] {
	if (typeof node === 'string') {
		const half = Math.floor(node.length / 2);
		return node === ''
			? []
			: ['', node.slice(0, half), node.slice(half), node.slice(1), node.slice(0, -1)].filter(
					(it) => it.length < node.length,
				);
	}
	if (typeof node === 'number') {
		return [0, 1, Math.trunc(node / 2)].filter((it) => Math.abs(it) < Math.abs(node));
	}
	if (typeof node !== 'object' || node === null) return [];
	const parts = rawParts(node);
	if (parts !== undefined) return smallerRaw(parts);
	return Object.keys(node).length > 0 ? [Array.isArray(node) ? [] : {}, null] : [null];
}

function smallerRaw(parts: readonly Json[]): readonly Json[] {
	return parts.flatMap((part, index) => {
		const others = smallerThan(part ?? null).slice(1);
		return others.map((other) =>
			raw(...parts.map((it, at) => (at === index ? other : it) as string | number)),
		);
	});
}
