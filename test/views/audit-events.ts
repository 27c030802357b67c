import type { AuditEvent } from '../../src/views/audit-view.js';

const userId = '200000000000000001';
const roleId = '300000000000000001';
const reference = '900000000000000001';

/** One of every event that the audit channel can be told of; `text` is what the marketplace calls everything. */
export function everyAuditEvent(text: string): readonly AuditEvent[] {
	return [
		{ kind: 'verified', userId, itemName: text, licenseType: text, returning: false },
		{ kind: 'verified', userId, itemName: text, licenseType: '', returning: true },
		...(['invalid', 'taken', 'uncheckable'] as const).map((reason): AuditEvent => {
			return { kind: 'refused', userId, reason, reference };
		}),
		{
			kind: 'verified-many',
			count: 23,
			items: Array.from({ length: 10 }, () => ({ name: text, count: 2 })),
		},
		{ kind: 'refused-many', count: 1_234 },
		{ kind: 'limit', userId, scope: 'member' },
		{ kind: 'limit', userId, scope: 'guild' },
		...(
			[
				'missing-permission',
				'role-too-high',
				'role-missing',
				'role-not-assignable',
				'guild-gone',
				'refused',
				'role-powerful',
			] as const
		).flatMap((obstacle): AuditEvent[] => [
			{ kind: 'roles-blocked', obstacle, roleId },
			{ kind: 'roles-blocked', obstacle, roleId: undefined },
		]),
		{ kind: 'revoked', userId, itemName: text },
		{ kind: 'reinstated', userId, itemName: text },
		{ kind: 'renewed', userId, itemName: text },
		{ kind: 'revoking-stopped', limit: 20 },
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
		...(['release', 'free', 'transfer', 'lock', 'unlock', 'undo'] as const).map((action): AuditEvent => {
			const who = { by: userId, memberId: userId, toUserId: userId };
			return { kind: 'moderation', event: { action, ...who, itemName: text, why: text, isOwnCase: true } };
		}),
		{ kind: 'setup', userId, change: { what: 'unlinking', unlinking: { kind: 'never' } } },
		{ kind: 'setup', userId, change: { what: 'unlinking', unlinking: { kind: 'after-days', days: 14 } } },
		{ kind: 'setup', userId, change: { what: 'seats', licenseType: text, seats: 5 } },
		{ kind: 'bad-key' },
		{ kind: 'answered-elsewhere' },
		{ kind: 'empty-store' },
		{ kind: 'lookup-limit', userId },
		{ kind: 'other-account', known: text, seen: text },
		{ kind: 'clock-off', minutes: 4_320 },
	];
}
