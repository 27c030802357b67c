import type { Translator } from '../../../src/i18n/translator.js';
import type { AuditEvent } from '../../../src/messages/audit.js';
import { settingNames } from '../../../src/servers/settings-table.js';
import { contentView } from '../../../src/ui/message.js';
import { type AuditNames, auditLine } from '../../../src/ui/messages/audit.js';
import type { Foreign } from '../foreign.js';
import { deeds } from '../moderation/moderation-act-states.js';
import { many } from '../sample.js';

const userId = '200000000000000001';
const roleId = '300000000000000001';
const reference = '900000000000000001';
/** The claim described by `namedClaim`. */
const hash = 'a'.repeat(64);

/** A line as a separate message. */
export const auditView = (t: Translator, event: AuditEvent, names: AuditNames) =>
	contentView(auditLine(t, event, names));

/** One of each event that is logged in the audit channel. */
export function everyAuditEvent(foreign: Foreign): readonly AuditEvent[] {
	const itemName = foreign.text('Aurora');
	const why = foreign.text('new account');
	return [
		{ kind: 'verified', userId, hash, itemName, returning: false },
		{ kind: 'verified', userId, hash: 'unknown', itemName, returning: true },
		...(['invalid', 'taken', 'uncheckable'] as const).map((reason): AuditEvent => {
			return { kind: 'refused', userId, reason, reference: 'KQT-WDR', ...(reason === 'taken' && { hash }) };
		}),
		{ kind: 'refused', userId, reason: 'taken', reference: 'KQT-WDR' },
		{
			kind: 'verified-many',
			count: 23,
			minutes: 2,
			userIds: many(5, () => userId),
			items: many(10, () => ({ name: foreign.text('Aurora'), count: 2 })),
		},
		...(['invalid', 'taken', 'uncheckable'] as const).map(
			(of): AuditEvent => ({
				...{ kind: 'refused-many', of, count: 1_234, minutes: 1, userIds: [userId] },
			}),
		),
		{ kind: 'limit', userId, scope: 'member' },
		{ kind: 'limit', userId, scope: 'guild' },
		{ kind: 'revoked', userId, hash, itemName },
		{ kind: 'reinstated', userId, itemName },
		{ kind: 'renewed', userId, itemName },
		{ kind: 'setup', userId, change: { what: 'powers', roleId } },
		{ kind: 'setup', userId, change: { what: 'setting', name: 'staff', picked: Array(25).fill(roleId) } },
		...settingNames.flatMap((name) =>
			[[], [String(roleId)]].map(
				(picked): AuditEvent => ({
					kind: 'setup',
					userId,
					change: { what: 'setting', name, picked },
				}),
			),
		),
		...[roleId, undefined].flatMap((chosen): AuditEvent[] => [
			...(['item', 'category', 'licence'] as const).map((kind): AuditEvent => {
				return {
					kind: 'setup',
					userId,
					change: { what: 'rule', subject: { kind, key: foreign.text('Themes') }, roleId: chosen },
					...(kind === 'item' && { itemName }),
				};
			}),
		]),
		...(['subcategory', 'tag', 'option'] as const).map((kind): AuditEvent => {
			return { kind: 'rule-dropped', rule: { kind, key: foreign.text('photo'), roleId } };
		}),
		{ kind: 'account', userId },
		{ kind: 'list-downloaded', userId, count: 1e9 },
		...(['posted', 'updated'] as const).map(
			(what): AuditEvent => ({ kind: 'panel', userId, channelId: reference, what }),
		),
		{ kind: 'data-deleted', userId },
		{ kind: 'unlinked', userId, itemName },
		...deeds.map((deed): AuditEvent => {
			const who = { by: userId, memberId: userId, toUserId: userId };
			const what = { hash: 'ab'.repeat(32), itemName, codeEnd: '3a8c', why };
			return { kind: 'moderation', event: { deed, ...who, ...what, isOwnCase: true } };
		}),
		...(['valid', 'invalid'] as const).map((kind): AuditEvent => {
			const about = { by: userId, hash: 'ab'.repeat(32), itemName, codeEnd: '3a8c', memberId: userId };
			const valid = { kind: 'valid' } as const;
			const outcome = kind === 'valid' ? valid : ({ kind, misses: 2, wasRevoked: false } as const);
			return { kind: 'checked', event: { ...about, outcome } };
		}),
		{ kind: 'pause-ended', userId, by: userId },
		{ kind: 'setup', userId, change: { what: 'unlinking', unlinking: { kind: 'never' } } },
		{ kind: 'setup', userId, change: { what: 'unlinking', unlinking: { kind: 'members-move' } } },
		{ kind: 'setup', userId, change: { what: 'unlinking', unlinking: { kind: 'after-days', days: 0 } } },
		{ kind: 'setup', userId, change: { what: 'addresses', exampleUrl: undefined, renewUrl: undefined } },
		{ kind: 'setup', userId, change: { what: 'unlinking', unlinking: { kind: 'after-days', days: 14 } } },
		{ kind: 'setup', userId, change: { what: 'seats', licenseType: foreign.text('Regular'), seats: 5 } },
		{ kind: 'lookup-limit', userId },
	];
}

/** The claims and members in these events, as staff know them. */
export function namesFor(foreign: Foreign): AuditNames {
	const claim = { itemName: foreign.text('Aurora'), ending: '3a8c', holderIds: Array(50).fill(userId) };
	return {
		nameClaim: (wanted) => (wanted === hash ? claim : undefined),
		nameOf: () => foreign.text('maya'),
	};
}
