import { scrubCodes } from '../../claims/scrub-codes.js';
import type { PanelContent, PanelOutcome, PanelPromise } from '../../guilds/panels.js';
import type { Translator } from '../../i18n/translator.js';
import { askForWords, postAgain, sendWords } from '../custom-ids/panel-ids.js';
import { askForCode, openPurchases, whereIsMyCode } from '../custom-ids/purchase-ids.js';
import { openPage, openSetup } from '../custom-ids/setup-ids.js';
import { channelUrl } from '../kit/discord-links.js';
import { field, form, staleFormView, valuesDigest } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { permissionNames } from '../kit/names.js';
import { button, buttons, gallery, head, linkButton, notice, page, primary, text } from '../kit/page.js';
import { cut, oneLine, timestamp } from '../kit/text.js';

/** Length limits of the modal's inputs, by their custom_ids. */
const limits = { title: 256, text: 3_600, picture: 2_048, alt: 1_000 };

/** The values of a panel's modal, prefilled and submitted. '' stands for the default text, or for no picture. */
export type PanelWords = Readonly<Record<keyof typeof limits, string>>;

/** The prefilled values of a panel's modal: the chosen ones, without codes. */
export function panelWords(t: Translator, { title, text, pictureUrl, pictureAlt }: PanelContent): PanelWords {
	return {
		title: scrubCodes(title ?? t('panel.title')),
		text: scrubCodes(text ?? ''),
		picture: pictureUrl ?? '',
		alt: scrubCodes(pictureAlt ?? ''),
	};
}

/** The digest of a modal's prefilled values. */
export function wordsDigest({ title, text, picture, alt }: PanelWords): string {
	return valuesDigest([title, text, picture, alt]);
}

/**
 * The content chosen in the modal: default texts stay the default in every language, and pasted purchase codes are
 * removed.
 * @param words trimmed; '' stands for the default
 * @param pictureUrl in place of the typed one, which may not be a URL
 */
export function chosenContent(
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
	return notice(title, [t('panel.mayNotPost')], buttons(chooseButton(t)));
}

/** Masked links are shown as typed, because readers who trust the bot would follow them anywhere. */
function withoutMaskedLinks(words: string): string {
	return words.replaceAll('](', '] (');
}

/** The facts about a server in a panel. */
export interface PanelFacts extends PanelPromise {
	readonly server: { readonly name: string; readonly iconUrl: string | undefined };
}

/** The message with which members verify, in the server's language. The words are the server's own, and not escaped. */
export function panelView(t: Translator, content: PanelContent, facts: PanelFacts): MessageView {
	const { name, iconUrl } = facts.server;
	const title = oneLine(withoutMaskedLinks(scrubCodes(content.title ?? ''))) || t('panel.title');
	const own = withoutMaskedLinks(scrubCodes(content.text ?? '')).trim();
	const words = own === '' ? [promiseLine(t, facts), t('panel.how')] : [cut(own, limits.text)];
	const alt = oneLine(scrubCodes(content.pictureAlt ?? '')) || title;
	return page(
		'info',
		head([`## ${cut(title, limits.title)}`], { url: iconUrl, alt: cut(oneLine(name) || title, 1_024) }),
		text(...words),
		gallery({ url: content.pictureUrl, alt: cut(alt, 1_024) }),
		buttons(
			primary(button(t('button.verify'), askForCode.encode())),
			button(t('button.whereIsMyCode'), whereIsMyCode.encode()),
			button(t('button.showMyPurchases'), openPurchases.encode()),
		),
	);
}

/** The role that buyers get; undefined until staff have chosen one. */
function promiseLine(t: Translator, { buyerRoleId, supportChannelId }: PanelPromise): string | undefined {
	if (buyerRoleId === undefined) return undefined;
	const roles = `<@&${buyerRoleId}>`;
	if (supportChannelId === undefined) return t('panel.gives', { roles });
	return t('panel.givesAndOpens', { roles, channel: `<#${supportChannelId}>` });
}

const inputsOf = (t: Translator) =>
	[
		{ id: 'title', label: t('panel.titleLabel'), hint: t('panel.emptyHint') },
		{ id: 'text', label: t('panel.textLabel'), hint: t('panel.emptyHint') },
		{ id: 'picture', label: t('panel.pictureLabel'), hint: t('panel.pictureHint') },
		{ id: 'alt', label: t('panel.altLabel'), hint: t('panel.altHint') },
	] as const;

/** The modal that edits a panel, prefilled with its words. */
export function wordsModal(t: Translator, channelId: string, words: PanelWords) {
	const fields = inputsOf(t).map((input) => {
		const { id } = input;
		return field({ ...input, value: words[id], isLong: id === 'text', longest: limits[id] });
	});
	return form(sendWords.encode(channelId, wordsDigest(words)), t('panel.edit'), ...fields);
}

/** The panel has changed since its modal was opened. */
export function stalePanelView(
	t: Translator,
	channelId: string,
	now: PanelWords,
	typed: PanelWords,
): MessageView {
	return staleFormView(
		t,
		inputsOf(t).map(({ id, label }) => ({ label, now: now[id], typed: typed[id] })),
		button(t('panel.edit'), askForWords.encode(channelId)),
		button(t('button.back'), openSetup.encode()),
	);
}

/** The panel's place, for the manager who has posted or changed it. */
export interface PanelPlace {
	readonly guildId: string;
	readonly channelId: string;
	/** True if every member can see the channel; undefined if unknown. */
	readonly isOpenToAll?: boolean | undefined;
	/** The typed image URL can't be shown by Discord. */
	readonly isPictureBad?: boolean;
	/** The modal could not be opened from the message with the button. */
	readonly wasOutdated?: boolean;
}

/** The outcome of posting or changing a panel: a link and the edit button, or the obstacle. */
export function panelOutcomeView(t: Translator, outcome: PanelOutcome, place: PanelPlace): MessageView {
	const { guildId, channelId } = place;
	const named = { channel: `<#${channelId}>` };
	const back = button(t('button.back'), openSetup.encode());
	switch (outcome.kind) {
		case 'missing': {
			const again = primary(button(t('panel.postAgain'), postAgain.encode(channelId)));
			return notice(t('panel.goneTitle'), [], buttons(again, chooseButton(t)));
		}
		case 'audit-channel': {
			const another = primary(button(t('setup.confirm.another'), openPage.encode('panel')));
			return notice(`⛔ ${t('panel.isAudit', named)}`, [t('panel.isAudit.todo')], buttons(another, back));
		}
		case 'to-confirm': {
			const another = primary(button(t('setup.confirm.another'), openPage.encode('panel')));
			const anyway = button(t('panel.postAnyway'), postAgain.encode(channelId));
			return notice(t('panel.notOpen', named), [], buttons(another, anyway));
		}
		case 'limited': {
			const when = timestamp(Math.ceil(outcome.retryAt / 1_000) * 1_000, 'R');
			return notice(t('panel.limitedTitle'), [t('panel.limited', { when })], buttons(back));
		}
		case 'refused': {
			const permissions = permissionNames(t, ['ViewChannel', 'SendMessages']);
			const why =
				outcome.obstacle === 'no-channel' ? t('panel.noChannel') : t('panel.noAccess', { permissions });
			const again = button(t('button.tryAgain'), postAgain.encode(channelId));
			return notice(t('panel.refusedTitle', named), [why], buttons(again, chooseButton(t), back));
		}
		default: {
			const lines = [
				place.isOpenToAll === false && t('panel.notOpen', named),
				(place.isPictureBad || outcome.withoutPicture) && t('panel.badPicture'),
				place.wasOutdated && t('refusal.wasOutdated'),
			];
			return notice(
				t('panel.done', named),
				lines,
				buttons(
					linkButton(t('button.open'), `${channelUrl(guildId, channelId)}/${outcome.messageId}`),
					button(t('panel.edit'), askForWords.encode(channelId)),
					back,
				),
			);
		}
	}
}

function chooseButton(t: Translator) {
	return button(t('panel.choose'), openPage.encode('panel'));
}
