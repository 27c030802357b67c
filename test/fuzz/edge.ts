/** The content of an input: any JSON, in which `{"$raw": …}` stands for text that JSON can't express. See wire.ts. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/**
 * An edge where the product reads foreign data. An input is a tree that describes everything about a play (the bytes,
 * how they are split, who asks), so that saving it to a file is enough to repeat the play.
 */
export interface Edge {
	/** The folder of its corpus, and the value for `--edge`. */
	readonly name: string;
	/** Valid inputs, from which all others are made. Each is accepted. */
	seeds(): readonly Json[];
	/** Words for this edge, such as names, values and secrets. Mutations insert them anywhere. */
	readonly words: readonly Json[];
	/**
	 * Plays any tree, however malformed. Resolves to one of a few outcome classes, each a few words long; rejects with
	 * Broken if a property doesn't hold. Any other rejection counts as a crash, which is a finding too. A play must not
	 * affect the next one.
	 */
	play(input: Json): Promise<string>;
	/** Generates an input from scratch, used for every other input. `number`: how many were generated before. */
	make?(random: () => number, number: number): Json;
	/** The number of inputs in `npm run test:proof`, if they are quick. */
	readonly inputsInTests?: number;
	/** Closes everything that the plays have opened. */
	close?(): Promise<void>;
}

/** A property that an input has broken. `property` is the same for the same bug; `detail` is the observation. */
export class Broken extends Error {
	readonly property: string;

	constructor(property: string, detail: string) {
		super(`${property}: ${detail}`);
		this.name = 'Broken';
		this.property = property;
	}
}

/** A member of an object; undefined for any other node. */
export function at(node: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
	let found: Json | undefined = node;
	for (const name of path) {
		if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
		found = (found as { readonly [member: string]: Json })[name];
	}
	return found;
}

/** The members of an object; empty for any other node. */
export function membersOf(node: Json | undefined): readonly (readonly [string, Json])[] {
	return typeof node === 'object' && node !== null && !Array.isArray(node) ? Object.entries(node) : [];
}

/** An integer within the bounds, or else `otherwise`. */
export function numberIn(node: Json | undefined, least: number, most: number, otherwise: number): number {
	return typeof node === 'number' && Number.isInteger(node) && node >= least && node <= most
		? node
		: otherwise;
}
