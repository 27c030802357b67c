import type { Alert } from '../../../src/messages/alerts.js';
import { roleObstacles } from '../../../src/servers/role-obstacle.js';
import { alertAnswerView, alertView, solvedAlertView } from '../../../src/ui/messages/alerts.js';
import { greetingInChannelView, greetingView } from '../../../src/ui/messages/notices.js';
import type { Foreign } from '../foreign.js';
import { channelIds, guildId, many, minute, now, roleIds } from '../sample.js';
import { page, type States, variants, variantsOf } from '../state.js';

/** Those in the walkthrough. */
function shownAlerts(foreign: Foreign): readonly (readonly [name: string, says: string, alert: Alert])[] {
	const since = foreign.moment(now - 20 * minute);
	const [known, seen] = [foreign.text('A'), foreign.text('B')];
	return [
		['bad-key', 'The shop refuses the key', { kind: 'bad-key', problem: 'refused' }],
		['other-account', 'The key is another account’s', { kind: 'other-account', known, seen }],
		['shop-down', 'The shop is down', { kind: 'shop-down', since, waiting: 6 }],
		[
			'store-down',
			'The database fails',
			{ kind: 'store-down', since: now - 5 * minute, reason: 'SQLITE_FULL' },
		],
		['revoking-stopped', 'Too many refunds at once', { kind: 'revoking-stopped', limit: 20 }],
		[
			'audit-unwritable',
			'The audit channel can’t be written in',
			{ kind: 'audit-unwritable', channelId: channelIds.audit },
		],
		[
			'unserved',
			'In a server that isn’t served',
			{ kind: 'unserved', guildId, name: foreign.text('Lantern Den') },
		],
		['members-intent', 'Discord refuses the members intent', { kind: 'members-intent' }],
		['damaged', 'A stored record is damaged', { kind: 'damaged' }],
	];
}

function everyAlert(foreign: Foreign): readonly Alert[] {
	const since = foreign.moment(now - 20 * minute);
	const roleId = roleIds.buyer;
	const someRoles = { named: many(20, () => roleId), more: 1_234 };
	return [
		...roleObstacles.flatMap((obstacle): Alert[] => [
			{ kind: 'roles-blocked', obstacle, roleId, waiting: 4 },
			{ kind: 'roles-blocked', obstacle, waiting: 0 },
		]),
		...shownAlerts(foreign).map(([, , alert]) => alert),
		{ kind: 'bad-key', problem: 'sells-nothing' },
		{ kind: 'shop-down', since, waiting: 6, reason: 'HTTP 502' },
		{ kind: 'clock-off', minutes: 4_320 },
		{ kind: 'answered-elsewhere' },
		{ kind: 'empty-store' },
		{ kind: 'restored', madeAt: since, lost: someRoles, gained: someRoles, isComplete: false },
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
	return [
		page('first-run/owner', 'To the owner of the server', greetingView, [guildId]),
		page('first-run/channel', 'Or in the server', greetingInChannelView, []),
		page('alert/blocked', 'A role can’t be given', alertView, [blocked]),
		page('alert/solved', 'The same, solved', solvedAlertView, [blocked, now - minute]),
		...shownAlerts(foreign).map(([name, says, alert]) => page(`alert/${name}`, says, alertView, [alert])),
		page('alert/goes-on', 'After *Go on*', alertAnswerView, ['goesOn']),
		...variantsOf(alertView, everyAlert(foreign)),
		...variants(
			solvedAlertView,
			everyAlert(foreign).map((each) => [each, foreign.moment(now)]),
		),
		...variantsOf(alertAnswerView, answers),
	];
};
