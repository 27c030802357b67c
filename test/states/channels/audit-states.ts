import { auditLinesView } from '../../../src/views/channels/audit-lines-view.js';
import { type AuditEvent, auditView, type NameClaim } from '../../../src/views/channels/audit-view.js';
import { channelIds, hash, reference, roleIds, userIds } from '../sample.js';
import { page, type States, variants } from '../state.js';
import { everyAuditEvent, namedClaims } from './audit-events.js';

const { maya, tom, mod } = userIds;

export const auditStates: States = (foreign) => {
	const itemName = foreign.text('Aurora');
	const nameClaim: NameClaim = () => ({ itemName, ending: '3a8c', holderIds: [maya] });
	const line = (name: string, says: string, event: AuditEvent) =>
		page(`audit/${name}`, says, auditLinesView, [[event], nameClaim], { most: 4 });
	const verified = { kind: 'verified', userId: maya, hash, itemName, returning: false } as const;
	const taken = { kind: 'refused', userId: tom, reason: 'taken', reference, hash } as const;
	const events = everyAuditEvent(foreign);
	const known: readonly NameClaim[] = [namedClaims(foreign), () => undefined];
	return [
		page('audit/lines', 'Several at once', auditLinesView, [[verified, taken], nameClaim], { most: 10 }),
		line('verified', 'Verified', verified),
		line('renewed', 'Support was renewed', { kind: 'renewed', userId: maya, itemName }),
		line('invalid', 'Refused', { kind: 'refused', userId: tom, reason: 'invalid', reference }),
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
			change: { what: 'buyer-role', roleId: roleIds.buyer },
		}),
		line('panel', 'The panel was posted', { kind: 'panel', userId: mod, channelId: channelIds.verify }),
		line('revoked', 'The shop no longer lists it', { kind: 'revoked', userId: maya, hash, itemName }),
		line('unlinked', 'Unlinked by its member', { kind: 'unlinked', userId: maya, itemName }),
		line('many', 'Many within a minute', {
			kind: 'verified-many',
			count: 23,
			items: [
				{ name: itemName, count: 14 },
				{ name: foreign.text('Desk Icons'), count: 9 },
			],
		}),
		line('many-refused', 'Many refusals', { kind: 'refused-many', count: 31, since: 1_765_195_200 }),
		...variants(
			auditView,
			events.flatMap((event) => known.map((name) => [event, name])),
		),
		...variants(
			auditLinesView,
			events.flatMap((event, at) =>
				known.map((name) => [[event, ...events.slice(at, at + (at % 40))], name]),
			),
		),
	];
};
