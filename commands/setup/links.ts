import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { componentsOf, openForm, showPage } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Links } from '../../src/servers/guild-settings.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import { openPage } from '../../src/ui/entries.js';
import { type Field, field, form, staleFormView, valuesArgument, valuesDigest } from '../../src/ui/form.js';
import { embedUrl } from '../../src/ui/links.js';
import type { MessageView } from '../../src/ui/message.js';
import { button } from '../../src/ui/page.js';
import { choose } from './choice.js';
import { askForLinks, settingsPage } from './settings.js';

/** Its modal. Argument: the digest of its values. */
export const sendLinks = defineCustomId('setup-links-form', z.tuple([valuesArgument]));

/** Discord's limit for a link button. */
const maxUrlLength = 512;

/**
 * The URL as it is stored: https only, short enough for a button, and without a disguised host such as
 * `https://discord.com@evil.example`. Undefined for any other.
 */
export function linkAddress(typed: string): string | undefined {
	const url = embedUrl(typed.trim());
	return url?.startsWith('https://') && url.length <= maxUrlLength ? url : undefined;
}

/** The inputs of the modal, with the URLs of now. */
function inputsOf(t: Translator, { exampleUrl, renewUrl }: Links): readonly Field[] {
	const address = { hint: t('setup.links.hint'), placeholder: 'https://', longest: maxUrlLength };
	return [
		{ id: 'example', label: t('setup.links.example'), value: exampleUrl, ...address },
		{ id: 'renew', label: t('setup.links.renew'), value: renewUrl, ...address },
	];
}

/** The modal of the server's URLs, prefilled. */
export function linksModal(t: Translator, links: Links) {
	return form(sendLinks.encode(linksDigest(links)), t('setup.page.links'), ...inputsOf(t, links).map(field));
}

/** The digest of the prefilled URLs of the server's modal. */
export function linksDigest({ exampleUrl, renewUrl }: Links): string {
	return valuesDigest([exampleUrl, renewUrl]);
}

/** The URLs have changed since their modal was opened. */
export function staleLinksView(t: Translator, typed: Links): MessageView {
	const again = button(t('setup.links.set'), askForLinks.encode());
	return staleFormView(t, inputsOf(t, typed), again, button(t('button.back'), openPage.encode('links')));
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
		const [example, renew] = ['example', 'renew'].map((input) => asked.fields.text(input).trim());
		if (args[0] !== linksDigest(links)) return staleLinksView(t, { exampleUrl: example, renewUrl: renew });
		const [exampleUrl, renewUrl] = [linkIn(example), linkIn(renew)];
		const next = (note: string) => settingsPage(asked, services, 'links', note);
		if (exampleUrl === 'bad' || renewUrl === 'bad') return await next(`⚠️ **${t('setup.links.bad')}**`);
		return await choose(asked, services, { what: 'addresses', exampleUrl, renewUrl }, next);
	}),
];

/** @returns undefined if the field was left empty, which removes the link */
function linkIn(typed = ''): string | 'bad' | undefined {
	return typed === '' ? undefined : (linkAddress(typed) ?? 'bad');
}
