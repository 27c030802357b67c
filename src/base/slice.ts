/** A process's shards, from the first to the last, counted from 0, and the total number. */
interface ShardRange {
	readonly from: number;
	readonly to: number;
	readonly count: number;
}

/**
 * The shards of this process: it serves their guilds and does its share of work that belongs to no guild. The operator
 * assigns slices to processes; there is no election, and two processes with the same slice do the same work twice.
 */
export class Slice {
	/** `auto`: one process runs all shards, as many as Discord recommends. */
	readonly shards: 'auto' | { readonly ids: readonly number[]; readonly count: number };
	/** This process's fraction of the whole, above 0 and at most 1. */
	readonly share: number;
	/** This process does the work that only one of all should do. */
	readonly isFirst: boolean;
	readonly #range: ShardRange | undefined;

	/** @param range default: one process for everything */
	constructor(range?: ShardRange) {
		const { from, to, count } = range ?? { from: 0, to: 0, count: 1 };
		const ids = Array.from({ length: to - from + 1 }, (_, at) => from + at);
		this.shards = range === undefined ? 'auto' : { ids, count };
		this.share = ids.length / count;
		this.isFirst = from === 0;
		this.#range = range;
	}

	/** In the format of the setting: `auto` or `0-3/16`. */
	toString(): string {
		if (this.#range === undefined) return 'auto';
		const { from, to, count } = this.#range;
		return from === to ? `${from}/${count}` : `${from}-${to}/${count}`;
	}

	/** @returns true if the guild belongs to this process: https://discord.com/developers/docs/events/gateway#sharding */
	covers(guildId: string): boolean {
		if (this.#range === undefined) return true;
		return isIn(this.#range, Number((BigInt(guildId) >> 22n) % BigInt(this.#range.count)));
	}

	/** @returns true if this process checks the purchase with this hash (in hex) */
	owns(hash: string): boolean {
		if (this.#range === undefined) return true;
		return isIn(this.#range, Number.parseInt(hash.slice(0, 8), 16) % this.#range.count);
	}
}

function isIn({ from, to }: ShardRange, shard: number): boolean {
	return shard >= from && shard <= to;
}

export const wholeBot = new Slice();

/** Discord never requires more; a larger number is a typo. */
const maxShards = 65_536;

/** Reads `auto`, `3/16` or `0-3/16`: first and last shard from 0, and the total; undefined if invalid. */
export function sliceOf(text: string): Slice | undefined {
	if (text === 'auto') return wholeBot;
	const [, first, last = first, all] = /^(\d{1,5})(?:-(\d{1,5}))?\/(\d{1,5})$/.exec(text) ?? [];
	const [from, to, count] = [Number(first), Number(last), Number(all)];
	return from <= to && to < count && count <= maxShards ? new Slice({ from, to, count }) : undefined;
}
