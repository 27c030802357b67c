import { z } from 'zod';
import type { Translator } from '../../i18n/translator.js';
import type { Alert, FirstMembers, RolesBlocked } from '../../notifications/alert.js';
import { defineCustomId, snowflake } from '../custom-id.js';
import { contentView, type MessageView } from '../message.js';
import { permissionName, permissionNames } from '../names.js';
import { button, buttons, danger, linkButton, notice, primary, row } from '../page.js';
import { cut, foreignLine, nothing, oneLine, sentences, timestamp } from '../text.js';

export const checkRolesAgain = defineCustomId('alert-check');
/** Accepts the key's account. Argument: the first letters of its user name, which may have changed since. */
export const acceptAccount = defineCustomId('alert-accept', z.tuple([z.string().max(60)]));
/** Allows the same number of purchases again to become invalid today. */
export const goOnRevoking = defineCustomId('alert-go-on');
/** Lets no more become invalid today. */
export const stayStopped = defineCustomId('alert-stay');

/** A user name as an argument of `acceptAccount`. */
export function accountMark(username: string): string {
	return encodeURIComponent(username.replaceAll(/\p{Cs}/gu, '\ufffd')).slice(0, 60);
}

/** An alert as a line, with buttons to solve it. */
export function alertView(t: Translator, alert: Alert): MessageView {
	const buttons = actsOn(t, alert);
	return {
		...contentView(lineOf(t, alert)),
		...(buttons.length > 0 && { components: [row(...buttons)] }),
	};
}

/** An alert after its solution. `solvedAt`: milliseconds since the epoch. */
export function solvedAlertView(t: Translator, alert: Alert, solvedAt: number): MessageView {
	const solved = t('alert.solved', { when: timestamp(solvedAt, 'R') });
	return { ...contentView(`${solved} · ${sayingOf(t, alert)}`), components: [] };
}

/** The answer to a button below an alert. */
export function alertAnswerView(
	t: Translator,
	answer:
		| 'solvedNow'
		| 'stillThere'
		| 'accepted'
		| 'operatorOnly'
		| 'goesOn'
		| 'stays'
		| 'left'
		| 'left-public'
		| 'served',
): MessageView {
	if (answer !== 'left-public') return notice(t(`alert.${answer}`));
	const portal = linkButton(t('alert.where'), 'https://discord.com/developers/applications');
	return notice(t('alert.left'), [t('alert.stillPublic')], buttons(portal));
}

function lineOf(t: Translator, alert: Alert): string {
	const symbol = alert.kind === 'bad-key' || alert.kind === 'other-account' ? '🔑' : symbols[alert.kind];
	const parts = [sayingOf(t, alert), waitingOf(t, alert), todoOf(t, alert)];
	return `${symbol ?? '⚠️'} ${sentences(t, parts)}`;
}

const symbols: Partial<Record<Alert['kind'], string>> = { 'shop-down': '⏳' };

function sayingOf(t: Translator, alert: Alert): string {
	switch (alert.kind) {
		case 'roles-blocked':
			return blockedText(t, alert, 'says');
		case 'bad-key':
			return t(`alert.badKey.${alert.problem}`);
		case 'other-account':
			return t('alert.otherAccount', { known: shopName(alert.known), seen: shopName(alert.seen) });
		case 'shop-down':
			return sentences(t, [
				t('alert.shopDown', { when: timestamp(alert.since, 'R') }),
				...(alert.reason === undefined
					? []
					: [t('finding.reason', { reason: foreignLine(alert.reason, 100) })]),
			]);
		case 'store-down':
			return t('alert.storeDown', {
				when: timestamp(alert.since, 'R'),
				reason: foreignLine(alert.reason, 100),
			});
		case 'revoking-stopped':
			return t('alert.revokingStopped', { limit: alert.limit });
		case 'audit-unwritable': {
			const { channelId, lacks, isThere = false } = alert;
			if (lacks.length === 0) return isThere ? t('alert.auditRefuses', { channelId }) : t('alert.auditGone');
			return t('alert.auditUnwritable', { channelId, permissions: permissionNames(t, lacks) });
		}
		case 'unserved':
			return t('alert.unserved', { server: foreignLine(alert.name, 100) || nothing });
		case 'clock-off':
			return t('alert.clockOff', { minutes: alert.minutes });
		case 'damaged':
			return t('alert.damaged');
		case 'answered-elsewhere':
			return t('alert.answeredElsewhere');
		case 'members-intent':
			return t('alert.membersIntent');
		case 'empty-store':
			return t('alert.emptyStore');
		case 'restored':
			return restoredText(t, alert);
	}
}

function restoredText(t: Translator, alert: Extract<Alert, { kind: 'restored' }>): string {
	const { madeAt, lost, gained, isComplete } = alert;
	return sentences(t, [
		t('alert.restored', { when: timestamp(madeAt, 'f') }),
		...(lost.named.length > 0 ? [t('alert.restoredLost', { members: membersText(t, lost) })] : []),
		...(gained.named.length > 0 ? [t('alert.restoredGained', { members: membersText(t, gained) })] : []),
		...(isComplete ? [] : [t('alert.restoredUnread')]),
	]);
}

function membersText(t: Translator, { named, more }: FirstMembers): string {
	const mentions = named.map((id) => `<@${id}>`);
	return t.list(more > 0 ? [...mentions, t('list.more', { count: more })] : mentions);
}

function waitingOf(t: Translator, alert: Alert): string {
	if (!('waiting' in alert) || alert.waiting === 0) return '';
	return t('alert.waiting', { count: alert.waiting });
}

/** The next step; '' if the problem's sentence contains it. */
function todoOf(t: Translator, alert: Alert): string {
	switch (alert.kind) {
		case 'roles-blocked':
			return blockedText(t, alert, 'todo');
		case 'bad-key':
			return t(`alert.badKey.${alert.problem}Todo`);
		case 'shop-down':
			return t('alert.shopDownTodo');
		case 'store-down':
			return t('finding.store.todo');
		case 'unserved':
			return t('alert.unservedTodo');
		default:
			return '';
	}
}

function blockedText(t: Translator, { obstacle, roleId }: RolesBlocked, part: 'says' | 'todo'): string {
	const role = roleId === undefined ? nothing : `<@&${roleId}>`;
	if (obstacle === 'role-missing' && roleId === undefined) return t(`alert.role.unset.${part}`);
	return t(`alert.role.${obstacle}.${part}`, { role, permission: permissionName(t, 'ManageRoles') });
}

function actsOn(t: Translator, alert: Alert) {
	switch (alert.kind) {
		case 'roles-blocked':
			return [button(t('button.checkAgain'), checkRolesAgain.encode())];
		case 'other-account': {
			const label = cut(t('alert.accept', { account: oneLine(alert.seen) || nothing }), 80);
			return [button(label, acceptAccount.encode(accountMark(alert.seen)))];
		}
		case 'revoking-stopped':
			return [
				primary(button(t('alert.goOn'), goOnRevoking.encode())),
				button(t('alert.stayStopped'), stayStopped.encode()),
			];
		case 'unserved':
			return [leaveButton(t, alert)];
		default:
			return [];
	}
}

function shopName(username: string): string {
	return foreignLine(username, 100) || nothing;
}

/** Leaves an unserved server. Argument: its id. */
export const leaveServer = defineCustomId('alert-leave', z.tuple([snowflake]));

/** The button that leaves an unserved server. `name`: untrusted text. */
export function leaveButton(
	t: Translator,
	{ guildId, name }: { readonly guildId: string; readonly name: string },
) {
	const label = cut(t('alert.leave', { server: oneLine(name) || guildId }), 80);
	return danger(button(label, leaveServer.encode(guildId)));
}
