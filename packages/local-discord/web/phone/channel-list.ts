import { html, nothing, type TemplateResult } from 'lit';
import type { PageChannel, PageDirect, PageGuild, PagePerson } from '../../src/page/protocol.js';
import { avatar } from './avatar.js';
import { channelGroups, isThread, isVoice } from './channel-groups.js';
import { clientWords } from './client-words.js';
import { hashIcon, speakerIcon, threadIcon } from './icons.js';

export interface ChannelListParts {
	readonly viewer: PagePerson;
	/** Undefined where the viewer is not in the server. */
	readonly guild: PageGuild | undefined;
	readonly directs: readonly PageDirect[];
	readonly bot: { readonly id: string; readonly name: string };
	/** Of the list, for who hears it: there are two on the page. */
	readonly label: string;
	readonly current: string | undefined;
	/** How many messages of a channel the viewer has not read. */
	readonly unread: (channelId: string) => number;
	readonly onOpen: (channelId: string) => void;
}

/** A server's channels by category, with their threads, and the direct conversations with the bot. */
export function channelList(parts: ChannelListParts): TemplateResult {
	const { guild, viewer, directs, bot } = parts;
	const words = clientWords(viewer.locale);
	return html`<nav class="channels" aria-label=${parts.label}>
		<h3 class="guild-name"><bdi>${guild?.name}</bdi></h3>
		${(guild === undefined ? [] : channelGroups(guild, viewer)).map(
			({ category, channels }) =>
				html`${category === undefined ? nothing : html`<h4><bdi>${category.name}</bdi></h4>`}
				<ul>${channels.map(({ channel, threads }) => [
					channelItem(channel, parts),
					...threads.map((thread) => channelItem(thread, parts)),
				])}</ul>`,
		)}
		${
			directs.length === 0
				? nothing
				: html`<h4>${words.directMessages}</h4>
				<ul>${directs.map(({ channelId }) => item(channelId, avatar(bot.id, bot.name), bot.name, parts, 'direct'))}</ul>`
		}
	</nav>`;
}

function channelItem(channel: PageChannel, parts: ChannelListParts): TemplateResult {
	const icon = isThread(channel) ? threadIcon : isVoice(channel) ? speakerIcon : hashIcon;
	return item(channel.id, icon, channel.name, parts, isThread(channel) ? 'thread' : 'channel');
}

function item(
	id: string,
	icon: TemplateResult,
	name: string,
	{ current, unread, onOpen }: ChannelListParts,
	kind: 'channel' | 'thread' | 'direct',
): TemplateResult {
	const count = unread(id);
	const isCurrent = id === current;
	return html`<li><button type="button" class="channel ${kind} ${count > 0 ? 'unread' : ''}" data-channel-id=${id}
		aria-current=${isCurrent ? 'page' : 'false'} @click=${() => onOpen(id)}>
		${icon}<span class="name" dir="auto">${name}</span>
		${count > 0 ? html`<span class="badge" title="${count} not read">${count > 99 ? '99+' : count}<span class="visually-hidden"> not read</span></span>` : nothing}
	</button></li>`;
}
