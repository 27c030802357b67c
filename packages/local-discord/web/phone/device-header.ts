import { html, nothing, type TemplateResult } from 'lit';
import { hashIcon, mailIcon, membersIcon, menuIcon } from './icons.js';
import type { Scene } from './scene.js';

/** A drawer over the messages of a phone. */
export type Drawer = 'channels' | 'members' | undefined;

/** The current channel and, on a phone, the buttons for the channels and the members. */
export function deviceHeader(
	{ channel, channelId, guild }: Scene,
	parts: {
		readonly botName: string;
		readonly drawer: Drawer;
		readonly isElsewhereUnread: boolean;
		readonly onToggle: (drawer: 'channels' | 'members') => void;
	},
): TemplateResult {
	const { botName, drawer, isElsewhereUnread, onToggle } = parts;
	const direct =
		channelId === undefined ? nothing : html`${mailIcon}<span class="name" dir="auto">${botName}</span>`;
	return html`<header class="device-header">
		<button type="button" class="icon-button channels-button" aria-label=${isElsewhereUnread ? 'Channels, some not read' : 'Channels'}
			aria-expanded=${drawer === 'channels'} @click=${() => onToggle('channels')}>${menuIcon}${isElsewhereUnread ? html`<span class="dot"></span>` : nothing}</button>
		<div class="device-place">
			<h2 class="device-title">${
				channel === undefined ? direct : html`${hashIcon}<span class="name" dir="auto">${channel.name}</span>`
			}</h2>
			<p class="name"><bdi>${channel === undefined ? nothing : guild?.name}</bdi></p>
		</div>
		${
			guild === undefined
				? nothing
				: html`<button type="button" class="icon-button members-button" aria-label="Members"
					aria-expanded=${drawer === 'members'} @click=${() => onToggle('members')}>${membersIcon}</button>`
		}
	</header>`;
}
