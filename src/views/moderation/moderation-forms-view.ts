import {
	type APIComponentInModalActionRow,
	type APILabelComponent,
	type APIModalInteractionResponseCallbackData,
	ComponentType,
	TextInputStyle,
} from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { PurchaseLabels } from '../../moderation/form-labels.js';
import { moderationFields } from '../custom-ids/moderation-ids.js';
import { select } from '../kit/page.js';
import { cut, foreignLine, nothing, oneLine } from '../kit/text.js';
import { type Act, type ActSubject, consequenceOf, formTitle } from './act-texts.js';
import { purchaseText } from './moderation-text.js';

/** Limit for a reason, in characters. */
export const maxReasonLength = 300;
/** Discord's limit for a select. */
const maxChoices = 25;
const maxNameLength = 60;

const reasonField = (t: Translator): APILabelComponent =>
	label(t('desk.field.reason'), {
		type: ComponentType.TextInput,
		custom_id: moderationFields.reason,
		style: TextInputStyle.Short,
		required: true,
		max_length: maxReasonLength,
	});

const memberField = (t: Translator): APILabelComponent =>
	label(t('desk.field.member'), {
		type: ComponentType.UserSelect,
		custom_id: moderationFields.member,
		required: true,
	});

function label(
	text: string,
	component: APILabelComponent['component'] | APIComponentInModalActionRow,
	description?: string,
): APILabelComponent {
	return {
		type: ComponentType.Label,
		label: text,
		component: component as APILabelComponent['component'],
		...(description !== undefined && { description }),
	};
}

const said = (content: string) =>
	content === '' ? [] : [{ type: ComponentType.TextDisplay as const, content }];

/**
 * The modal of an act, opened from a purchase's page. It also serves as the confirmation.
 * @param labels undefined if this process hasn't shown the page
 */
export function actModal(
	t: Translator,
	customId: string,
	act: Act,
	labels: PurchaseLabels | undefined,
): APIModalInteractionResponseCallbackData {
	return {
		custom_id: customId,
		title: formTitle(t, act, labels),
		components: [
			...said(consequenceOf(t, act, labels && subjectOf(labels))),
			...(act === 'move' ? [memberField(t)] : []),
			reasonField(t),
		],
	};
}

function subjectOf(labels: PurchaseLabels): ActSubject {
	return {
		...labels,
		it: purchaseText(labels),
		member: foreignLine(labels.holderName ?? '', maxNameLength) || undefined,
	};
}

/**
 * The modal for a purchase without a code.
 * @param name the member's display name, untrusted text; undefined if this process hasn't shown their page
 * @param items at most 25, as a list; undefined if there are more, so that the name is typed
 */
export function giveModal(
	t: Translator,
	customId: string,
	name: string | undefined,
	items: readonly { readonly id: number; readonly name: string }[] | undefined,
): APIModalInteractionResponseCallbackData {
	const item =
		items === undefined || items.length === 0 || items.length > maxChoices
			? label(
					t('desk.field.item'),
					{
						type: ComponentType.TextInput,
						custom_id: moderationFields.item,
						style: TextInputStyle.Short,
						required: true,
						max_length: 200,
					},
					t('desk.field.itemHint'),
				)
			: label(
					t('desk.field.item'),
					select(
						moderationFields.item,
						items.map(({ id, name: itemName }) => ({
							label: cut(oneLine(itemName) || nothing, 100),
							value: String(id),
						})),
					),
				);
	const days = label(
		t('desk.field.days'),
		{
			type: ComponentType.TextInput,
			custom_id: moderationFields.days,
			style: TextInputStyle.Short,
			required: false,
			max_length: 6,
		},
		t('desk.field.daysHint'),
	);
	const member = foreignLine(name ?? '', maxNameLength);
	return {
		custom_id: customId,
		title: t('desk.button.give'),
		components: [
			...said(member === '' ? '' : t('desk.effect.giveTo', { member })),
			item,
			days,
			reasonField(t),
		],
	};
}

/**
 * The modal for linking a code that was looked up to a member's account.
 * @param labels undefined if this process hasn't looked it up
 */
export function giveCodeModal(
	t: Translator,
	customId: string,
	labels: PurchaseLabels | undefined,
): APIModalInteractionResponseCallbackData {
	return {
		custom_id: customId,
		title: formTitle(t, 'give', labels),
		components: [...said(t('desk.effect.giveCode')), memberField(t), reasonField(t)],
	};
}

/** The modal for blocking a code that was looked up. `labels`: as in `giveCodeModal`. */
export function blockModal(
	t: Translator,
	customId: string,
	labels: PurchaseLabels | undefined,
): APIModalInteractionResponseCallbackData {
	return actModal(t, customId, 'revoke', labels);
}
