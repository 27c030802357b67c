import { ComponentType } from 'discord.js';
import { z } from 'zod';
import { scrubCodes } from '../../src/claims/scrub-codes.js';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf, openForm, outdated } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Act, Carried } from '../../src/services/moderation/moderation-outcomes.js';
import { defineCustomId, snowflake, wholeNumber } from '../../src/ui/custom-id.js';
import { lookUp, openMember, openPurchase, purchaseArgs, undoChange } from '../../src/ui/entries.js';
import { field, form, labelled } from '../../src/ui/form.js';
import type { MessageView } from '../../src/ui/message.js';
import { permissionName, roleList, withEnding } from '../../src/ui/names.js';
import { bold, button, buttons, notice, page, small, text } from '../../src/ui/page.js';
import { maxReasonLength, memberText, moderationEventText, purchaseText } from '../../src/ui/staff-texts.js';
import { cut, type NameOf, nothing, oneLine, sentences, timestamp } from '../../src/ui/text.js';
import { itemIdOf } from '../items/find.js';
import { moderatorOf, openGive } from './member.js';
import { chooseAct } from './purchase.js';

const act = z.enum(['move', 'unlink', 'free', 'lock', 'unlock', 'revoke', 'lift'] satisfies readonly Act[]);

/** The form for an act. Its last argument is the revision shown on the page. */
export const confirmAct = defineCustomId('desk-act', z.tuple([act, ...purchaseArgs.def.items, wholeNumber]));
/** The form for a gift. The second argument identifies one opening, so that repeated submissions give it once. */
export const sendGive = defineCustomId('desk-given', z.tuple([snowflake, snowflake]));
/** The form that gives or blocks a code that was looked up. */
export const useCode = defineCustomId(
	'desk-code',
	z.tuple([z.enum(['give', 'revoke']), z.string().regex(/^[\w-]{16,32}$/)]),
);

export const moderationFields = {
	member: 'member',
	reason: 'reason',
	item: 'item',
	days: 'days',
	lookUp: 'look-up',
} as const;

/** The purchase as a form names it. */
export interface FormLabel {
	/** Untrusted text. */
	readonly itemName: string;
	/** Undefined if there is no code. */
	readonly codeEnd: string | undefined;
	readonly holderCount?: number;
	/** The roles here that the holder has by no other purchase. */
	readonly roleIds?: readonly string[] | undefined;
}

/** Custom_ids below a refusal: of the form, which may correct it, and of the page before. */
interface Ways {
	readonly change?: string;
	readonly back?: string;
}

/** The outcome of an act, with the button that undoes it. */
export function carriedView(t: Translator, carried: Carried, ways: Ways = {}, nameOf?: NameOf): MessageView {
	if (carried.kind !== 'done') return refusedView(t, carried, ways);
	const { event, undo } = carried;
	const holder = event.deed === 'unlinked' ? undefined : (event.toUserId ?? event.memberId);
	const holderId = /^\d+$/.test(holder ?? '') ? holder : undefined;
	const open = button(t('desk.button.openPurchase'), openPurchase.encode(event.hash, holderId));
	if (event.deed === 'undid') {
		return page('done', text(bold(t('desk.undone', { by: memberText(t, event.by, nameOf) }))), buttons(open));
	}
	return page(
		'done',
		text(
			`✅ ${moderationEventText(t, event, nameOf)}`,
			undo && small(t('desk.undoEnds', { when: timestamp(undo.until, 'R') })),
		),
		buttons(undo && button(t('button.undo'), undoChange.encode(event.hash, undo.revision)), open),
	);
}

function refusedView(t: Translator, refused: Exclude<Carried, { kind: 'done' }>, { change, back }: Ways) {
	const values = {
		permission: permissionName(t, 'ManageRoles'),
		role: 'roleId' in refused ? `<@&${refused.roleId}>` : '',
		when: 'retryAt' in refused ? timestamp(refused.retryAt, 'R') : '',
	};
	const isFixable = fixable.has(refused.kind);
	return notice(
		`⛔ ${t(`moderation.hindrance.${refused.kind}`, values)}`,
		[],
		isFixable && change !== undefined && button(t('button.change'), change),
		back === undefined ? button(t('button.lookUp'), lookUp.encode()) : button(t('button.back'), back),
	);
}

/** Refusals that another choice in the modal can correct. */
const fixable: ReadonlySet<string> = new Set<Carried['kind']>([
	'already-held',
	'is-bot',
	'not-a-member',
	'own-case',
	'discord-silent',
	'unknown-item',
	'role-above',
]);

/** Discord's limit for the title of a modal. */
const maxTitle = 45;

export function reasonField(t: Translator) {
	const input = { id: moderationFields.reason, label: t('desk.field.reason') };
	return field({ ...input, isRequired: true, longest: maxReasonLength });
}

export function memberField(t: Translator, required = true) {
	const custom_id = moderationFields.member;
	return labelled(t('desk.field.member'), { type: ComponentType.UserSelect, custom_id, required });
}

/** The form for an act, which also serves as the confirmation. `holderId`: undefined if no member has the purchase. */
export function actModal(
	t: Translator,
	customId: string,
	act: Act,
	holderId: string | undefined,
	label: FormLabel,
) {
	return form(
		customId,
		formTitle(t, act, label),
		text(sentences(t, [losesOf(t, act, holderId, label), effectOf(t, act, holderId, label)])),
		act === 'move' && memberField(t),
		reasonField(t),
	);
}

/** More would fill a phone's screen. */
const maxRoles = 8;

/** The sentence about who loses something, or gets it back, by an act; '' if nobody does. */
export function losesOf(t: Translator, act: Act | 'leave', holderId: string | undefined, label: FormLabel) {
	const { holderCount = 0, roleIds = [] } = label;
	if (act === 'revoke' && holderCount > 1) return t('desk.loseAll', { count: holderCount });
	const isOfOne = act === 'move' || act === 'unlink';
	if (holderId === undefined || (holderCount > 1 && !isOfOne)) return '';
	const [member, it] = [memberText(t, holderId), purchaseText(label)];
	const roles = roleIds.length === 0 ? undefined : roleList(t, roleIds, maxRoles);
	if (act === 'lock' || act === 'unlock' || act === 'leave') return t('desk.keeps', { member, it });
	if (act === 'unlink' || act === 'revoke') return t('desk.loses', { member, roles: roles ?? it });
	if (roles === undefined || act === 'free') return '';
	return t(act === 'move' ? 'desk.loses' : 'desk.getsBack', { member, roles });
}

function effectOf(t: Translator, act: Act, holderId: string | undefined, label: FormLabel): string {
	// Given by staff: there is no code to become free.
	if (act === 'unlink' && label.codeEnd === undefined) return '';
	if (act !== 'move') return t(`desk.effect.${act}`);
	if (holderId === undefined) return '';
	return t('desk.effect.move', { it: purchaseText(label), member: memberText(t, holderId) });
}

/** The act, the item, cut to fit, and the end of the code. */
function formTitle(t: Translator, act: Act | 'give', label: FormLabel): string {
	const titled = (item: string): string => t(`desk.form.${act}`, { it: withEnding(item, label.codeEnd) });
	const room = Math.max(1, maxTitle - titled('').length);
	return titled(cut(oneLine(label.itemName) || nothing, room));
}

/** The modal for a purchase without a code. */
export function giveModal(t: Translator, customId: string, memberId: string) {
	const { item, days } = moderationFields;
	const itemInput = { id: item, label: t('desk.field.item'), hint: t('desk.field.itemHint') };
	return form(
		customId,
		t('desk.button.give'),
		text(t('desk.effect.giveTo', { member: memberText(t, memberId) })),
		field({ ...itemInput, isRequired: true, longest: 200 }),
		field({ id: days, label: t('desk.field.days'), hint: t('desk.field.daysHint'), longest: 6 }),
		reasonField(t),
	);
}

/** The form for linking a code that was looked up to a member's account. */
export function giveCodeModal(t: Translator, customId: string, label: FormLabel) {
	const title = formTitle(t, 'give', label);
	return form(customId, title, text(t('desk.effect.giveCode')), memberField(t), reasonField(t));
}

const { on, shows } = componentsOf<Services>('staff');

/**
 * The forms of moderation. Opening one has no effect; a submission is checked like any other act: every right, the
 * receiver, and that nothing has changed since the page was shown.
 */
export const actComponents = [
	on('select', chooseAct, (asked, services) => {
		const { data: chosen } = act.safeParse(asked.values[0]);
		return chosen === undefined ? outdated : openAct(asked, services, chosen, ...asked.args);
	}),
	on('button', confirmAct, (asked, services) => openAct(asked, services, ...asked.args)),
	shows('modal', confirmAct, (asked, services) => {
		const [action, hash, holderId, revision] = asked.args;
		const toUserId = action === 'move' ? memberIn(asked) : undefined;
		const request = { action, hash, holderId, toUserId, why: reasonIn(asked), revision };
		const carried = services.moderation.carryOut(request, moderatorOf(asked));
		const back = openPurchase.encode(hash, holderId);
		return carriedPage(asked, services, carried, { change: confirmAct.encode(...asked.args), back });
	}),
	// The id of this press makes a submission take effect only once, however often it arrives.
	on('button', openGive, ({ args: [userId], id, t }) =>
		openForm(giveModal(t, sendGive.encode(userId, id), userId)),
	),
	shows('modal', sendGive, (asked, services) => {
		const [toUserId, nonce] = asked.args;
		const request = { ...giftIn(asked, services), toUserId, nonce };
		const carried = services.giving.give(request, moderatorOf(asked));
		const back = openMember.encode(toUserId, 0);
		return carriedPage(asked, services, carried, { change: openGive.encode(toUserId), back });
	}),
	on('button', useCode, (asked, { giving }) => {
		const { args, t } = asked;
		const [act, lookUpId] = args;
		const formOf = (label: FormLabel) =>
			act === 'give'
				? giveCodeModal(t, useCode.encode(...args), label)
				: actModal(t, useCode.encode(...args), act, undefined, label);
		return openForm(giving.lookedUp(lookUpId, moderatorOf(asked)).then((label) => label && formOf(label)));
	}),
	shows('modal', useCode, (asked, services) => {
		const [act, lookUpId] = asked.args;
		const [why, moderator] = [reasonIn(asked), moderatorOf(asked)];
		const carried =
			act === 'give'
				? services.giving.giveLookedUp(lookUpId, { toUserId: memberIn(asked), why }, moderator)
				: services.giving.blockLookedUp(lookUpId, why, moderator);
		return carriedPage(asked, services, carried, { change: useCode.encode(...asked.args) });
	}),
	shows('button', undoChange, (asked, services) =>
		carriedPage(asked, services, services.moderation.undo(...asked.args, moderatorOf(asked))),
	),
];

function openAct(asked: Asked, services: Services, ...args: Parameters<typeof confirmAct.encode>) {
	const [act, hash, holderId] = args;
	const form = labelOf(asked, services, hash, holderId).then(
		(label) => label && actModal(asked.t, confirmAct.encode(...args), act, holderId, label),
	);
	return openForm(form);
}

/** @returns undefined if the purchase no longer exists */
export async function labelOf(
	{ guildId }: Asked,
	{ moderation, moderatedRoles }: Services,
	hash: string,
	holderId: string | undefined,
): Promise<FormLabel | undefined> {
	const [about, roles] = await Promise.all([
		moderation.findByHash(hash, holderId),
		holderId === undefined ? undefined : moderatedRoles.endedWith(hash, { guildId, userId: holderId }),
	]);
	if (about === undefined) return undefined;
	const { file, codeEnd } = about;
	return { itemName: file.item.name, codeEnd, holderCount: file.claims.length, roleIds: roles?.lost };
}

export function giftIn(asked: Asked, { catalog }: Services) {
	const { item, days } = moderationFields;
	const itemId = itemIdOf(catalog, asked.fields.text(item).trim());
	return { itemId, days: asked.fields.text(days).trim(), why: reasonIn(asked) };
}

export function reasonIn({ fields }: Asked): string {
	return scrubCodes(fields.text(moderationFields.reason));
}

/** @returns the chosen member, or undefined unless it is exactly one that Discord has resolved: modals can be forged */
export function memberIn({ fields }: Asked): string | undefined {
	const [userId, another] = fields.chosen(moderationFields.member) ?? [];
	return another === undefined ? userId : undefined;
}

export async function carriedPage(
	{ t }: Asked,
	{ discord }: Services,
	act: Promise<Carried> | Carried,
	ways?: Ways,
): Promise<MessageView> {
	const carried = await act;
	if (carried.kind !== 'done') return carriedView(t, carried, ways);
	const { by, memberId, toUserId } = carried.event;
	return carriedView(t, carried, ways, await discord.namesOf([by, memberId, toUserId]));
}
