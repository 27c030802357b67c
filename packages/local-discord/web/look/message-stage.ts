import type { APIMessage } from 'discord-api-types/v10';
import { html, nothing, render } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ModalBody } from '../../src/message-body.js';
import type { PageInteraction } from '../../src/page/protocol.js';
import '../forms/page-form.js';
import { legibleColour } from '../legible-colour.js';
import { messageTemplate } from '../message/message.js';
import type { MessageActs, Sight } from '../sight.js';
import { Store } from '../store.js';
import type { MessageReading } from './message-reading.js';
import { readForm } from './read-form.js';
import { readMessage } from './read-message.js';
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

	/** Reads each message, in the notation of the drawing of a phone. */
	async readAll(messages: readonly APIMessage[], data: SightData): Promise<MessageReading[]> {
		await this.show(messages, data);
		return [...document.querySelectorAll('main .message')].map(readMessage);
	}

	/** Reads each form, opened one after the other. */
	async readForms(modals: readonly ModalBody[], data: SightData): Promise<string[]> {
		const root = document.querySelector('main');
		if (root === null) throw new Error('The page has no main');
		const read: string[] = [];
		for (const [at, modal] of modals.entries()) {
			const sight = sightOf(data);
			const store = new Store();
			const id = `${data.locale} ${at}`;
			store.interactions.set(id, opened(id, modal, sight));
			render(
				html`${keyed(id, html`<page-form .store=${store} .sight=${sight} .acts=${this.#acts()}></page-form>`)}`,
				root,
			);
			await settled(root);
			read.push(readForm(root));
		}
		render(nothing, root);
		return read;
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

/** An interaction whose bot has opened a form for the viewer. */
function opened(id: string, modal: ModalBody, { viewer }: Sight): PageInteraction {
	return {
		id,
		kind: 'chat-input',
		target: 'verify',
		guildId: viewer.guildId,
		channelId: '0',
		messageId: undefined,
		userId: viewer.userId,
		dispatchedAt: 0,
		acknowledgedAfterMs: 1,
		failure: undefined,
		modal,
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
