import { z } from 'zod';
import { timestamp } from '../base/row-fields.js';
import { defineKind, type RowOf } from '../storage/table.js';

/** The time up to which ended support has been processed. Every day since is scanned: before 1970 would be damage. */
export const supportCursorKind = defineKind({
	prefix: 'reconciler:support-ended-until',
	schema: z.object({ v: z.literal(1), until: timestamp.nonnegative() }),
});
export type SupportCursor = RowOf<typeof supportCursorKind>;

/** How far a process has got through its members in the search for drift; absent between rounds. */
export const driftCursorKind = defineKind({
	prefix: 'reconciler:drift',
	schema: z.object({ v: z.literal(1), after: z.string() }),
});
export type DriftCursor = RowOf<typeof driftCursorKind>;
