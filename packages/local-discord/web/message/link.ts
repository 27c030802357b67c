import { html, type TemplateResult } from 'lit';
import type { Sight } from '../sight.js';

/** Fired for a link to or mention of a channel in the server, which Discord's client opens itself. */
export type OpenChannel = CustomEvent<{ readonly channelId: string }>;

/** True if an address may be linked: only web addresses, never `javascript:` or `data:`. */
function isWebAddress(address: string): boolean {
	return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** A link to the web, or to a channel of the server. Anything else stays text. */
export function linkTemplate(
	address: string,
	content: unknown,
	sight: Pick<Sight, 'guild' | 'standInFor'>,
	look = 'link',
): TemplateResult {
	if (!isWebAddress(address)) return html`<span>${content}</span>`;
	const channelId = channelOf(address, sight);
	return html`<a class=${look} href=${new URL(sight.standInFor(address)).href} title=${address} target="_blank" rel="noopener noreferrer" @click=${(
		event: Event,
	) => {
		if (channelId === undefined) return;
		event.preventDefault();
		openChannel(event.currentTarget as Element, channelId);
	}}>${content}</a>`;
}

/** Notifies the component with the channels that the viewer wants to open this one. */
export function openChannel(from: Element, channelId: string): void {
	const event: OpenChannel = new CustomEvent('open-channel', { bubbles: true, detail: { channelId } });
	from.dispatchEvent(event);
}

/** The channel of this server in an address of Discord's client. */
function channelOf(address: string, { guild }: Pick<Sight, 'guild'>): string | undefined {
	const [, guildId, channelId] =
		/^https:\/\/(?:\w+\.)?discord\.com\/channels\/(\d+)\/(\d+)/.exec(address) ?? [];
	if (guild === undefined || guildId !== guild.id) return undefined;
	return guild.channels.find(({ id }) => id === channelId)?.id;
}
