import { type APILabelComponent, ComponentType } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { FormLabel } from '../../moderation/form-labels.js';
import type { Carried, ModerationAction } from '../../moderation/moderation-outcomes.js';
import {
	holderArgument,
	moderationFields,
	openLookUp,
	openPurchase,
	shortHash,
	undoChange,
} from '../custom-ids/moderation-ids.js';
import { field, form } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { firstNames, permissionName, withEnding } from '../kit/names.js';
import { bold, button, buttons, notice, page, select, small, text } from '../kit/page.js';
import { cut, type NameOf, nothing, oneLine, sentences, timestamp } from '../kit/text.js';
import { memberText, moderationEventText, purchaseText } from './moderation-text.js';

export interface CarriedContext {
	readonly nameOf?: NameOf;
	/** The custom_id that opens the modal again, if a refusal can be corrected there. */
	readonly change?: string;
}

/** The outcome of an act, with the button that undoes it. */
export function carriedView(
	t: Translator,
	carried: Carried,
	{ nameOf, change }: CarriedContext = {},
): MessageView {
	if (carried.kind !== 'done') return refusedView(t, carried, change);
	const { event, undo } = carried;
	const holder = event.deed === 'unlinked' ? undefined : (event.toUserId ?? event.memberId);
	const open = button(
		t('desk.button.openPurchase'),
		openPurchase.encode(
			shortHash(event.hash),
			holderArgument(/^\d+$/.test(holder ?? '') ? holder : undefined),
		),
	);
	if (event.deed === 'undid') {
		return page('done', text(bold(t('desk.undone', { by: memberText(t, event.by, nameOf) }))), buttons(open));
	}
	return page(
		'done',
		text(
			`✅ ${moderationEventText(t, event, nameOf)}`,
			undo && small(t('desk.undoEnds', { when: timestamp(undo.until, 'R') })),
		),
		buttons(undo && button(t('button.undo'), undoChange.encode(shortHash(event.hash), undo.revision)), open),
	);
}

function refusedView(
	t: Translator,
	refused: Exclude<Carried, { kind: 'done' }>,
	change: string | undefined,
): MessageView {
	const values = {
		permission: permissionName(t, 'ManageRoles'),
		role: 'roleId' in refused ? `<@&${refused.roleId}>` : '',
		when: 'retryAt' in refused ? timestamp(refused.retryAt, 'R') : '',
	};
	const isFixable = fixable.has(refused.kind);
	return notice(
		`⛔ ${t(`moderation.hindrance.${refused.kind}`, values)}`,
		[],
		buttons(
			isFixable && change !== undefined && button(t('button.change'), change),
			button(t('button.lookUp'), openLookUp.encode()),
		),
	);
}

/** Refusals that another choice in the modal can correct. */
const fixable: ReadonlySet<Carried['kind']> = new Set<Carried['kind']>([
	'already-held',
	'is-bot',
	'not-a-member',
	'own-case',
	'discord-silent',
	'unknown-item',
	'role-above',
]);

export type Act = Exclude<ModerationAction, 'give'>;

/** Limit for a reason, in characters. */
export const maxReasonLength = 300;
/** Discord's limit for a select. */
const maxChoices = 25;
/** Discord's limit for the title of a modal. */
const maxTitle = 45;

export const reasonField = (t: Translator): APILabelComponent =>
	field({
		id: moderationFields.reason,
		label: t('desk.field.reason'),
		isRequired: true,
		longest: maxReasonLength,
	});

const memberField = (t: Translator): APILabelComponent => ({
	type: ComponentType.Label,
	label: t('desk.field.member'),
	component: { type: ComponentType.UserSelect, custom_id: moderationFields.member, required: true },
});

/**
 * The modal of an act, opened from a purchase's page. It also serves as the confirmation.
 * @param holderId undefined if no member has the purchase
 * @param label undefined if this process hasn't shown the page
 */
export function actModal(
	t: Translator,
	customId: string,
	act: Act,
	holderId: string | undefined,
	label: FormLabel | undefined,
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

/** Who loses or gets back what by an act; '' if nobody does. */
export function losesOf(
	t: Translator,
	act: Act | 'leave',
	holderId: string | undefined,
	label: FormLabel | undefined,
): string {
	const { holderCount = 0, roleIds = [] } = label ?? {};
	if (act === 'revoke' && holderCount > 1) return t('desk.loseAll', { count: holderCount });
	const isOfOne = act === 'move' || act === 'unlink';
	if (label === undefined || holderId === undefined || (holderCount > 1 && !isOfOne)) return '';
	const [member, it] = [memberText(t, holderId), purchaseText(label)];
	const mentions = roleIds.map((roleId) => `<@&${roleId}>`);
	const roles = mentions.length === 0 ? undefined : firstNames(t, mentions, maxRoles);
	if (act === 'lock' || act === 'unlock' || act === 'leave') return t('desk.keeps', { member, it });
	if (act === 'unlink' || act === 'revoke') return t('desk.loses', { member, roles: roles ?? it });
	if (roles === undefined || act === 'free') return '';
	return t(act === 'move' ? 'desk.loses' : 'desk.getsBack', { member, roles });
}

function effectOf(
	t: Translator,
	act: Act,
	holderId: string | undefined,
	label: FormLabel | undefined,
): string {
	// Given by staff: there is no code to become free.
	if (act === 'unlink' && label !== undefined && label.codeEnd === undefined) return '';
	if (act !== 'move') return t(`desk.effect.${act}`);
	if (label === undefined || holderId === undefined) return '';
	return t('desk.effect.move', { it: purchaseText(label), member: memberText(t, holderId) });
}

/** The act, the item, cut to fit, and the end of the code. */
function formTitle(t: Translator, act: ModerationAction, label: FormLabel | undefined): string {
	if (label === undefined) return act === 'give' ? t('desk.button.give') : t(`desk.act.${act}`);
	const titled = (item: string): string => t(`desk.form.${act}`, { it: withEnding(item, label.codeEnd) });
	const room = Math.max(1, maxTitle - titled('').length);
	return titled(cut(oneLine(label.itemName) || nothing, room));
}

/**
 * The modal for a purchase without a code.
 * @param items at most 25, as a list; undefined if there are more, so that the name is typed
 */
export function giveModal(
	t: Translator,
	customId: string,
	memberId: string,
	items: readonly { readonly id: number; readonly name: string }[] | undefined,
) {
	const { days } = moderationFields;
	return form(
		customId,
		t('desk.button.give'),
		text(t('desk.effect.giveTo', { member: memberText(t, memberId) })),
		itemField(t, items),
		field({ id: days, label: t('desk.field.days'), hint: t('desk.field.daysHint'), longest: 6 }),
		reasonField(t),
	);
}

function itemField(t: Translator, items: Parameters<typeof giveModal>[3] = []): APILabelComponent {
	const id = moderationFields.item;
	const label = t('desk.field.item');
	if (items.length === 0 || items.length > maxChoices) {
		return field({ id, label, hint: t('desk.field.itemHint'), isRequired: true, longest: 200 });
	}
	const options = items.map((item) => ({
		label: cut(oneLine(item.name) || nothing, 100),
		value: String(item.id),
	}));
	return { type: ComponentType.Label, label, component: select(id, options) };
}

/**
 * The modal for linking a code that was looked up to a member's account.
 * @param label undefined if this process hasn't looked it up
 */
export function giveCodeModal(t: Translator, customId: string, label: FormLabel | undefined) {
	const title = formTitle(t, 'give', label);
	return form(customId, title, text(t('desk.effect.giveCode')), memberField(t), reasonField(t));
}
