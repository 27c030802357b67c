import { type APIModalInteractionResponseCallbackData, ChannelType } from 'discord.js';
import type { GuildFinding } from '../../guilds/guild-finding.js';
import type { ItemLinks, Links } from '../../guilds/link-settings.js';
import type { SetupOverview } from '../../guilds/setup.js';
import type { Translator } from '../../i18n/translator.js';
import {
	askForItemLinks,
	askForLinks,
	chooseLink,
	openPage,
	sendItemLinks,
	sendLinks,
} from '../custom-ids/setup-ids.js';
import { staleFormView } from '../interactions/stale-form-view.js';
import { button } from '../kit/components.js';
import { field, valuesDigest } from '../kit/form.js';
import { embedUrl } from '../kit/links.js';
import type { MessageView } from '../kit/message.js';
import { buttons, page, selectRow, small, text } from '../kit/page.js';
import { cut, foreignLine } from '../kit/text.js';
import { backButton, channelSelect } from './setup-choice-view.js';
import { ofChecks, troubleLines } from './setup-problems.js';

/** Discord's limit for a link button. */
const longestUrl = 512;
/** So much of one fits on a page beside the others. */
const longestShown = 200;

/** What the forms call their fields. */
export const linkInputs = {
	example: 'example',
	renew: 'renew',
	docs: 'docs',
	download: 'download',
	changelog: 'changelog',
} as const;

/**
 * The address as it is kept: https alone, no longer than a button takes, and none that reads like another than it is,
 * such as `https://discord.com@evil.example`. Undefined for any other.
 */
export function linkAddress(typed: string): string | undefined {
	const url = embedUrl(typed.trim());
	return url?.startsWith('https://') && url.length <= longestUrl ? url : undefined;
}

/** The page of where members of a server are sent. */
export function setupLinksView(
	t: Translator,
	{ settings: { links }, findings }: SetupOverview,
	note?: string,
): MessageView {
	const types = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildForum];
	const troubles = ofChecks(findings, 'links');
	const known = (what: 'support' | 'help', id: string | undefined) =>
		id === undefined || findings.length === 0 || isGone(troubles, what) ? [] : [id];
	return page(
		'info',
		text(`## ${t('setup.more.links')}`, note, t('setup.links.support'), small(t('setup.links.supportHow'))),
		selectRow(
			channelSelect(t, chooseLink.encode('support'), known('support', links.supportChannelId), 0, types),
		),
		text(t('setup.links.help'), small(t('setup.links.helpHow'))),
		selectRow(channelSelect(t, chooseLink.encode('help'), known('help', links.helpChannelId), 0, types)),
		text(
			troubleLines(t, troubles),
			addressLine(t, t('setup.links.example'), links.exampleUrl),
			addressLine(t, t('setup.links.renew'), links.renewUrl),
			small(t('setup.links.items')),
		),
		buttons(button(t('setup.links.set'), askForLinks.encode()), backButton(t)),
	);
}

function isGone(troubles: readonly GuildFinding[], what: 'support' | 'help'): boolean {
	return troubles.some((it) => it.check === 'links' && it.what === what && it.fault === 'missing');
}

/** An item with its links. */
export interface LinkedItem {
	readonly id: number;
	readonly name: string;
	readonly links: ItemLinks;
}

/** The page of the links of one item. */
export function itemLinksView(t: Translator, { id, name, links }: LinkedItem, note?: string): MessageView {
	return page(
		'info',
		text(
			`## ${foreignLine(name, 80) || t('item.unnamed', { id: String(id) })}`,
			note,
			addressLine(t, t('setup.links.docs'), links.docs),
			addressLine(t, t('setup.links.download'), links.download),
			addressLine(t, t('setup.links.changelog'), links.changelog),
			small(t('setup.links.where')),
		),
		buttons(
			button(t('setup.links.set'), askForItemLinks.encode(String(id))),
			button(t('button.back'), openPage.encode('links')),
		),
	);
}

/** The form of the server's addresses, with those that it has. */
export function linksModal(t: Translator, links: Links): APIModalInteractionResponseCallbackData {
	return {
		custom_id: sendLinks.encode(linksDigest(links)),
		title: t('setup.more.links'),
		components: [
			addressField(t, linkInputs.example, t('setup.links.example'), links.exampleUrl),
			addressField(t, linkInputs.renew, t('setup.links.renew'), links.renewUrl),
		],
	};
}

/** The form of an item's addresses, with those that it has. */
export function itemLinksModal(
	t: Translator,
	id: string,
	links: ItemLinks,
): APIModalInteractionResponseCallbackData {
	return {
		custom_id: sendItemLinks.encode(id, itemLinksDigest(links)),
		title: t('setup.more.links'),
		components: [
			addressField(t, linkInputs.docs, t('setup.links.docs'), links.docs),
			addressField(t, linkInputs.download, t('setup.links.download'), links.download),
			addressField(t, linkInputs.changelog, t('setup.links.changelog'), links.changelog),
		],
	};
}

/** The digest of the addresses that the server's form begins with. */
export function linksDigest({ exampleUrl, renewUrl }: Links): string {
	return valuesDigest([exampleUrl, renewUrl]);
}

/** The digest of the addresses that an item's form begins with. */
export function itemLinksDigest({ docs, download, changelog }: ItemLinks): string {
	return valuesDigest([docs, download, changelog]);
}

/** Addresses have changed since their form was opened. `typed`: by the inputs of the form. */
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

/** The same of an item's addresses. */
export function staleItemLinksView(
	t: Translator,
	id: string,
	{ docs = '', download = '', changelog = '' }: ItemLinks,
	typed: (input: string) => string,
): MessageView {
	return staleFormView(
		t,
		[
			{ label: t('setup.links.docs'), now: docs, typed: typed(linkInputs.docs) },
			{ label: t('setup.links.download'), now: download, typed: typed(linkInputs.download) },
			{ label: t('setup.links.changelog'), now: changelog, typed: typed(linkInputs.changelog) },
		],
		button(t('setup.links.set'), askForItemLinks.encode(id)),
		button(t('button.back'), openPage.encode('links')),
	);
}

/** What was typed is no address that is kept: nothing was saved. */
export function badLinkNote(t: Translator): string {
	return `⚠️ **${t('setup.links.bad')}**`;
}

function addressField(t: Translator, id: string, label: string, value: string | undefined) {
	return field({
		id,
		label,
		hint: t('setup.links.hint'),
		placeholder: 'https://',
		value,
		longest: longestUrl,
	});
}

function addressLine(t: Translator, label: string, url: string | undefined): string {
	const shown = url === undefined ? t('setup.links.none') : foreignLine(cut(url, longestShown), 400);
	return t('setup.links.line', { what: `**${label}**`, address: shown });
}
