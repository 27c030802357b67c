import type { Alert } from '../../src/notifications/alert.js';
import { roleObstacles } from '../../src/roles/role-api.js';
import type { AuditEvent, NameClaim } from '../../src/views/channels/audit-view.js';

const userId = '200000000000000001';
const roleId = '300000000000000001';
const reference = '900000000000000001';
/** A claim that `namedClaim` names. */
const hash = 'a'.repeat(64);

/** One of every event that the audit channel can be told of; `text` is what the marketplace calls everything. */
export function everyAuditEvent(text: string): readonly AuditEvent[] {
	return [
		{ kind: 'verified', userId, hash, itemName: text, returning: false },
		{ kind: 'verified', userId, hash: 'unknown', itemName: text, returning: true },
		...(['invalid', 'taken', 'uncheckable'] as const).map((reason): AuditEvent => {
			return { kind: 'refused', userId, reason, reference: 'KQT-WDR', ...(reason === 'taken' && { hash }) };
		}),
		{ kind: 'refused', userId, reason: 'taken', reference: 'KQT-WDR' },
		{
			kind: 'verified-many',
			count: 23,
			items: Array.from({ length: 10 }, () => ({ name: text, count: 2 })),
		},
		{ kind: 'refused-many', count: 1_234, since: 1_700_000_000 },
		{ kind: 'limit', userId, scope: 'member' },
		{ kind: 'limit', userId, scope: 'guild' },
		{ kind: 'revoked', userId, hash, itemName: text },
		{ kind: 'reinstated', userId, itemName: text },
		{ kind: 'renewed', userId, itemName: text },
		{ kind: 'setup', userId, change: { what: 'buyer-role', roleId } },
		{ kind: 'setup', userId, change: { what: 'powers', roleId } },
		{ kind: 'setup', userId, change: { what: 'staff-roles', roleIds: [] } },
		{ kind: 'setup', userId, change: { what: 'staff-roles', roleIds: Array(25).fill(roleId) } },
		...[roleId, undefined].flatMap((chosen): AuditEvent[] => [
			{ kind: 'setup', userId, change: { what: 'supported-role', roleId: chosen } },
			{ kind: 'setup', userId, change: { what: 'audit-channel', channelId: chosen } },
			...(['item', 'category', 'licence'] as const).map((kind): AuditEvent => {
				return {
					kind: 'setup',
					userId,
					change: { what: 'rule', subject: { kind, key: text }, roleId: chosen },
				};
			}),
		]),
		{ kind: 'account', userId },
		{ kind: 'panel', userId, channelId: reference },
		{ kind: 'data-deleted', userId },
		...(['unlinked', 'left', 'ended-here'] as const).map((kind) => ({ kind, userId, itemName: text })),
		...(
			[
				'moved',
				'unlinked',
				'seats-freed',
				'locked',
				'unlocked',
				'revoked',
				'lifted',
				'gave',
				'undid',
			] as const
		).map((deed): AuditEvent => {
			const who = { by: userId, memberId: userId, toUserId: userId };
			const what = { hash: 'ab'.repeat(32), itemName: text, codeEnd: '3a8c', why: text };
			return { kind: 'moderation', event: { deed, ...who, ...what, isOwnCase: true } };
		}),
		...(['valid', 'invalid'] as const).map((kind): AuditEvent => {
			const about = { by: userId, hash: 'ab'.repeat(32), itemName: text, codeEnd: '3a8c', memberId: userId };
			const valid = { kind: 'valid', supportedUntil: 1, supportChanged: true, gained: [], lost: [] } as const;
			const outcome = kind === 'valid' ? valid : ({ kind, misses: 2, isRevoked: false } as const);
			return { kind: 'checked', event: { ...about, outcome } };
		}),
		{ kind: 'pause-ended', userId, by: userId },
		{ kind: 'setup', userId, change: { what: 'unlinking', unlinking: { kind: 'never' } } },
		{ kind: 'setup', userId, change: { what: 'unlinking', unlinking: { kind: 'after-days', days: 14 } } },
		{ kind: 'setup', userId, change: { what: 'seats', licenseType: text, seats: 5 } },
		{ kind: 'lookup-limit', userId },
	];
}

/** What a server's staff know of the claims in these events; `text` is what the marketplace calls everything. */
export function namedClaims(text: string): NameClaim {
	return (wanted) =>
		wanted === hash ? { itemName: text, ending: '…3a8c', holderIds: Array(50).fill(userId) } : undefined;
}

/** One of every alert. */
export function everyAlert(text: string): readonly Alert[] {
	return [
		...roleObstacles.flatMap((obstacle): Alert[] => [
			{ kind: 'roles-blocked', obstacle, roleId, waiting: 4 },
			{ kind: 'roles-blocked', obstacle, waiting: 0 },
		]),
		{ kind: 'bad-key', problem: 'refused' },
		{ kind: 'bad-key', problem: 'sells-nothing' },
		{ kind: 'other-account', known: text, seen: text },
		{ kind: 'shop-down', since: 1_700_000_000_000, waiting: 6 },
		{ kind: 'store-down', since: 1_700_000_000_000, reason: 'SQLITE_FULL' },
		{ kind: 'revoking-stopped', limit: 20 },
		{ kind: 'audit-unwritable', channelId: roleId, lacks: ['ViewChannel', 'SendMessages'] },
		{ kind: 'audit-unwritable', channelId: roleId, lacks: [] },
		{ kind: 'unserved', guildId: roleId, name: text },
		{ kind: 'clock-off', minutes: 4_320 },
		{ kind: 'damaged' },
		{ kind: 'answered-elsewhere' },
		{ kind: 'empty-store' },
		{
			kind: 'restored',
			madeAt: 1_700_000_000_000,
			lost: { named: Array.from({ length: 20 }, () => roleId), more: 1_234 },
			gained: { named: Array.from({ length: 20 }, () => roleId), more: 1_234 },
			isComplete: false,
		},
		{
			kind: 'restored',
			madeAt: 1_700_000_000_000,
			lost: { named: [roleId], more: 0 },
			gained: { named: [], more: 0 },
			isComplete: true,
		},
	];
}
