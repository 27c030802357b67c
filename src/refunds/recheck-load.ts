import { z } from 'zod';
import { count } from '../base/row-fields.js';
import { defineKind } from '../storage/table.js';

/** May be a fraction. */
const perDay = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** The load at the start of the latest round, in any process. */
export const loadKind = defineKind({
	prefix: 'recheck:load',
	schema: z.object({
		v: z.literal(1),
		purchases: count,
		due: count,
		overdue: count,
		neededADay: perDay,
		possibleADay: perDay,
	}),
});
