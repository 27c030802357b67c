import { type AuditNames, auditLinesView } from '../../../src/ui/messages/audit.js';
import { hash, reference, roleIds, userIds } from '../sample.js';
import { page, pairs, type States, variants } from '../state.js';
import { auditView, everyAuditEvent, namesFor, shownEvents } from './audit-events.js';

const { maya, tom } = userIds;

export const auditStates: States = (foreign) => {
	const itemName = foreign.text('Aurora');
	const names: AuditNames = {
		nameClaim: () => ({ itemName, ending: '3a8c', holderIds: [maya] }),
		nameOf: (userId) => foreign.text(userId === maya ? 'maya' : userId === tom ? 'tom' : 'iris'),
		rolesOf: () => ({ lost: [roleIds.aurora], kept: [roleIds.buyer] }),
	};
	const verified = { kind: 'verified', userId: maya, hash, itemName, returning: false } as const;
	const taken = { kind: 'refused', userId: tom, reason: 'taken', reference, hash } as const;
	const events = everyAuditEvent(foreign);
	const known: readonly AuditNames[] = [namesFor(foreign), unnamed];
	return [
		page('audit/lines', 'Several at once', auditLinesView, [[verified, taken], names]),
		...shownEvents(foreign).map(([name, says, event]) =>
			page(`audit/${name}`, says, auditLinesView, [[event], names]),
		),
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
