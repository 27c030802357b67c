import type { APIMessage } from 'discord-api-types/v10';
import { html, render } from 'lit';
import { legibleColour } from '../legible-colour.js';
import { messageTemplate } from '../message/message.js';
import type { MessageActs, Sight } from '../sight.js';
import type { SightData } from './sight-data.js';

const viewerId = '200000000000000001';

/** A page of messages and nothing else: for tests of how they are drawn. */
export class MessageStage {
	readonly acts: unknown[][] = [];
	/** The control whose press waits for the bot. */
	pending: string | undefined;

	/** Draws the messages in the place of those before. */
	async show(messages: readonly APIMessage[], data: SightData): Promise<void> {
		const root = document.querySelector('main');
		if (root === null) throw new Error('The page has no main');
		root.className = data.isLight ? 'theme-light' : 'theme-dark';
		const sight = sightOf(data);
		render(
			html`${messages.map((message) => html`<div class="stage-row">${messageTemplate(message, sight, this.#acts())}</div>`)}`,
			root,
		);
		await settled(root);
	}

	#acts(): MessageActs {
		return {
			press: (...args) => this.acts.push(['press', ...args]),
			select: (...args) => this.acts.push(['select', ...args]),
			openMember: (userId) => this.acts.push(['openMember', userId]),
			typeCommand: (name) => this.acts.push(['typeCommand', name]),
			dismiss: (messageId) => this.acts.push(['dismiss', messageId]),
			isPending: (_, customId) => this.pending === customId,
		};
	}
}

function sightOf(data: SightData): Sight {
	return {
		viewer: {
			userId: viewerId,
			guildId: data.guild?.id ?? '0',
			alias: 'viewer',
			name: data.names[viewerId] ?? 'Viewer',
			locale: data.locale,
			isMember: true,
			hiddenChannelIds: [],
		},
		guild: data.guild,
		locale: data.locale,
		timeZone: data.timeZone,
		now: data.now,
		clock: () => data.now,
		isLight: data.isLight,
		nameOf: (_, id) => data.names[id],
		colourOf(_, id) {
			const colour = data.colours[id];
			return colour && legibleColour(Number.parseInt(colour.slice(1), 16), data.isLight);
		},
		standInFor: (address) => address,
		mediaUrl: (address) =>
			data.mediaOrigin !== undefined && address.startsWith(`${data.mediaOrigin}/`)
				? `/media?url=${encodeURIComponent(address)}`
				: undefined,
	};
}

/** The library's elements and the selects draw a moment later. */
async function settled(root: Element): Promise<void> {
	for (let round = 0; round < 3; round += 1) {
		const elements = [...root.querySelectorAll('*')] as (Element & { updateComplete?: Promise<unknown> })[];
		await Promise.all(elements.map(({ updateComplete }) => updateComplete));
	}
}

declare global {
	interface Window {
		stage: MessageStage;
	}
}

window.stage = new MessageStage();
