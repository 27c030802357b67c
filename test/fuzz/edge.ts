/** The content of an input: any JSON, in which `{"$raw": …}` stands for text that JSON can't have. See wire.ts. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/**
 * A place where the product reads what others wrote. An input is a tree that says all there is to it (the bytes, how
 * they are cut, who asks), so that a file of it repeats the play.
 */
export interface Edge {
	/** The folder of its corpus, and `--edge`. */
	readonly name: string;
	/** Valid inputs, from which all others are made. Each is accepted. */
	seeds(): readonly Json[];
	/** Words of this edge: names, values, secrets. Mutations put them anywhere. */
	readonly words: readonly Json[];
	/**
	 * Plays any tree, however misshapen. Resolves to the class of the outcome in a few words, of which there are few;
	 * rejects with Broken where a property doesn't hold. Any other rejection counts as a crash, which is a finding too.
	 * What it leaves behind must not change the next play.
	 */
	play(input: Json): Promise<string>;
	/** An input from nothing: every other one is such. `number`: how many were made before. */
	make?(random: () => number, number: number): Json;
	/** How many inputs `npm run test:proof` plays, where they cost little. */
	readonly inputsInTests?: number;
	/** Ends what the plays have opened. */
	close?(): Promise<void>;
}

/** A property that an input has broken. `property` is the same for the same bug, `detail` what was seen. */
export class Broken extends Error {
	readonly property: string;

	constructor(property: string, detail: string) {
		super(`${property}: ${detail}`);
		this.name = 'Broken';
		this.property = property;
	}
}

/** The member of an object, undefined for anything else. */
export function at(node: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
	let found: Json | undefined = node;
	for (const name of path) {
		if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
		found = (found as { readonly [member: string]: Json })[name];
	}
	return found;
}

/** The members of an object, none of anything else. */
export function membersOf(node: Json | undefined): readonly (readonly [string, Json])[] {
	return typeof node === 'object' && node !== null && !Array.isArray(node) ? Object.entries(node) : [];
}

/** A whole number between the two, or `otherwise`. */
export function numberIn(node: Json | undefined, least: number, most: number, otherwise: number): number {
	return typeof node === 'number' && Number.isInteger(node) && node >= least && node <= most
		? node
		: otherwise;
}
