import { z } from 'zod';
import type { MessageKey } from '../../i18n/messages.js';
import type { Translator } from '../../i18n/translator.js';
import type { Alert, FirstMembers } from '../../messages/alerts.js';
import type { RoleObstacle } from '../../servers/role-obstacle.js';
import { defineCustomId, snowflake } from '../custom-id.js';
import { contentView, type MessageView } from '../message.js';
import { permissionName, permissionNames } from '../names.js';
import { button, danger, notice, primary, row } from '../page.js';
import { cut, foreignLine, nothing, oneLine, sentences, timestamp } from '../text.js';

export const checkRolesAgain = defineCustomId('alert-check');
/** Accepts the key's account. Argument: the first letters of its user name, which may have changed since. */
export const acceptAccount = defineCustomId('alert-accept', z.tuple([z.string().max(60)]));
/** Allows the same number of purchases again to become invalid today. */
export const goOnRevoking = defineCustomId('alert-go-on');
/** Lets no more become invalid today. */
export const stayStopped = defineCustomId('alert-stay');
/** Leaves an unserved server. Argument: its id. */
export const leaveServer = defineCustomId('alert-leave', z.tuple([snowflake]));

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
	answer: 'solvedNow' | 'stillThere' | 'accepted' | 'operatorOnly' | 'goesOn' | 'stays' | 'left' | 'served',
): MessageView {
	return notice(t(`alert.${answer}`));
}

function lineOf(t: Translator, alert: Alert): string {
	const symbol = symbols[alert.kind] ?? '⚠️';
	const waiting = 'waiting' in alert && alert.waiting > 0 && t('alert.waiting', { count: alert.waiting });
	return `${symbol} ${sentences(t, [sayingOf(t, alert), waiting, todoOf(t, alert)])}`;
}

const symbols: Partial<Record<Alert['kind'], string>> = {
	'bad-key': '🔑',
	'other-account': '🔑',
	'shop-down': '⏳',
};

function sayingOf(t: Translator, alert: Alert): string {
	switch (alert.kind) {
		case 'roles-blocked':
		case 'bad-key':
			// A finding has no full stop.
			return t('setup.trouble', { before: foundTexts(t, alert).says, after: '' }).trim();
		case 'other-account':
			return t('alert.other-account', { known: shopName(alert.known), seen: shopName(alert.seen) });
		case 'shop-down': {
			const reason = foreignLine(alert.reason ?? '', 100);
			const says = t('alert.shop-down', { when: timestamp(alert.since, 'R') });
			return sentences(t, [says, reason && t('finding.reason', { reason })]);
		}
		case 'store-down': {
			const reason = foreignLine(alert.reason, 100);
			return t('alert.store-down', { when: timestamp(alert.since, 'R'), reason });
		}
		case 'audit-unwritable': {
			const permissions = permissionNames(t, ['ViewChannel', 'SendMessages']);
			const says = t('alert.auditUnwritable', { channelId: alert.channelId, permissions });
			return sentences(t, [says, t('alert.auditRefuses')]);
		}
		case 'unserved':
			return t('alert.unserved', { server: foreignLine(alert.name, 100) || nothing });
		case 'restored':
			return restoredText(t, alert);
		case 'revoking-stopped':
		case 'clock-off':
		case 'damaged':
		case 'answered-elsewhere':
		case 'members-intent':
		case 'empty-store':
			return t(`alert.${alert.kind}`, alert);
	}
}

function restoredText(t: Translator, alert: Extract<Alert, { kind: 'restored' }>): string {
	const { madeAt, lost, gained, isComplete } = alert;
	return sentences(t, [
		t('alert.restored', { when: timestamp(madeAt, 'f') }),
		lost.named.length > 0 && t('alert.restoredLost', { members: membersText(t, lost) }),
		gained.named.length > 0 && t('alert.restoredGained', { members: membersText(t, gained) }),
		!isComplete && t('alert.restoredUnread'),
	]);
}

function membersText(t: Translator, { named, more }: FirstMembers): string {
	const mentions = named.map((id) => `<@${id}>`);
	return t.list(more > 0 ? [...mentions, t('list.more', { count: more })] : mentions);
}

/** The next step; '' if the problem's sentence contains it. */
function todoOf(t: Translator, alert: Alert): string {
	switch (alert.kind) {
		case 'roles-blocked':
		case 'bad-key':
			return foundTexts(t, alert).todo;
		case 'shop-down':
			return t('alert.shopDownTodo');
		case 'store-down':
			return t('finding.store.todo');
		case 'unserved':
			return t('finding.publicBot.todo');
		default:
			return '';
	}
}

/** Why a role can't be given and what to do, in the words of `/doctor`. */
const blocked = {
	'missing-permission': ['finding.manageRoles.says', 'finding.manageRoles.todo'],
	'role-too-high': ['alert.blocked.role-too-high', 'alert.blocked.drag'],
	'role-missing': ['finding.role.missing', 'finding.chooseAnotherRole'],
	'role-not-assignable': ['finding.role.managed', 'finding.chooseAnotherRole'],
	'role-powerful': ['alert.blocked.role-powerful', 'finding.rolesHarmless.todo'],
	refused: ['alert.blocked.refused', 'alert.blocked.proxy'],
	'guild-gone': ['alert.blocked.guild-gone', 'alert.blocked.invite'],
} as const satisfies Record<RoleObstacle, readonly [says: MessageKey, todo: MessageKey]>;

/** A problem that `/doctor` finds as well, and its fix. */
function foundTexts(t: Translator, alert: Extract<Alert, { kind: 'roles-blocked' | 'bad-key' }>) {
	if (alert.kind === 'bad-key')
		return { says: t(`finding.key.${alert.problem}.says`), todo: t(`finding.key.${alert.problem}.todo`) };
	const { obstacle, roleId } = alert;
	const isMissing = obstacle === 'role-missing';
	if (isMissing && roleId === undefined)
		return { says: t('finding.buyerRole.says'), todo: t('finding.buyerRole.todo') };
	const role = roleId === undefined ? nothing : isMissing ? `\`${roleId}\`` : `<@&${roleId}>`;
	const [says, todo] = blocked[obstacle];
	const values = { role, permission: permissionName(t, 'ManageRoles') };
	return { says: t(says, values), todo: t(todo, values) };
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
		case 'unserved': {
			const label = cut(t('alert.leave', { server: oneLine(alert.name) || alert.guildId }), 80);
			return [danger(button(label, leaveServer.encode(alert.guildId)))];
		}
		default:
			return [];
	}
}

function shopName(username: string): string {
	return foreignLine(username, 100) || nothing;
}
