import type { CarriedRow } from '../../claims/admin/export-row.js';
import { settingsSchema } from '../../guilds/guild-settings.js';
import { panelSchema } from '../../guilds/panels.js';
import { disputeKeyPattern, disputePrefix, disputeSchema } from '../../moderation/disputes/dispute.js';
import {
	referenceKeyPattern,
	referencePrefix,
	referenceSchema,
} from '../../moderation/references/reference.js';
import { noticeKeyPattern, noticeRowSchema } from '../../notifications/notice.js';
import { grantSchema } from '../../roles/grant-outbox.js';
import { dayRecordSchema } from '../../statistics/day-record.js';

/** What the keys of rows start with that name a claim by its hash: a change of the secret changes that. */
export const mentions: readonly string[] = [referencePrefix, disputePrefix];

/**
 * What an export carries besides the claims. A room that stores a new kind of row names it here or among those that
 * `export-claims.ts` leaves out: a row in neither is reported by an export and refused by an import.
 */
export const carriedRows: readonly CarriedRow[] = [
	{ key: /^settings:\d{17,20}$/, value: settingsSchema },
	{ key: /^panel:\d{17,20}:\d{17,20}$/, value: panelSchema },
	/** Members who still wait for their roles. */
	{ key: /^grant:\d{17,20}:\d{17,20}$/, value: grantSchema },
	/** References of refusals, which members may still have at hand. */
	{ key: referenceKeyPattern, value: referenceSchema },
	/** Two accounts that call one purchase theirs. */
	{ key: disputeKeyPattern, value: disputeSchema },
	/** What members are still to be told, and were told lately. */
	{ key: noticeKeyPattern, value: noticeRowSchema },
	{ key: /^stats:\d{17,20}:\d{4}-\d{2}-\d{2}$/, value: dayRecordSchema },
];
