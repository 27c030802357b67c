import type { CarriedRow } from '../../claims/admin/export-row.js';
import { policySchema } from '../../claims/policy.js';
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

/** Prefixes of the keys whose rows refer to claims by hash, which a change of the secret changes. */
export const mentions: readonly string[] = [referencePrefix, disputePrefix];

/**
 * The rows exported besides the claims. A new kind of row has to be listed here or among those that `export-claims.ts`
 * leaves out: otherwise an export reports it and an import rejects it.
 */
export const carriedRows: readonly CarriedRow[] = [
	{ key: /^policy$/, value: policySchema },
	{ key: /^settings:\d{17,20}$/, value: settingsSchema },
	{ key: /^panel:\d{17,20}:\d{17,20}$/, value: panelSchema },
	/** Members who still wait for their roles. */
	{ key: /^grant:\d{17,20}:\d{17,20}$/, value: grantSchema },
	/** References of refusals, which members may still use. */
	{ key: referenceKeyPattern, value: referenceSchema },
	/** The events behind grouped audit channel messages. */
	/** Two accounts that claim one purchase. */
	{ key: disputeKeyPattern, value: disputeSchema },
	/** Notices to members, pending or recently delivered. */
	{ key: noticeKeyPattern, value: noticeRowSchema },
	{ key: /^stats:\d{17,20}:\d{4}-\d{2}-\d{2}$/, value: dayRecordSchema },
];
