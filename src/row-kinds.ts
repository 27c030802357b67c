import { dueEntryKind, memberEntryKind } from './claims/claim-indexes.js';
import { formatKind } from './claims/format.js';
import { migrationKind } from './claims/migration.js';
import { policyKind } from './claims/policy.js';
import { claimKind } from './claims/record.js';
import { secretKind } from './claims/secret-guard.js';
import { accountKind } from './marketplace/key-check.js';
import { alertKind } from './messages/alerts.js';
import { noticeKind } from './messages/notices.js';
import { blockedKind } from './roles/blocked-roles.js';
import { supportCursorKind } from './roles/reconciler.js';
import { syncKind, syncLaterKind } from './roles/sync-rows.js';
import { settingsKind } from './servers/guild-settings.js';
import { servedKind } from './servers/served-guilds.js';
import { appealKind, openAppealsKind } from './services/moderation/appeal-rows.js';
import { disputeKind, openDisputesKind } from './services/moderation/dispute-rows.js';
import { lookedUpKind } from './services/moderation/giving.js';
import { loadKind } from './services/refunds/refunds.js';
import { greetedKind } from './services/setup/first-run.js';
import { panelKind } from './services/setup/panels.js';
import { dayRecordKind } from './services/statistics/verification-statistics.js';
import { announcedKind } from './services/updates/announcements.js';
import { newsLogKind, seenItemsKind } from './services/updates/item-news.js';
import { referenceKind } from './services/verification/references.js';
import { backupElsewhereKind, backupKind } from './storage/backups.js';
import { clockKind } from './storage/clock-watch.js';
import { countsKind } from './storage/rate-limits.js';
import type { Kind } from './storage/table.js';

/** All kinds of rows in the store. Those that name people come first, in the order in which `/privacy` shows them. */
export const rowKinds: readonly Kind<object>[] = [
	referenceKind,
	noticeKind,
	lookedUpKind,
	disputeKind,
	appealKind,
	openDisputesKind,
	openAppealsKind,
	alertKind,
	announcedKind,
	countsKind,
	claimKind,
	dueEntryKind,
	greetedKind,
	seenItemsKind,
	memberEntryKind,
	accountKind,
	backupKind,
	backupElsewhereKind,
	clockKind,
	formatKind,
	migrationKind,
	secretKind,
	servedKind,
	newsLogKind,
	panelKind,
	policyKind,
	loadKind,
	supportCursorKind,
	blockedKind,
	settingsKind,
	syncKind,
	syncLaterKind,
	dayRecordKind,
];
