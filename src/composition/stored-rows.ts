import type { z } from 'zod';
import { entrySchema } from '../claims/claim-indexes.js';
import { formatSchema } from '../claims/format.js';
import { migrationSchema } from '../claims/migration.js';
import { policySchema } from '../claims/policy.js';
import { recordSchema } from '../claims/record.js';
import { formerSecretsSchema, secretSchema } from '../claims/secret-guard.js';
import { greetedSchema } from '../guilds/first-run.js';
import { settingsSchema } from '../guilds/guild-settings.js';
import { panelSchema } from '../guilds/panels.js';
import { servedSchema } from '../guilds/served-guilds.js';
import { accountSchema } from '../marketplace/account-guard.js';
import { disputeSchema } from '../moderation/disputes/dispute.js';
import { lookedUpSchema } from '../moderation/looked-up-codes.js';
import { referenceSchema } from '../moderation/references/reference.js';
import { alertRowSchema } from '../notifications/alerts.js';
import { noticeRowSchema } from '../notifications/notice.js';
import { loadSchema } from '../refunds/recheck-load.js';
import { revocationsSchema } from '../refunds/revocation-budget.js';
import { blockedRolesSchema } from '../roles/blocked-roles.js';
import { driftCursorSchema, supportCursorSchema } from '../roles/cursors.js';
import { grantSchema, laterSchema } from '../roles/grant-outbox.js';
import { refusalsSchema } from '../roles/refused-call-budget.js';
import { dayRecordSchema } from '../statistics/day-record.js';
import { backupNoteSchema } from '../storage/backups/last-backup.js';
import { countsSchema } from '../storage/rate-limits.js';
import { announcedSchema } from '../updates/announcements.js';
import { seenItemsSchema } from '../updates/item-memory.js';
import { newsLogSchema } from '../updates/news-log.js';

/** The schema of each kind of row, by the full key or by the part before its first colon. */
export const storedRows: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
	['alert', alertRowSchema],
	['announced', announcedSchema],
	['attempts', countsSchema],
	['claim', recordSchema],
	['dispute', disputeSchema],
	['due', entrySchema],
	['grant', grantSchema],
	['grant-later', laterSchema],
	['greeted', greetedSchema],
	['items-seen', seenItemsSchema],
	['looked-up', lookedUpSchema],
	['member', entrySchema],
	['meta:account', accountSchema],
	['meta:backup', backupNoteSchema],
	['meta:backup-elsewhere', backupNoteSchema],
	['meta:format', formatSchema],
	['meta:former-secrets', formerSecretsSchema],
	['meta:migration', migrationSchema],
	['meta:secret', secretSchema],
	['meta:served', servedSchema],
	['news-log', newsLogSchema],
	['notice', noticeRowSchema],
	['panel', panelSchema],
	['policy', policySchema],
	['recheck:load', loadSchema],
	['reconciler', driftCursorSchema],
	['reconciler:support-ended-until', supportCursorSchema],
	['ref', referenceSchema],
	['refusals', refusalsSchema],
	['revocations', revocationsSchema],
	['role-troubles', blockedRolesSchema],
	['settings', settingsSchema],
	['stats', dayRecordSchema],
]);
