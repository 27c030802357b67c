import {
	type APIEmbed,
	type APILabelComponent,
	type APIModalInteractionResponseCallbackData,
	ButtonStyle,
	ComponentType,
	TextInputStyle,
} from 'discord.js';
import { z } from 'zod';
import { scrubCodes } from '../claims/scrub-codes.js';
import type { PanelContent, PanelOutcome } from '../guilds/panels.js';
import type { Translator } from '../i18n/translator.js';
import { button, row } from './components.js';
import { defineCustomId } from './custom-id.js';
import { embedUrl } from './links.js';
import { accent, type MessageView, noMentions, textView } from './message.js';
import { permissionNames } from './names.js';
import { openPurchases } from './purchase-ids.js';
import { cut, timestamp } from './text.js';
import { askForCode } from './verify-ids.js';

/** Below the preview: opens the modal with the panel's words. Argument: the panel's channel. */
export const askForWords = defineCustomId('panel-change', z.tuple([z.string().regex(/^\d{17,20}$/)]));
/** The modal with the panel's words. Argument: the panel's channel. */
export const sendWords = defineCustomId('panel-words', z.tuple([z.string().regex(/^\d{17,20}$/)]));

/** The text inputs of the two modals, by their custom_ids. */
export const panelInputs = { title: 'title', text: 'text', picture: 'picture' } as const;

/** Discord's limits; of the text what a modal's input takes. */
const limits = { title: 256, text: 4000, url: 2048 };
/** Of the text as it is shown. */
const longestShown = 4096;

/** What a panel shows, and what its modal begins with. */
export interface PanelWords {
	readonly title: string;
	readonly text: string;
	readonly pictureUrl: string | undefined;
}

/** The panel's words: the chosen ones, without codes, else the usual ones in the server's language. */
export function panelWords(t: Translator, { title, text, pictureUrl }: PanelContent): PanelWords {
	return {
		title: title === undefined ? t('panel.title') : scrubCodes(title),
		text: text === undefined ? t('panel.text') : scrubCodes(text),
		pictureUrl,
	};
}

/**
 * What was chosen, of what came back from the modal: words that are the usual ones stay so in every language, and a
 * code that was pasted into them goes.
 * @param words trimmed; '' stands for the usual ones
 */
export function chosenContent(t: Translator, { title, text, pictureUrl }: PanelWords): PanelContent {
	return {
		...(title !== '' && title !== t('panel.title') && { title: scrubCodes(title) }),
		...(text !== '' && text !== t('panel.text') && { text: scrubCodes(text) }),
		...(pictureUrl !== undefined && { pictureUrl }),
	};
}

/** The answer to a member who may not write in the channel: the bot does not do it for them. */
export function mayNotPostView(t: Translator, channelId: string): MessageView {
	return textView(t('panel.mayNotPost', { channel: `<#${channelId}>` }));
}

/** Masked links are shown as typed, since readers who trust the bot would follow them anywhere. */
function withoutMaskedLinks(words: string): string {
	return words.replaceAll('](', '] (');
}

/** The message with which members verify, in the server's language. The words are the server's own, and not escaped. */
export function panelView(t: Translator, content: PanelContent): MessageView {
	const verify = button(t('button.verify'), askForCode.encode(), ButtonStyle.Success);
	const mine = button(t('purchases.open'), openPurchases.encode());
	return {
		content: '',
		embeds: [panelEmbed(panelWords(t, content))],
		components: [row(verify, mine)],
		allowedMentions: noMentions,
	};
}

/** The modal in which a panel's words are changed, with those that it has. */
export function wordsModal(
	t: Translator,
	channelId: string,
	{ title, text, pictureUrl }: PanelWords,
): APIModalInteractionResponseCallbackData {
	const { title: titleId, text: textId, picture } = panelInputs;
	return {
		custom_id: sendWords.encode(channelId),
		title: t('panel.change'),
		components: [
			input(t('panel.titleLabel'), t('panel.emptyHint'), titleId, title, limits.title),
			input(t('panel.textLabel'), t('panel.emptyHint'), textId, text, limits.text, TextInputStyle.Paragraph),
			input(t('panel.pictureLabel'), t('panel.pictureHint'), picture, pictureUrl ?? '', limits.url),
		],
	};
}

/** Where the panel is, for the manager who has posted or changed it. */
export interface PanelPlace {
	readonly guildId: string;
	readonly channelId: string;
	/** Of the server's language: the preview is to be what the others see. */
	readonly panelT: Translator;
	/** What was typed for the picture is no address that Discord can show. */
	readonly isPictureBad?: boolean;
}

/** What became of a panel: with a link, a preview and the button that changes it, or with what is in the way. */
export function panelOutcomeView(t: Translator, outcome: PanelOutcome, place: PanelPlace): MessageView {
	if (outcome.kind === 'missing') return textView(t('panel.missing'));
	if (outcome.kind === 'limited')
		return textView(t('panel.limited', { when: timestamp(outcome.retryAt, 'R') }));
	const { guildId, channelId, panelT, isPictureBad = false } = place;
	if (outcome.kind === 'refused') {
		return textView(
			outcome.obstacle === 'no-channel'
				? t('panel.noChannel')
				: t('panel.noAccess', {
						channel: `<#${channelId}>`,
						permissions: permissionNames(t, ['ViewChannel', 'SendMessages', 'EmbedLinks']),
					}),
		);
	}
	const link = `https://discord.com/channels/${guildId}/${channelId}/${outcome.messageId}`;
	const done = outcome.kind === 'posted' ? t('panel.posted', { link }) : t('panel.changed', { link });
	return {
		content: isPictureBad || outcome.withoutPicture ? `${done}\n⚠️ ${t('panel.badPicture')}` : done,
		embeds: [panelEmbed(panelWords(panelT, outcome.content))],
		components: [row(button(t('panel.change'), askForWords.encode(channelId)))],
		allowedMentions: noMentions,
	};
}

function panelEmbed({ title, text, pictureUrl }: PanelWords): APIEmbed {
	const picture = embedUrl(pictureUrl);
	return {
		color: accent,
		// What is put into them makes them longer, and Discord refuses the whole message for one character too many.
		title: cut(withoutMaskedLinks(title), limits.title),
		description: cut(withoutMaskedLinks(text), longestShown),
		...(picture !== undefined && { image: { url: picture } }),
	};
}

function input(
	label: string,
	description: string,
	custom_id: string,
	value: string,
	max_length: number,
	style = TextInputStyle.Short,
): APILabelComponent {
	return {
		type: ComponentType.Label,
		label,
		description,
		component: {
			type: ComponentType.TextInput,
			custom_id,
			style,
			required: false,
			max_length,
			// Longer would be refused; it can only be from a message that somebody else made.
			value: value.slice(0, max_length),
		},
	};
}
