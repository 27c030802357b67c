/**
 * The shards that this process has of all: it serves their guilds, and takes on its share of what belongs to no guild.
 * Who places processes says which one has what; nothing is elected, and two that have the same do the same work twice.
 */
export interface Slice {
	/** `auto`: one process has them all, however many Discord recommends. */
	readonly shards: 'auto' | { readonly ids: readonly number[]; readonly count: number };
	/** How much of everything this process has, above 0 and at most 1. */
	readonly share: number;
	/** As it is written in the settings: `auto` or `0-3/16`. */
	toString(): string;
	/** Whether a guild, by its id, is one of its own: https://discord.com/developers/docs/events/gateway#sharding */
	covers(guildId: string): boolean;
	/** Whether a purchase, by its hash in hex, is checked by this process. */
	owns(hash: string): boolean;
	/** Whether what one process of all should do is up to this one. */
	readonly isFirst: boolean;
}

/** One process for everything. */
export const wholeBot: Slice = {
	shards: 'auto',
	share: 1,
	toString: () => 'auto',
	covers: () => true,
	owns: () => true,
	isFirst: true,
};

/** As many as Discord ever asks of a bot; more is a slip of the finger. */
const mostShards = 65_536;

/** Reads `auto`, `3/16` or `0-3/16`: the first and last shard, counted from 0, of so many. Undefined where it is none. */
export function sliceOf(text: string): Slice | undefined {
	if (text === 'auto') return wholeBot;
	const [, first, last = first, all] = /^(\d{1,5})(?:-(\d{1,5}))?\/(\d{1,5})$/.exec(text) ?? [];
	const [from, to, count] = [Number(first), Number(last), Number(all)];
	if (!(from <= to && to < count && count <= mostShards)) return undefined;
	const isOwn = (shard: number) => shard >= from && shard <= to;
	return {
		shards: { ids: Array.from({ length: to - from + 1 }, (_, at) => from + at), count },
		share: (to - from + 1) / count,
		toString: () => (from === to ? `${from}/${count}` : `${from}-${to}/${count}`),
		covers: (guildId) => isOwn(Number((BigInt(guildId) >> 22n) % BigInt(count))),
		owns: (hash) => isOwn(Number.parseInt(hash.slice(0, 8), 16) % count),
		isFirst: from === 0,
	};
}
