import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Translator } from '../../i18n/translator.js';
import type { PanelContent, PanelPromise } from '../../services/setup/panels.js';
import { askForCode, openPurchases, whereIsMyCode, withoutCode } from '../entries.js';
import type { MessageView } from '../message.js';
import { button, buttons, gallery, head, page, primary, text } from '../page.js';
import { cut, oneLine } from '../text.js';

/** Length limits of the modal's inputs, by their custom_ids. */
export const limits = { title: 256, text: 3_600, picture: 2_048, alt: 1_000 };

/** Masked links are shown as typed, because readers who trust the bot would follow them anywhere. */
function withoutMaskedLinks(words: string): string {
	return words.replaceAll('](', '] (');
}

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
			button(t('button.showMyPurchases'), openPurchases.encode()),
			button(t('button.whereIsMyCode'), whereIsMyCode.encode()),
			button(t('button.withoutCode'), withoutCode.encode()),
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
