import { z } from 'zod';
import { type Asked, componentsOf, openForm, showPage } from '../../src/discord/interactions/handler.js';
import type { Links } from '../../src/guilds/guild-settings.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Services } from '../../src/services.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import { openPage } from '../../src/ui/entries.js';
import { field, form, staleFormView, valuesArgument, valuesDigest } from '../../src/ui/form.js';
import { embedUrl } from '../../src/ui/links.js';
import type { MessageView } from '../../src/ui/message.js';
import { button } from '../../src/ui/page.js';
import { choose } from './choice.js';
import { askForLinks, settingsPage } from './settings.js';

/** Its modal. Argument: the digest of its values. */
export const sendLinks = defineCustomId('setup-links-form', z.tuple([valuesArgument]));

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
		t('setup.page.links'),
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

function addressField(t: Translator, id: string, label: string, value: string | undefined) {
	const hint = t('setup.links.hint');
	return field({ id, label, hint, placeholder: 'https://', value, longest: maxUrlLength });
}

const { on, shows } = componentsOf<Services>('manager');

/** The URLs that members of a server get. */
export const linkComponents = [
	on('button', askForLinks, (asked, services) => {
		const { guildId, t } = asked;
		// An empty modal would delete the existing links.
		return services.links.isKnown(guildId)
			? openForm(linksModal(t, services.links.known(guildId)))
			: showPage(() => settingsPage(asked, services, 'links', t('refusal.wasOutdated')));
	}),
	shows('modal', sendLinks, async (asked, services) => {
		const { args, t } = asked;
		const links = await services.links.of(asked.guildId);
		if (args[0] !== linksDigest(links)) return staleLinksView(t, links, typedIn(asked));
		const [exampleUrl, renewUrl] = [linkInputs.example, linkInputs.renew].map((it) => typedLink(asked, it));
		const next = (note: string) => settingsPage(asked, services, 'links', note);
		if (exampleUrl === 'bad' || renewUrl === 'bad') return await next(`⚠️ **${t('setup.links.bad')}**`);
		return await choose(asked, services, { what: 'addresses', exampleUrl, renewUrl }, next);
	}),
];

function typedIn({ fields }: Asked): (input: string) => string {
	return (input) => fields.text(input).trim();
}

/** @returns undefined if the field was left empty, which removes the link */
function typedLink(asked: Asked, input: string): string | 'bad' | undefined {
	const typed = typedIn(asked)(input);
	return typed === '' ? undefined : (linkAddress(typed) ?? 'bad');
}
