import { z } from 'zod';

/** How an item is previewed, which determines the members of its `media`. */
const mediaKind = z.enum(['picture', 'video', 'audio']);

export const itemRecordSchema = z
	.strictObject({
		id: z.int(),
		name: z.string(),
		description: z.string(),
		category: z.string(),
		subCategory: z.string(),
		options: z.array(z.string()).readonly(),
		/** Absent for items without versions, such as a piece of music. */
		version: z.string().optional(),
		tags: z.array(z.string()).readonly(),
		kind: mediaKind,
		hasDemo: z.boolean(),
		/** Default: one of the marketplace's own pages. */
		demoLink: z.string().optional(),
		/** The number of screenshots. */
		screenshots: z.int().nonnegative(),
		/** In US dollars. */
		regularPrice: z.number(),
		extendedPrice: z.number(),
		/** ISO 8601, UTC. */
		publishedAt: z.iso.datetime(),
	})
	.readonly();

/** An item as the local marketplace stores it. The variants decide how it is written on the wire. */
export type ItemRecord = z.infer<typeof itemRecordSchema>;
