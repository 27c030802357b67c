import type { Translator } from '../../i18n/translator.js';
import type { MemberPage } from '../../moderation/member-page.js';
import type { ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import {
	endPause,
	holderArgument,
	openGive,
	openMember,
	openPurchase,
	pickPurchase,
	purchaseValue,
	shortHash,
	updateRoles,
} from '../custom-ids/moderation-ids.js';
import { listPage, listSelect } from '../kit/list.js';
import type { MessageView } from '../kit/message.js';
import { permissionName, roleList, shownEnding } from '../kit/names.js';
import { bold, button, buttons, head, notice, page, section, text } from '../kit/page.js';
import {
	dotted,
	foreignLine,
	memberWithName,
	type NameOf,
	nothing,
	oneLine,
	plainMoments,
	timestamp,
} from '../kit/text.js';
import { codeInList, type ModerationRights, stateLines, supportInList } from './moderation-lines.js';

const maxRoles = 15;

export interface MemberPageState {
	/** From 0. */
	readonly page: number;
	readonly former: boolean;
	/** The outcome of the last act, shown at the top. */
	readonly note?: string | undefined;
	readonly nameOf: NameOf;
}

/** A member as staff see them: roles, pause, purchases. */
export function memberView(
	t: Translator,
	member: MemberPage,
	state: MemberPageState,
	rights: ModerationRights,
	now: number,
): MessageView {
	const { userId, facts, purchases, hasFormer, pausedUntil } = member;
	const { entries, at, pages, hasRows } = listPage(purchases, state.page);
	const { former } = state;
	const turn = (to: number, label: string, withFormer = former) =>
		button(label, openMember.encode(userId, to, withFormer ? '1' : '0'));
	const shownName = memberWithName(userId, state.nameOf(userId));
	const lines = [
		headLine(t, member),
		...roleLines(t, member),
		pausedUntil !== undefined && t('desk.paused', { when: timestamp(pausedUntil, 'R') }),
		purchases.length === 0 && bold(t('desk.none', { member: shownName })),
	];
	const name = (facts && oneLine(facts.displayName)) || userId;
	return page(
		pausedUntil !== undefined || member.roles.missing.length > 0 ? 'attention' : 'info',
		text(state.note),
		head([`## ${shownName}`], { url: facts?.avatarUrl, alt: t('account.avatarAlt', { name }) }),
		text(...lines),
		buttons(
			button(t('desk.button.updateRoles'), updateRoles.encode(userId)),
			rights.canManageRoles && button(t('desk.button.give'), openGive.encode(userId)),
			pausedUntil !== undefined && button(t('desk.button.endPause'), endPause.encode(userId)),
		),
		hasRows
			? entries.flatMap((about) => purchaseRow(t, about, userId, now) ?? [])
			: purchaseSelect(t, entries, userId, now),
		buttons(
			at > 0 && turn(at - 1, t('page.previous')),
			at < pages - 1 && turn(at + 1, t('page.next')),
			hasFormer && turn(0, t(former ? 'desk.button.hideFormer' : 'desk.button.showFormer'), !former),
		),
		pages > 1 && text(t('page.of', { page: at + 1, pages })),
	);
}

function headLine(t: Translator, { facts, purchases, roles }: MemberPage): string {
	const joined = facts?.joinedAt;
	const where = roles.isThere
		? joined !== undefined && t('desk.joined', { when: timestamp(joined, 'R') })
		: t('desk.notThere');
	return dotted(where, t('desk.count', { count: purchases.length }));
}

function roleLines(t: Translator, { roles }: MemberPage): readonly string[] {
	const { has, missing, isPending, mustAcceptRules } = roles;
	const some = (ids: readonly string[]): string => roleList(t, ids, maxRoles);
	const blocked = missing.flatMap(({ roleId, why }) => (why === undefined ? [] : [{ roleId, why }]));
	const others = missing.filter(({ why }) => why === undefined).map(({ roleId }) => roleId);
	return [
		...(has.length > 0 ? [t('desk.has', { roles: some(has) })] : []),
		...blocked.slice(0, maxRoles).map(({ roleId, why }) =>
			t(`desk.lacks.${why}`, {
				role: why === 'role-missing' ? `\`${roleId}\`` : `<@&${roleId}>`,
				permission: permissionName(t, 'ManageRoles'),
			}),
		),
		...(others.length > 0
			? [t(isPending ? 'purchases.rolesOnTheWay' : 'purchases.rolesMissing', { roles: some(others) })]
			: []),
		...(mustAcceptRules && missing.length > 0 ? [t('desk.roles.member-pending')] : []),
	];
}

function purchaseRow(t: Translator, about: ModeratedPurchase, userId: string, now: number) {
	const { file, holderId, codeEnd } = about;
	const isFormer = holderId !== userId;
	const line = [
		codeInList(t, { licenseType: file.licenseType, codeEnd }),
		isFormer ? t('desk.former') : supportInList(t, file.supportedUntil, now),
	].join(' · ');
	const id = openPurchase.encode(shortHash(file.hash), holderArgument(isFormer ? undefined : holderId));
	return section(
		[bold(foreignLine(file.item.name, 80) || nothing), line, stateLines(t, about)[0]],
		button(t('button.open'), id),
	);
}

function purchaseSelect(t: Translator, purchases: readonly ModeratedPurchase[], userId: string, now: number) {
	const moments = plainMoments(t.language, now);
	const options = purchases.map((about) => {
		const { file, holderId, codeEnd } = about;
		const isFormer = holderId !== userId;
		const parts = [
			codeEnd === undefined ? t('purchases.given') : shownEnding(codeEnd),
			stateLines(t, about)[0] ??
				(isFormer ? t('desk.former') : supportInList(t, file.supportedUntil, now, moments)),
		];
		return {
			label: oneLine(file.item.name),
			description: parts.join(' · '),
			value: purchaseValue(file.hash, isFormer ? undefined : holderId),
		};
	});
	return listSelect(pickPurchase.encode(), options, t('purchases.choose'));
}

/** Roles were synced a moment ago, or staff have reached the lookup limit. `retryAt`: milliseconds since the epoch. */
export function laterView(t: Translator, retryAt: number): MessageView {
	return notice(t('desk.later'), [t('privacy.exportLater', { when: timestamp(retryAt, 'R') })]);
}

/** The outcome of syncing a member's roles. */
export type RolesOutcome =
	| { readonly kind: 'granted' | 'blocked' | 'member-left' | 'member-pending' | 'waiting' }
	| { readonly kind: 'too-soon'; readonly retryAt: number };

/** @returns a line about it for the member's page, or undefined if the page already shows it */
export function rolesNote(t: Translator, outcome: RolesOutcome): string | undefined {
	if (outcome.kind === 'member-pending') return undefined;
	return outcome.kind === 'too-soon'
		? t('desk.roles.too-soon', { when: timestamp(outcome.retryAt, 'R') })
		: t(`desk.roles.${outcome.kind}`);
}
