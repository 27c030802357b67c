import { PermissionFlagsBits } from 'discord.js';
import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { MemberFacts } from '../../src/servers/guild-facts.js';
import { supportStage } from '../../src/servers/support-stage.js';
import type { MemberRolesNow } from '../../src/services/moderation/moderated-roles.js';
import type { ModeratedPurchase, Moderator } from '../../src/services/moderation/moderation-outcomes.js';
import { defineCustomId, snowflake } from '../../src/ui/custom-id.js';
import { openMember, openPurchase } from '../../src/ui/entries.js';
import { listPage, maxRows, pageLine, turnButtons } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { permissionName, roleList, shownEnding } from '../../src/ui/names.js';
import { bold, button, buttons, head, notice, page, section, text } from '../../src/ui/page.js';
import { listedSupport } from '../../src/ui/support-lines.js';
import {
	capitalized,
	dotted,
	foreignLine,
	memberWithName,
	type NameOf,
	nothing,
	oneLine,
	timestamp,
} from '../../src/ui/text.js';

export const updateRoles = defineCustomId('desk-roles', z.tuple([snowflake]));
const endPause = defineCustomId('desk-pause', z.tuple([snowflake]));
export const openGive = defineCustomId('desk-give', z.tuple([snowflake]));

export function moderatorOf({ guildId, userId, rights }: Asked): Moderator {
	return {
		userId,
		guildId,
		isAdministrator: rights.isAdministrator,
		canManageRoles: rights.has(PermissionFlagsBits.ManageRoles),
		rights,
	};
}

const refusals = ['taken', 'invalid', 'limited', 'not-a-code', 'uncheckable'] as const;

/** Why an answer was a refusal. `why`: as stored with the reference; any other value is the name of an error. */
export function refusedLine(t: Translator, why: string): string {
	const known = refusals.find((each) => each === why) ?? 'error';
	return t(`desk.refused.${known}`);
}

/** Locked, revoked, no longer valid: each a line. */
export function stateLines(t: Translator, { file, holderId }: ModeratedPurchase): readonly string[] {
	return [
		...(file.locked ? [t('desk.locked')] : []),
		...(file.isRevokedByStaff ? [t('desk.revokedByStaff')] : []),
		...(file.status === 'revoked' && !file.isRevokedByStaff ? [t('desk.noLongerValid')] : []),
		...(holderId === undefined && file.claims.length === 0 ? [t('desk.nobody')] : []),
	];
}

const maxRoles = 15;

export interface MemberPage {
	readonly userId: string;
	/** Undefined if they aren't in the server. */
	readonly facts: MemberFacts | undefined;
	readonly roles: MemberRolesNow;
	/** When their pause for wrong codes ends, in milliseconds since the epoch; undefined if there is none. */
	readonly pausedUntil: number | undefined;
	/** Those held, then those formerly held, each latest first. */
	readonly purchases: readonly ModeratedPurchase[];
}

export interface MemberPageState {
	/** From 0. */
	readonly page: number;
	/** The outcome of the last act, shown at the top. */
	readonly note?: string | undefined;
	readonly nameOf: NameOf;
}

/** A member as staff see them: roles, pause, purchases. */
export function memberView(
	t: Translator,
	member: MemberPage,
	state: MemberPageState,
	rights: Pick<Moderator, 'canManageRoles'>,
	now: number,
): MessageView {
	const { userId, facts, roles, purchases, pausedUntil } = member;
	const shown = listPage(purchases, state.page, maxRows);
	const held = purchases.filter(({ holderId }) => holderId === userId).length;
	const shownName = memberWithName(userId, state.nameOf(userId));
	const lines = [
		headLine(t, member, held),
		...roleLines(t, member),
		pausedUntil !== undefined && t('desk.paused', { when: timestamp(pausedUntil, 'R') }),
		held === 0 && bold(t('desk.none', { member: shownName })),
	];
	const name = (facts && oneLine(facts.displayName)) || userId;
	return page(
		pausedUntil !== undefined || roles.missing.length > 0 || roles.isUnseen ? 'attention' : 'info',
		text(state.note),
		head([`## ${shownName}`], { url: facts?.avatarUrl, alt: t('account.avatarAlt', { name }) }),
		text(...lines),
		buttons(
			button(t('desk.button.updateRoles'), updateRoles.encode(userId)),
			rights.canManageRoles && button(t('desk.button.give'), openGive.encode(userId)),
			pausedUntil !== undefined && button(t('desk.button.endPause'), endPause.encode(userId)),
		),
		shown.entries.flatMap((about) => purchaseRow(t, about, userId, now) ?? []),
		buttons(...turnButtons(t, shown, (to) => openMember.encode(userId, to))),
		text(pageLine(t, shown)),
	);
}

function headLine(t: Translator, { facts, roles }: MemberPage, held: number): string {
	const joined = facts?.joinedAt;
	const where = roles.isThere
		? joined !== undefined && capitalized(t, t('dispute.card.joined', { when: timestamp(joined, 'R') }))
		: t('desk.notThere');
	return dotted(where, held > 0 && t('desk.count', { count: held }));
}

function roleLines(t: Translator, { roles }: MemberPage) {
	const { has, missing, isWaiting, isUnseen, mustAcceptRules } = roles;
	const some = (ids: readonly string[]): string => roleList(t, ids, maxRoles);
	const blocked = missing.flatMap(({ roleId, why }) => (why === undefined ? [] : [{ roleId, why }]));
	const others = missing.filter(({ why }) => why === undefined).map(({ roleId }) => roleId);
	return [
		isUnseen && `⚠️ ${t('finding.token.silent')}`,
		has.length > 0 && t('desk.has', { roles: some(has) }),
		...blocked.slice(0, maxRoles).map(({ roleId, why }) =>
			t(`desk.lacks.${why}`, {
				role: why === 'role-missing' ? `\`${roleId}\`` : `<@&${roleId}>`,
				permission: permissionName(t, 'ManageRoles'),
			}),
		),
		others.length > 0 &&
			t(isWaiting ? 'purchases.roles.onTheWay' : 'purchases.roles.missing', { roles: some(others) }),
		mustAcceptRules && missing.length > 0 && t('desk.roles.member-pending'),
	];
}

function purchaseRow(t: Translator, about: ModeratedPurchase, userId: string, now: number) {
	const { file, holderId, codeEnd } = about;
	const isFormer = holderId !== userId;
	const line = [
		codeEnd === undefined ? t('purchases.given') : shownEnding(codeEnd),
		isFormer ? t('desk.former') : listedSupport(t, supportStage(file.supportedUntil, now)),
	].join(' · ');
	const id = openPurchase.encode(file.hash, isFormer ? undefined : holderId);
	return section(
		[bold(foreignLine(file.item.name, 80) || nothing), line, stateLines(t, about)[0]],
		button(t('button.open'), id),
	);
}

/** Roles were synced a moment ago, or staff have reached the lookup limit. `retryAt`: milliseconds since the epoch. */
export function laterView(t: Translator, retryAt: number): MessageView {
	return notice(t('desk.later'), [t('privacy.exportLater', { when: timestamp(retryAt, 'R') })]);
}

type RolesOutcome = Awaited<ReturnType<Services['moderatedRoles']['reconcile']>>;

/** A line about an outcome for the member's page; undefined if the page already shows it. */
export function rolesNote(t: Translator, { kind }: Pick<RolesOutcome, 'kind'>) {
	return kind === 'member-pending' ? undefined : t(`desk.roles.${kind}`);
}

/** A member's page, within the limit on how many members staff look at. */
export async function memberPage(asked: Asked, services: Services, userId: string, page = 0, note?: string) {
	const { guildId, t } = asked;
	const { moderation, moderatedRoles, discord, limits, logger, clock } = services;
	const retryAt = await limits.take('whois', asked.userId);
	if (retryAt !== undefined) return laterView(t, retryAt);
	logger.info({ guildId, userId: asked.userId, memberId: userId }, 'Staff looked at a member’s purchases');
	const [facts, roles, { retryAt: pausedUntil }, purchases] = await Promise.all([
		discord.memberFacts(guildId, userId),
		moderatedRoles.of({ guildId, userId }),
		limits.look('member', userId),
		moderation.findByMember(userId),
	]);
	const member = { userId, facts, roles, pausedUntil, purchases };
	// Last, because a member of the server is now cached.
	const nameOf = await discord.namesOf([userId]);
	return memberView(t, member, { page, note, nameOf }, moderatorOf(asked), clock.now());
}

const { shows } = componentsOf<Services>('staff');

export const memberComponents = [
	shows('button', openMember, (asked, services) => memberPage(asked, services, ...asked.args)),
	shows('button', updateRoles, async (asked, services) => {
		const { guildId, t } = asked;
		const { limits, moderatedRoles } = services;
		const [userId] = asked.args;
		const retryAt = await limits.take('reconcile', `${guildId}:${userId}`);
		const note =
			retryAt === undefined
				? rolesNote(t, await moderatedRoles.reconcile({ guildId, userId }))
				: t('desk.roles.too-soon', { when: timestamp(retryAt, 'R') });
		return await memberPage(asked, services, userId, 0, note);
	}),
	shows('button', endPause, async (asked, services) => {
		const { guildId, userId: by, t } = asked;
		const [userId] = asked.args;
		await services.limits.clear('member', userId);
		services.audit.write(guildId, { kind: 'pause-ended', userId, by });
		return await memberPage(asked, services, userId, 0, t('desk.pauseEnded'));
	}),
];
