import type { Links } from '../../guilds/guild-settings.js';
import type { Translator } from '../../i18n/translator.js';
import { askForLinks, openPage, sendLinks } from '../custom-ids/setup-ids.js';
import { field, form, staleFormView, valuesDigest } from '../kit/form.js';
import { embedUrl } from '../kit/links.js';
import type { MessageView } from '../kit/message.js';
import { button } from '../kit/page.js';

/** Discord's limit for a link button. */
const maxUrlLength = 512;

/** The custom_ids of the modals' inputs. */
export const linkInputs = {
	example: 'example',
	renew: 'renew',
} as const;

/**
 * The URL as it is stored: https only, short enough for a button, and without a disguised host such as
 * `https://discord.com@evil.example`. Undefined for any other.
 */
export function linkAddress(typed: string): string | undefined {
	const url = embedUrl(typed.trim());
	return url?.startsWith('https://') && url.length <= maxUrlLength ? url : undefined;
}

/** The modal of the server's URLs, prefilled. */
export function linksModal(t: Translator, links: Links) {
	return form(
		sendLinks.encode(linksDigest(links)),
		t('setup.more.links'),
		addressField(t, linkInputs.example, t('setup.links.example'), links.exampleUrl),
		addressField(t, linkInputs.renew, t('setup.links.renew'), links.renewUrl),
	);
}

/** The digest of the prefilled URLs of the server's modal. */
export function linksDigest({ exampleUrl, renewUrl }: Links): string {
	return valuesDigest([exampleUrl, renewUrl]);
}

/** The URLs have changed since their modal was opened. `typed`: by the inputs of the modal. */
export function staleLinksView(
	t: Translator,
	{ exampleUrl = '', renewUrl = '' }: Links,
	typed: (input: string) => string,
): MessageView {
	return staleFormView(
		t,
		[
			{ label: t('setup.links.example'), now: exampleUrl, typed: typed(linkInputs.example) },
			{ label: t('setup.links.renew'), now: renewUrl, typed: typed(linkInputs.renew) },
		],
		button(t('setup.links.set'), askForLinks.encode()),
		button(t('button.back'), openPage.encode('links')),
	);
}

/** The typed URL is not acceptable: nothing was saved. */
export function badLinkNote(t: Translator): string {
	return `⚠️ **${t('setup.links.bad')}**`;
}

function addressField(t: Translator, id: string, label: string, value: string | undefined) {
	const hint = t('setup.links.hint');
	return field({ id, label, hint, placeholder: 'https://', value, longest: maxUrlLength });
}
