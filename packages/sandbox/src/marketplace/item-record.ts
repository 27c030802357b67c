/** How an item is previewed, which decides the members of its `media`. */
export type MediaKind = 'picture' | 'video' | 'audio';

/** An item as the local marketplace keeps it. How it is spelt on the wire is up to the variants. */
export interface ItemRecord {
	readonly id: number;
	readonly name: string;
	readonly description: string;
	readonly category: string;
	readonly subCategory: string;
	readonly options: readonly string[];
	/** Absent for what has no versions, such as a piece of music. */
	readonly version: string | undefined;
	readonly tags: readonly string[];
	readonly kind: MediaKind;
	readonly hasDemo: boolean;
	/** How many screenshots there are. */
	readonly screenshots: number;
	/** In US dollars. */
	readonly regularPrice: number;
	readonly extendedPrice: number;
	/** ISO 8601, UTC. */
	readonly publishedAt: string;
}
