import { ChannelType } from 'discord.js';
import type { GuildFinding } from '../../guilds/guild-finding.js';
import type { Links } from '../../guilds/guild-settings.js';
import type { SetupOverview } from '../../guilds/setup.js';
import type { Translator } from '../../i18n/translator.js';
import { askForLinks, chooseLink, openPage, sendLinks } from '../custom-ids/setup-ids.js';
import { staleFormView } from '../interactions/stale-form-view.js';
import { field, form, valuesDigest } from '../kit/form.js';
import { embedUrl } from '../kit/links.js';
import type { MessageView } from '../kit/message.js';
import { button, buttons, page, row, small, text } from '../kit/page.js';
import { cut, foreignLine } from '../kit/text.js';
import { ofChecks, troubleLines } from './guild-finding-text.js';
import { backButton, channelSelect } from './setup-choice-view.js';

/** Discord's limit for a link button. */
const maxUrlLength = 512;
/** Longer URLs would leave no space for the others. */
const maxShownLength = 200;

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

export function setupLinksView(
	t: Translator,
	{ settings: { links }, findings }: SetupOverview,
	note?: string,
): MessageView {
	const types = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildForum];
	const troubles = ofChecks(findings, 'links');
	const known = (what: 'support' | 'help', id: string | undefined) =>
		id === undefined || findings.length === 0 || isDeleted(troubles, what) ? [] : [id];
	return page(
		'info',
		text(`## ${t('setup.more.links')}`, note, t('setup.links.support'), small(t('setup.links.supportHow'))),
		row(channelSelect(t, chooseLink.encode('support'), known('support', links.supportChannelId), 0, types)),
		text(t('setup.links.help'), small(t('setup.links.helpHow'))),
		row(channelSelect(t, chooseLink.encode('help'), known('help', links.helpChannelId), 0, types)),
		text(
			troubleLines(t, troubles),
			addressLine(t, t('setup.links.example'), links.exampleUrl),
			addressLine(t, t('setup.links.renew'), links.renewUrl),
		),
		buttons(button(t('setup.links.set'), askForLinks.encode()), backButton(t)),
	);
}

function isDeleted(troubles: readonly GuildFinding[], what: 'support' | 'help'): boolean {
	return troubles.some((it) => it.check === 'links' && it.what === what && it.fault === 'missing');
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

function addressLine(t: Translator, label: string, url: string | undefined): string {
	const shown = url === undefined ? t('setup.links.none') : foreignLine(cut(url, maxShownLength), 400);
	return t('setup.links.line', { what: `**${label}**`, address: shown });
}
