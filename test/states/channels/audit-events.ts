import type { Translator } from '../../../src/i18n/translator.js';
import type { AuditEvent, ModerationDeed } from '../../../src/messages/audit.js';
import { settingNames } from '../../../src/servers/settings-table.js';
import { contentView } from '../../../src/ui/message.js';
import { type AuditNames, auditLine } from '../../../src/ui/messages/audit.js';
import type { Foreign } from '../foreign.js';
import { deeds } from '../moderation/moderation-act-states.js';
import { channelIds, hash, reference, roleIds, userIds } from '../sample.js';

const { maya: userId, tom, mod } = userIds;
const roleId = roleIds.buyer;

/** A line as a separate message. */
export const auditView = (t: Translator, event: AuditEvent, names: AuditNames) =>
	contentView(auditLine(t, event, names));

/** Those in the walkthrough. */
export function shownEvents(
	foreign: Foreign,
): readonly (readonly [name: string, says: string, event: AuditEvent])[] {
	const itemName = foreign.text('Aurora');
	const ofMaya = { userId, hash, itemName };
	const refused = { kind: 'refused', userId: tom, reference } as const;
	const many = { kind: 'refused-many', minutes: 2 } as const;
	const longName = foreign.text('Aurora Admin – Dashboard Template');
	return [
		['verified', 'Verified', { kind: 'verified', ...ofMaya, itemName: longName, returning: false }],
		['renewed', 'Support was renewed', { kind: 'renewed', userId, itemName }],
		['invalid', 'Refused', { ...refused, reason: 'invalid' }],
		['key-rejected', 'Not checked', { ...refused, reason: 'uncheckable', why: 'bad-key' }],
		['taken', 'Somebody else has it', { ...refused, reason: 'taken', hash }],
		['moved', 'The staff moved it', moderated(foreign, 'moved', false)],
		[
			'setup',
			'The buyer role was chosen',
			{ kind: 'setup', userId: mod, change: { what: 'setting', name: 'buyer', picked: [roleId] } },
		],
		[
			'panel',
			'The panel was posted',
			{ kind: 'panel', userId: mod, channelId: channelIds.verify, what: 'posted' },
		],
		['revoked', 'The shop no longer lists it', { kind: 'revoked', ...ofMaya }],
		['unlinked', 'Unlinked by its member', { kind: 'unlinked', userId, itemName }],
		[
			'many',
			'Many within a minute',
			{
				kind: 'verified-many',
				count: 35,
				minutes: 2,
				userIds: [userId, tom, mod, '900000000000000007'],
				items: [
					{ name: itemName, count: 14 },
					{ name: foreign.text('Desk Icons'), count: 9 },
					{ name: foreign.text('Éclair'), count: 8 },
					...['Foam', 'Kite', 'Moss', 'Reed'].map((name) => ({ name: foreign.text(name), count: 1 })),
				],
			},
		],
		['many-refused', 'Many refusals', { ...many, of: 'taken', count: 31, userIds: [userId, tom] }],
		['guesser', 'Several codes of one member', { ...many, of: 'invalid', count: 5, userIds: [tom] }],
	];
}

function moderated(foreign: Foreign, deed: ModerationDeed, isOwnCase: boolean): AuditEvent {
	const who = { by: mod, memberId: userId, toUserId: tom };
	const what = { hash, itemName: foreign.text('Aurora'), codeEnd: '3a8c', why: foreign.text('new account') };
	return { kind: 'moderation', event: { deed, ...who, ...what, isOwnCase } };
}

/** One of each event that is logged in the audit channel. */
export function everyAuditEvent(foreign: Foreign): readonly AuditEvent[] {
	const itemName = foreign.text('Aurora');
	return [
		...shownEvents(foreign).map(([, , event]) => event),
		{ kind: 'verified', userId, hash: 'unknown', itemName, returning: true },
		{ kind: 'refused', userId, reason: 'uncheckable', reference },
		{ kind: 'refused', userId, reason: 'taken', reference },
		// Of one member, since two of one name would have two buttons that look alike.
		...(['invalid', 'taken', 'uncheckable'] as const).map(
			(of): AuditEvent => ({
				...{ kind: 'refused-many', of, count: 1_234, minutes: 1, userIds: [tom] },
			}),
		),
		{ kind: 'limit', userId, scope: 'member' },
		{ kind: 'limit', userId, scope: 'guild' },
		{ kind: 'reinstated', userId, itemName },
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
		{ kind: 'panel', userId, channelId: channelIds.verify, what: 'updated' },
		{ kind: 'data-deleted', userId },
		...deeds.map((deed) => moderated(foreign, deed, true)),
		...([{ kind: 'valid' }, { kind: 'invalid', misses: 2, wasRevoked: false }] as const).map(
			(outcome): AuditEvent => {
				const about = { by: userId, hash, itemName, codeEnd: '3a8c', memberId: userId };
				return { kind: 'checked', event: { ...about, outcome } };
			},
		),
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
