import type { Alert } from '../../../src/messages/alerts.js';
import { roleObstacles } from '../../../src/servers/role-obstacle.js';
import { alertAnswerView, alertView, solvedAlertView } from '../../../src/ui/messages/alerts.js';
import { greetingInChannelView, greetingView } from '../../../src/ui/messages/notices.js';
import type { Foreign } from '../foreign.js';
import { channelIds, guildId, many, minute, now, roleIds } from '../sample.js';
import { page, type States, variants, variantsOf } from '../state.js';

function everyAlert(foreign: Foreign): readonly Alert[] {
	const since = foreign.moment(now - 20 * minute);
	const roleId = roleIds.buyer;
	const someRoles = { named: many(20, () => roleId), more: 1_234 };
	return [
		...roleObstacles.flatMap((obstacle): Alert[] => [
			{ kind: 'roles-blocked', obstacle, roleId, waiting: 4 },
			{ kind: 'roles-blocked', obstacle, waiting: 0 },
		]),
		{ kind: 'bad-key', problem: 'refused' },
		{ kind: 'bad-key', problem: 'sells-nothing' },
		{ kind: 'other-account', known: foreign.text('maren'), seen: foreign.text('tove') },
		{ kind: 'shop-down', since, waiting: 6, reason: 'HTTP 502' },
		{ kind: 'store-down', since, reason: 'SQLITE_FULL' },
		{ kind: 'revoking-stopped', limit: 20 },
		{ kind: 'audit-unwritable', channelId: roleId },
		{ kind: 'unserved', guildId: roleId, name: foreign.text('Lantern Den') },
		{ kind: 'clock-off', minutes: 4_320 },
		{ kind: 'damaged' },
		{ kind: 'answered-elsewhere' },
		{ kind: 'empty-store' },
		{ kind: 'members-intent' },
		{
			kind: 'restored',
			madeAt: since,
			lost: someRoles,
			gained: someRoles,
			isComplete: false,
		},
		{
			kind: 'restored',
			madeAt: since,
			lost: { named: [roleId], more: 0 },
			gained: { named: [], more: 0 },
			isComplete: true,
		},
	];
}

const blocked: Alert = {
	kind: 'roles-blocked',
	obstacle: 'role-too-high',
	roleId: roleIds.buyer,
	waiting: 4,
};
const answers = ['solvedNow', 'stillThere', 'accepted', 'operatorOnly', 'stays', 'left', 'served'] as const;

export const alertStates: States = (foreign) => {
	const alert = (name: string, says: string, of: Alert) => page(`alert/${name}`, says, alertView, [of]);
	const since = foreign.moment(now - 20 * minute);
	return [
		page('first-run/owner', 'To the owner of the server', greetingView, [guildId]),
		page('first-run/channel', 'Or in the server', greetingInChannelView, []),
		alert('blocked', 'A role can’t be given', blocked),
		page('alert/solved', 'The same, solved', solvedAlertView, [blocked, now - minute]),
		alert('bad-key', 'The shop refuses the key', { kind: 'bad-key', problem: 'refused' }),
		alert('other-account', 'The key is another account’s', {
			kind: 'other-account',
			known: foreign.text('A'),
			seen: foreign.text('B'),
		}),
		alert('shop-down', 'The shop is down', { kind: 'shop-down', since, waiting: 6 }),
		alert('store-down', 'The database fails', {
			kind: 'store-down',
			since: now - 5 * minute,
			reason: 'SQLITE_FULL',
		}),
		alert('revoking-stopped', 'Too many refunds at once', { kind: 'revoking-stopped', limit: 20 }),
		alert('audit-unwritable', 'The audit channel can’t be written in', {
			kind: 'audit-unwritable',
			channelId: channelIds.audit,
		}),
		alert('unserved', 'In a server that isn’t served', {
			kind: 'unserved',
			guildId,
			name: foreign.text('Lantern Den'),
		}),
		alert('members-intent', 'Discord refuses the members intent', { kind: 'members-intent' }),
		alert('damaged', 'A stored record is damaged', { kind: 'damaged' }),
		page('alert/goes-on', 'After *Go on*', alertAnswerView, ['goesOn']),
		...variantsOf(alertView, everyAlert(foreign)),
		...variants(
			solvedAlertView,
			everyAlert(foreign).map((each) => [each, foreign.moment(now)]),
		),
		...variantsOf(alertAnswerView, answers),
	];
};
