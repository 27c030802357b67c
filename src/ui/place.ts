import type { APIButtonComponent } from 'discord.js';
import type { Translator } from '../i18n/translator.js';
import type { ServerLinks } from '../servers/server-links.js';
import { linkButton } from './page.js';
import { cut, oneLine } from './text.js';

export interface Place {
	readonly guildId: string;
	readonly links: ServerLinks;
}

/** Where and when a purchase is shown. */
export interface Viewing {
	readonly place: Place;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** A line above the page: why it differs from the request, or the request's outcome. */
	readonly note?: string | undefined;
}

export function channelUrl(guildId: string, channelId: string): string {
	return `https://discord.com/channels/${guildId}/${channelId}`;
}

export function serverUrl(guildId: string): string {
	return `https://discord.com/channels/${guildId}`;
}

/** The button to the server's help channel; undefined if none was chosen: then use `askLine`. */
export function askButton(t: Translator, { guildId, links }: Place): APIButtonComponent | undefined {
	const { helpChannelId } = links;
	if (helpChannelId === undefined) return undefined;
	return linkButton(t('button.askStaff'), channelUrl(guildId, helpChannelId));
}

/** The sentence used if there is no help channel; '' if there is one. */
export function askLine(t: Translator, { links }: Place): string {
	return links.helpChannelId === undefined ? t('refusal.askHere') : '';
}

/** The button to extend support; undefined if no page was set. */
export function renewButton(t: Translator, { links }: Place): APIButtonComponent | undefined {
	return linkButton(t('setup.links.renew'), links.renewUrl);
}

/** The button to the server's support channel; undefined if none was chosen, or it was deleted. */
export function supportChannelButton(t: Translator, { guildId, links }: Place) {
	const { supportChannelId, supportChannelName } = links;
	if (supportChannelId === undefined || supportChannelName === undefined) return undefined;
	const label = t('button.openChannel', { channel: cut(oneLine(supportChannelName), 30) });
	return linkButton(label, channelUrl(guildId, supportChannelId));
}
