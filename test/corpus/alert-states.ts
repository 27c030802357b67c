import type { Alert } from '../../src/notifications/alert.js';
import { alertAnswerView, alertView, solvedAlertView } from '../../src/views/channels/alert-view.js';
import { greetingInChannelView, greetingView } from '../../src/views/channels/greeting-view.js';
import { channelIds, guildId, minute, now, roleIds } from './sample.js';
import type { State, Surface } from './state.js';

const blocked: Alert = {
	kind: 'roles-blocked',
	obstacle: 'role-too-high',
	roleId: roleIds.buyer,
	waiting: 4,
};

const alert = (name: string, says: string, of: Alert): State => ({
	name: `alert/${name}`,
	says,
	most: 5,
	show: (t) => alertView(t, of),
});

export const alertSurface: Surface = {
	title: 'First run and alerts',
	states: [
		{ name: 'first-run/owner', says: 'To the owner of the server', show: (t) => greetingView(t, guildId) },
		{ name: 'first-run/channel', says: 'Or in the server', show: (t) => greetingInChannelView(t) },
		alert('blocked', 'A role can’t be given', blocked),
		{
			name: 'alert/solved',
			says: 'The same, solved',
			show: (t) => solvedAlertView(t, blocked, now - minute),
		},
		alert('bad-key', 'The shop refuses the key', { kind: 'bad-key', problem: 'refused' }),
		alert('other-account', 'The key is another account’s', { kind: 'other-account', known: 'A', seen: 'B' }),
		alert('shop-down', 'The shop is down', { kind: 'shop-down', since: now - 20 * minute, waiting: 6 }),
		alert('store-down', 'The database fails', {
			kind: 'store-down',
			since: now - 5 * minute,
			reason: 'SQLITE_FULL',
		}),
		alert('revoking-stopped', 'Too many refunds at once', { kind: 'revoking-stopped', limit: 20 }),
		alert('audit-unwritable', 'The audit channel can’t be written in', {
			kind: 'audit-unwritable',
			channelId: channelIds.audit,
			lacks: ['SendMessages'],
		}),
		alert('unserved', 'In a server that isn’t served', { kind: 'unserved', guildId, name: 'Lantern Den' }),
		alert('damaged', 'A stored record is damaged', { kind: 'damaged' }),
		{ name: 'alert/goes-on', says: 'After *Go on*', show: (t) => alertAnswerView(t, 'goesOn') },
	],
};
