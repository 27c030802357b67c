import type { APIButtonComponent } from 'discord.js';
import type { ServerLinks } from '../../guilds/server-links.js';
import type { Translator } from '../../i18n/translator.js';
import { linkButton } from './page.js';
import { cut, oneLine } from './text.js';

/** A server and where it sends its members. */
export interface Place {
	readonly guildId: string;
	readonly links: ServerLinks;
}

/** The address at which Discord's clients open a channel. */
export function channelUrl(guildId: string, channelId: string): string {
	return `https://discord.com/channels/${guildId}/${channelId}`;
}

/** The address at which Discord's clients open a server. */
export function serverUrl(guildId: string): string {
	return `https://discord.com/channels/${guildId}`;
}

/** The button that leads to the server's help channel; undefined where none was chosen: then `askLine` says it. */
export function askButton(t: Translator, { guildId, links }: Place): APIButtonComponent | undefined {
	const { helpChannelId } = links;
	if (helpChannelId === undefined) return undefined;
	return linkButton(t('button.askStaff'), channelUrl(guildId, helpChannelId));
}

/** What an answer says where there is no help channel to open; '' where there is one. */
export function askLine(t: Translator, { links }: Place): string {
	return links.helpChannelId === undefined ? t('refusal.askHere') : '';
}

/** The button that opens the server's support channel; undefined where none was chosen, or it is gone. */
export function supportChannelButton(
	t: Translator,
	{ guildId, links }: Place,
): APIButtonComponent | undefined {
	const { supportChannelId, supportChannelName } = links;
	if (supportChannelId === undefined || supportChannelName === undefined) return undefined;
	const label = t('button.openChannel', { channel: cut(oneLine(supportChannelName), 30) });
	return linkButton(label, channelUrl(guildId, supportChannelId));
}
