import {
	type APIComponentInModalActionRow,
	type APILabelComponent,
	type APIModalInteractionResponseCallbackData,
	ComponentType,
	TextInputStyle,
} from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import type { ModerationAction } from '../../moderation/proposals.js';
import { moderationFields } from '../custom-ids/moderation-ids.js';
import { select } from '../kit/components.js';
import { cut, nothing, oneLine } from '../kit/text.js';
import { moderatedPurchaseText } from './moderation-text.js';

/** Of a reason, in characters. */
export const longestReason = 300;
/** Discord's limit for a select. */
export const mostChoices = 25;

export type Act = Exclude<ModerationAction, 'give'>;

/** What an act does, in a sentence. `member`: the holder, as the server's members see them. */
export function effectOf(t: Translator, act: Act, about: ModeratedPurchase, member: string): string {
	if (act === 'unlink' && about.file.isGiven) return t('desk.effect.unlinkGiven', { member });
	return t(`desk.effect.${act}`, { it: moderatedPurchaseText(about), member });
}

const reasonField = (t: Translator): APILabelComponent =>
	label(t('desk.field.reason'), {
		type: ComponentType.TextInput,
		custom_id: moderationFields.reason,
		style: TextInputStyle.Short,
		required: true,
		max_length: longestReason,
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

const said = (content: string) => ({ type: ComponentType.TextDisplay as const, content });

/** The form of an act, opened from a purchase's page. It is what the page is the question for. */
export function actModal(
	t: Translator,
	customId: string,
	act: Act,
	about: { readonly it: string; readonly member: string },
): APIModalInteractionResponseCallbackData {
	return {
		custom_id: customId,
		title: t(`desk.act.${act}`),
		components: [
			said(t(`desk.effect.${act}`, about)),
			...(act === 'move' ? [memberField(t)] : []),
			reasonField(t),
		],
	};
}

/** The form for a purchase without a code. */
export function giveModal(
	t: Translator,
	customId: string,
	/** At most 25 items: they are chosen from a list; undefined: there are more, and one is named. */
	items: readonly { readonly id: number; readonly name: string }[] | undefined,
): APIModalInteractionResponseCallbackData {
	const item =
		items === undefined || items.length === 0 || items.length > mostChoices
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
						items.map(({ id, name }) => ({ label: cut(oneLine(name) || nothing, 100), value: String(id) })),
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
	return {
		custom_id: customId,
		title: t('desk.act.give'),
		components: [said(t('desk.effect.give')), item, days, reasonField(t)],
	};
}

/** The form for linking a code that was looked up to a member's account. */
export function giveCodeModal(t: Translator, customId: string): APIModalInteractionResponseCallbackData {
	return {
		custom_id: customId,
		title: t('desk.act.give'),
		components: [said(t('desk.effect.giveCode')), memberField(t), reasonField(t)],
	};
}

/** The form for blocking a code that was looked up. */
export function blockModal(t: Translator, customId: string): APIModalInteractionResponseCallbackData {
	return {
		custom_id: customId,
		title: t('desk.act.revoke'),
		components: [said(t('desk.effect.revoke')), reasonField(t)],
	};
}
