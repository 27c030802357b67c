import type { AuditEvent } from '../../../src/messages/audit.js';
import { type AuditNames, auditLinesView } from '../../../src/ui/messages/audit.js';
import { channelIds, hash, reference, roleIds, userIds } from '../sample.js';
import { page, pairs, type States, variants } from '../state.js';
import { auditView, everyAuditEvent, namesFor } from './audit-events.js';

const { maya, tom, mod } = userIds;

export const auditStates: States = (foreign) => {
	const itemName = foreign.text('Aurora');
	const names: AuditNames = {
		nameClaim: () => ({ itemName, ending: '3a8c', holderIds: [maya] }),
		nameOf: (userId) => foreign.text(userId === maya ? 'maya' : userId === tom ? 'tom' : 'iris'),
		rolesOf: () => ({ lost: [roleIds.aurora], kept: [roleIds.buyer] }),
	};
	const line = (name: string, says: string, event: AuditEvent) =>
		page(`audit/${name}`, says, auditLinesView, [[event], names]);
	const verified = { kind: 'verified', userId: maya, hash, itemName, returning: false } as const;
	const taken = { kind: 'refused', userId: tom, reason: 'taken', reference, hash } as const;
	const events = everyAuditEvent(foreign);
	const known: readonly AuditNames[] = [namesFor(foreign), unnamed];
	return [
		page('audit/lines', 'Several at once', auditLinesView, [[verified, taken], names]),
		line('verified', 'Verified', {
			...verified,
			itemName: foreign.text('Aurora Admin – Dashboard Template'),
		}),
		line('renewed', 'Support was renewed', { kind: 'renewed', userId: maya, itemName }),
		line('invalid', 'Refused', { kind: 'refused', userId: tom, reason: 'invalid', reference }),
		line('key-rejected', 'Not checked', {
			...{ kind: 'refused', userId: tom, reason: 'uncheckable', why: 'bad-key', reference },
		}),
		line('taken', 'Somebody else has it', taken),
		line('moved', 'The staff moved it', {
			kind: 'moderation',
			event: {
				deed: 'moved',
				by: mod,
				memberId: maya,
				toUserId: tom,
				isOwnCase: false,
				hash,
				itemName,
				codeEnd: '3a8c',
				why: foreign.text('new account'),
			},
		}),
		line('setup', 'The buyer role was chosen', {
			kind: 'setup',
			userId: mod,
			change: { what: 'setting', name: 'buyer', picked: [roleIds.buyer] },
		}),
		line('panel', 'The panel was posted', {
			kind: 'panel',
			userId: mod,
			channelId: channelIds.verify,
			what: 'posted',
		}),
		line('revoked', 'The shop no longer lists it', { kind: 'revoked', userId: maya, hash, itemName }),
		line('unlinked', 'Unlinked by its member', { kind: 'unlinked', userId: maya, itemName }),
		line('many', 'Many within a minute', {
			kind: 'verified-many',
			count: 35,
			minutes: 2,
			userIds: [maya, tom, mod, '900000000000000007'],
			items: [
				{ name: itemName, count: 14 },
				{ name: foreign.text('Desk Icons'), count: 9 },
				{ name: foreign.text('Éclair'), count: 8 },
				...['Foam', 'Kite', 'Moss', 'Reed'].map((name) => ({ name: foreign.text(name), count: 1 })),
			],
		}),
		line('many-refused', 'Many refusals', {
			kind: 'refused-many',
			of: 'taken',
			count: 31,
			minutes: 2,
			userIds: [maya, tom],
		}),
		line('guesser', 'Several codes of one member', {
			...{ kind: 'refused-many', of: 'invalid', count: 5, minutes: 1, userIds: [tom] },
		}),
		...variants(auditView, pairs(events, known)),
		...variants(
			auditLinesView,
			events.flatMap((event, at) =>
				known.map((name) => [[event, ...events.slice(at, at + (at % 40))], name]),
			),
		),
	];
};

const unnamed: AuditNames = { nameClaim: () => undefined, nameOf: () => undefined };
