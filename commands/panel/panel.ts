import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import { z } from 'zod';
import { scrubCodes } from '../../src/claims/scrub-codes.js';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf, openForm, privately } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { PanelContent, PanelOutcome, PanelRequest } from '../../src/services/setup/panels.js';
import { defineCustomId, snowflake } from '../../src/ui/custom-id.js';
import { openPage } from '../../src/ui/entries.js';
import { type Field, field, form, unsavedFormView, valuesArgument, valuesDigest } from '../../src/ui/form.js';
import { secureUrl } from '../../src/ui/links.js';
import type { MessageView } from '../../src/ui/message.js';
import { limits } from '../../src/ui/messages/panel.js';
import { permissionNames } from '../../src/ui/names.js';
import { button, linkButton, notice, primary } from '../../src/ui/page.js';
import { channelUrl } from '../../src/ui/place.js';
import { timestamp } from '../../src/ui/text.js';

const channel = z.tuple([snowflake]);

/** Below the answer to a manager: opens the modal with the panel's words. Argument: the panel's channel. */
export const askForWords = defineCustomId('panel-change', channel);
/** The modal with the panel's words. Arguments: the panel's channel, and the digest of the prefilled words. */
export const sendWords = defineCustomId('panel-words', z.tuple([snowflake, valuesArgument]));
/** Posts a panel after the previous one was deleted. Argument: its channel. */
export const postAgain = defineCustomId('panel-post', channel);

/** `/panel channel`: posts the message with which everyone can verify, or updates it. */
export const panel = slashCommand('panel', {
	access: 'manager',
	options: [
		{
			type: ApplicationCommandOptionType.Channel,
			...commandText('panel.channel'),
			channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
			required: true,
		},
	],
	answer(asked, { panels }: Services) {
		const channelId = asked.fields.text('channel');
		return privately(() => posted(asked, channelId, panels));
	},
});

/** @param isConfirmed the manager knows if not everyone can see the channel */
async function posted(asked: Asked, channelId: string, panels: Services['panels'], isConfirmed = false) {
	if (!asked.mayPost(channelId)) return mayNotPostView(asked.t, channelId);
	const outcome = await panels.post(panelRequest(asked, channelId), isConfirmed);
	return panelOutcomeView(asked.t, outcome, { guildId: asked.guildId, channelId });
}

export function panelRequest({ guildId, userId }: Asked, channelId: string): PanelRequest {
	return { guildId, channelId, userId };
}

const { on, shows } = componentsOf<Services>('manager');

export const panelComponents = [
	on('button', askForWords, (asked, { panels }) => {
		const { args, guildId, t, guildT } = asked;
		const [channelId] = args;
		const words = panels.contentOf({ guildId, channelId }).then((content) => panelWords(guildT, content));
		return openForm(words.then((it) => wordsModal(t, channelId, it)));
	}),
	shows('modal', sendWords, async (asked, { panels }) => {
		const { args, guildId, t, guildT } = asked;
		const [channelId, digest] = args;
		if (!asked.mayPost(channelId)) return mayNotPostView(t, channelId);
		const typed = typedWords(asked);
		const { picture } = typed;
		// Everyone can see a panel, so its image must load over an encrypted connection.
		const pictureUrl = secureUrl(picture);
		const isPictureBad = picture !== '' && pictureUrl === undefined;
		const outcome = await panels.rewrite(panelRequest(asked, channelId), (former) => {
			if (digest !== digestOf(panelWords(guildT, former))) return undefined;
			// An image that can't be shown must not lose the rest of the text.
			return contentFrom(guildT, typed, isPictureBad ? former.pictureUrl : pictureUrl);
		});
		if (outcome.kind === 'stale') return stalePanelView(t, channelId, typed);
		return panelOutcomeView(t, outcome, { guildId, channelId, isPictureBad });
	}),
	shows('button', postAgain, (asked, { panels }) => posted(asked, asked.args[0], panels, true)),
];

function typedWords({ fields }: Asked): PanelWords {
	const typed = (input: keyof PanelWords): string => fields.text(input).trim();
	return { title: typed('title'), text: typed('text'), picture: typed('picture'), alt: typed('alt') };
}

/** The values of a panel's modal, prefilled and submitted. '' stands for the default text, or for no picture. */
export type PanelWords = Readonly<Record<keyof typeof limits, string>>;

export const digestOf = (words: PanelWords): string => valuesDigest(Object.values(words));

/** The prefilled values of a panel's modal: the chosen ones, without codes. */
export function panelWords(t: Translator, { title, text, pictureUrl, pictureAlt }: PanelContent): PanelWords {
	return {
		title: scrubCodes(title ?? t('panel.title')),
		text: scrubCodes(text ?? ''),
		picture: pictureUrl ?? '',
		alt: scrubCodes(pictureAlt ?? ''),
	};
}

/**
 * The content chosen in the form, without purchase codes. A default text is left out, so that it follows the language.
 * @param pictureUrl in place of the typed one, which may not be a URL
 */
export function contentFrom(
	t: Translator,
	{ title, text, alt }: PanelWords,
	pictureUrl: string | undefined,
): PanelContent {
	return {
		...(title !== '' && title !== t('panel.title') && { title: scrubCodes(title) }),
		...(text !== '' && { text: scrubCodes(text) }),
		...(pictureUrl !== undefined && { pictureUrl }),
		...(pictureUrl !== undefined && alt !== '' && { pictureAlt: scrubCodes(alt) }),
	};
}

/** The answer to a member who may not post in the channel: the bot does not do it on their behalf. */
export function mayNotPostView(t: Translator, channelId: string): MessageView {
	const title = t('panel.mayNotPostTitle', { channel: `<#${channelId}>` });
	return notice(title, [t('panel.mayNotPost')], chooseButton(t));
}

function inputsOf(t: Translator, words: PanelWords): readonly Field[] {
	const inputs = [
		{ id: 'title', label: t('panel.titleLabel'), hint: t('panel.emptyHint') },
		{ id: 'text', label: t('panel.textLabel'), hint: t('panel.emptyHint'), isLong: true },
		{ id: 'picture', label: t('panel.pictureLabel'), hint: t('panel.pictureHint') },
		{ id: 'alt', label: t('panel.altLabel'), hint: t('panel.altHint') },
	] as const;
	return inputs.map((input) => ({ ...input, value: words[input.id], longest: limits[input.id] }));
}

export function wordsModal(t: Translator, channelId: string, words: PanelWords) {
	const id = sendWords.encode(channelId, digestOf(words));
	return form(id, t('panel.edit'), ...inputsOf(t, words).map(field));
}

/** The panel has changed since its modal was opened. */
export function stalePanelView(t: Translator, channelId: string, typed: PanelWords): MessageView {
	return unsavedFormView(
		t,
		t('form.stale'),
		inputsOf(t, typed),
		button(t('panel.edit'), askForWords.encode(channelId)),
		button(t('button.back'), openPage.encode('main')),
	);
}

type PanelPlace = Omit<PanelRequest, 'userId'> & { readonly isPictureBad?: boolean };

/** The outcome of posting or changing a panel. `isPictureBad`: Discord can't show the typed image URL. */
export function panelOutcomeView(t: Translator, outcome: PanelOutcome, place: PanelPlace) {
	const { guildId, channelId } = place;
	const named = { channel: `<#${channelId}>` };
	const back = button(t('button.back'), openPage.encode('main'));
	const another = primary(button(t('setup.confirm.another'), openPage.encode('panel')));
	switch (outcome.kind) {
		case 'missing': {
			const again = primary(button(t('panel.postAgain'), postAgain.encode(channelId)));
			return notice(t('panel.goneTitle'), [], again, chooseButton(t));
		}
		case 'audit-channel':
			return notice(`⛔ ${t('panel.isAudit', named)}`, [t('panel.isAudit.todo')], another, back);
		case 'to-confirm': {
			const anyway = button(t('panel.postAnyway'), postAgain.encode(channelId));
			return notice(`⚠️ ${t('finding.notForAll', named)}`, [], another, anyway);
		}
		case 'limited': {
			const when = timestamp(Math.ceil(outcome.retryAt / 1_000) * 1_000, 'R');
			return notice(t('panel.limitedTitle'), [t('panel.limited', { when })], back);
		}
		case 'refused': {
			const why = t('panel.noAccess', { permissions: permissionNames(t, ['ViewChannel', 'SendMessages']) });
			const again = button(t('button.tryAgain'), postAgain.encode(channelId));
			return notice(t('panel.refusedTitle', named), [why], again, chooseButton(t), back);
		}
		default: {
			return notice(
				`✅ ${t('setup.panel.posted', named)}`,
				[(place.isPictureBad || outcome.withoutPicture) && t('panel.badPicture')],
				linkButton(t('button.open'), `${channelUrl(guildId, channelId)}/${outcome.messageId}`),
				button(t('panel.edit'), askForWords.encode(channelId)),
				back,
			);
		}
	}
}

function chooseButton(t: Translator) {
	return button(t('panel.choose'), openPage.encode('panel'));
}
