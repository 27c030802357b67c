import { html, nothing, type TemplateResult } from 'lit';
import type { PageChannel, PageDirect, PageGuild, PagePerson } from '../../src/page/protocol.js';
import { avatar } from './avatar.js';
import { clientWords } from './client-words.js';
import { hashIcon } from './icons.js';

export interface ChannelListParts {
	readonly viewer: PagePerson;
	/** Undefined if the viewer is not in the server. */
	readonly guild: PageGuild | undefined;
	readonly directs: readonly PageDirect[];
	readonly bot: { readonly id: string; readonly name: string };
	/** The accessible name of the list, since there are two on the page. */
	readonly label: string;
	readonly current: string | undefined;
	/** The number of messages in a channel that the viewer has not read. */
	readonly unread: (channelId: string) => number;
	readonly onOpen: (channelId: string) => void;
}

/** The channels that a viewer sees, in the server's order. */
export function seenChannels(guild: PageGuild | undefined, viewer: PagePerson): readonly PageChannel[] {
	const seen = (guild?.channels ?? []).filter(({ id }) => !viewer.hiddenChannelIds.includes(id));
	return seen.toSorted((a, b) => a.position - b.position);
}

/** A server's channels, and the direct conversations with the bot. */
export function channelList(parts: ChannelListParts): TemplateResult {
	const { guild, viewer, directs, bot } = parts;
	return html`<nav class="channels" aria-label=${parts.label}>
		<h3 class="guild-name"><bdi>${guild?.name}</bdi></h3>
		<ul>${seenChannels(guild, viewer).map(({ id, name }) => item(id, hashIcon, name, parts))}</ul>
		${
			directs.length === 0
				? nothing
				: html`<h4>${clientWords(viewer.locale).directMessages}</h4>
				<ul>${directs.map(({ channelId }) => item(channelId, avatar(bot.id, bot.name), bot.name, parts))}</ul>`
		}
	</nav>`;
}

function item(
	id: string,
	icon: TemplateResult,
	name: string,
	{ current, unread, onOpen }: ChannelListParts,
): TemplateResult {
	const count = unread(id);
	return html`<li><button type="button" class="channel ${count > 0 ? 'unread' : ''}" data-channel-id=${id}
		aria-current=${id === current ? 'page' : 'false'} @click=${() => onOpen(id)}>
		${icon}<span class="name" dir="auto">${name}</span>
		${count > 0 ? html`<span class="badge" title="${count} not read">${count > 99 ? '99+' : count}<span class="visually-hidden"> not read</span></span>` : nothing}
	</button></li>`;
}
