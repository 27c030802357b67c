import { z } from 'zod';

/** How an item is previewed, which decides the members of its `media`. */
const mediaKind = z.enum(['picture', 'video', 'audio']);
export type MediaKind = z.infer<typeof mediaKind>;

export const itemRecordSchema = z
	.strictObject({
		id: z.int(),
		name: z.string(),
		description: z.string(),
		category: z.string(),
		subCategory: z.string(),
		options: z.array(z.string()).readonly(),
		/** Absent for what has no versions, such as a piece of music. */
		version: z.string().optional(),
		tags: z.array(z.string()).readonly(),
		kind: mediaKind,
		hasDemo: z.boolean(),
		/** Default: a page of the marketplace's own. */
		demoLink: z.string().optional(),
		/** How many screenshots there are. */
		screenshots: z.int().nonnegative(),
		/** In US dollars. */
		regularPrice: z.number(),
		extendedPrice: z.number(),
		/** ISO 8601, UTC. */
		publishedAt: z.iso.datetime(),
	})
	.readonly();

/** An item as the local marketplace keeps it. How it is spelt on the wire is up to the variants. */
export type ItemRecord = z.infer<typeof itemRecordSchema>;
