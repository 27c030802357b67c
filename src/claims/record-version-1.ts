import { z } from 'zod';
import { itemId, snowflake, timestamp } from '../base/row-fields.js';

// A claim in formats 1 and 2: one permanent holder, no locks and no undo.

export const recordOfVersion1 = z.strictObject({
	v: z.literal(1),
	holderId: snowflake,
	guildIds: z.array(z.string()),
	status: z.enum(['active', 'revoked']),
	item: z.strictObject({ id: itemId, name: z.string(), category: z.string() }),
	licenseType: z.string(),
	supportedUntil: timestamp.optional(),
	purchasedAt: timestamp.optional(),
	claimedAt: timestamp,
	check: z.strictObject({ at: timestamp, misses: z.array(timestamp) }).optional(),
	secret: z.string(),
	sealed: z.string(),
	history: z.array(
		z.strictObject({
			at: timestamp,
			what: z.enum(['claimed', 'guild-added', 'revoked', 'reinstated', 'support-changed']),
			by: z.string(),
			why: z.string().optional(),
		}),
	),
});

/** Converts it to version 2. */
export function upgraded({
	v: _,
	holderId,
	guildIds,
	claimedAt,
	history,
	...rest
}: z.infer<typeof recordOfVersion1>) {
	return {
		...rest,
		v: 2 as const,
		revision: history.length,
		holders: [{ userId: holderId, guildIds, claimedAt }],
		reserved: [],
		locked: false,
		history,
	};
}
