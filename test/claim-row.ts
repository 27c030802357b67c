import { z } from 'zod';

/** The parts of a claim's row that the tests' own rules read. Declared anew, since the product's type may be wrong. */
export const claimRowSchema = z.looseObject({
	revision: z.number(),
	holders: z.array(z.looseObject({ userId: z.string() })),
	reserved: z.array(z.looseObject({ tag: z.string(), until: z.number().optional() })),
	locked: z.boolean(),
	status: z.string(),
	licenseType: z.string(),
	item: z.looseObject({ id: z.number(), category: z.string() }),
	supportedUntil: z.number().optional(),
	purchasedAt: z.number().optional(),
	revokedBy: z.string().optional(),
	given: z.literal(true).optional(),
	undo: z
		.looseObject({
			revision: z.number(),
			until: z.number(),
			before: z.looseObject({ holders: z.array(z.looseObject({ userId: z.string() })) }),
		})
		.optional(),
	history: z.array(
		z.looseObject({
			what: z.string(),
			by: z.string(),
			at: z.number(),
			member: z.string().optional(),
			to: z.string().optional(),
			guildId: z.string().optional(),
		}),
	),
});
export type ClaimRow = z.infer<typeof claimRowSchema>;

export const claimPrefix = 'claim:';
