import { html, LitElement, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PageGuild, PageMessage, PagePerson } from '../../src/page/protocol.js';
import { ActRefused, type Connection } from '../connection.js';
import { messageTemplate } from '../message/message.js';
import { type MessageActs, type Sight, sightOf } from '../sight.js';
import type { Store } from '../store.js';

/** One person's Discord: the server's channels, the messages, and what can be typed and pressed. */
export class PhoneFrame extends LitElement {
	static override properties = {
		store: { attribute: false },
		connection: { attribute: false },
		personKey: { attribute: false },
		channelId: { state: true },
		isLight: { state: true },
		isWide: { state: true },
		problem: { state: true },
	};
	declare store: Store;
	declare connection: Connection;
	/** `userId/guildId` of whom one acts as. */
	declare personKey: string;
	declare channelId: string | undefined;
	declare isLight: boolean;
	/** As on a computer: with the channels and the members at the sides. */
	declare isWide: boolean;
	/** What the person was told last by the client itself. */
	declare problem: string | undefined;

	constructor() {
		super();
		this.isLight = false;
		this.isWide = false;
	}

	/** No shadow: one style sheet for the whole page, and its text can be read as a whole. */
	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override render(): TemplateResult {
		const viewer = this.store.people.find((it) => keyOf(it) === this.personKey);
		const guild = viewer === undefined ? undefined : this.store.guilds.get(viewer.guildId);
		if (viewer === undefined || guild === undefined) return html`<p>This server is not there any more.</p>`;
		const channelId = this.channelId ?? guild.channels[0]?.id;
		const sight = sightOf(this.store, viewer, guild, this.isLight);
		return html`<section class="phone" aria-label=${viewer.name}>
			<header><strong>${viewer.name}</strong> ${guild.name}</header>
			<div class="messages" role="log">${this.#messages(channelId, sight, guild, viewer)}</div>
			<p role="status">${this.problem}</p>
		</section>`;
	}

	#messages(channelId: string | undefined, sight: Sight, guild: PageGuild, viewer: PagePerson) {
		const seen = (this.store.messages.get(channelId ?? '') ?? []).filter(
			({ visibleTo }) => visibleTo === undefined || visibleTo === viewer.userId,
		);
		return repeat(
			seen,
			({ message }) => message.id,
			(it: PageMessage) =>
				guard([it, guild, viewer, this.isLight], () =>
					messageTemplate(it.message, sight, this.#acts(viewer)),
				),
		);
	}

	#acts(viewer: PagePerson): MessageActs {
		const person = { userId: viewer.userId, guildId: viewer.guildId };
		return {
			press: (messageId, customId) => this.#do('press', { person, messageId, customId }),
			select: (messageId, customId, values) => this.#do('select', { person, messageId, customId, values }),
			openMember: () => undefined,
			typeCommand: () => undefined,
		};
	}

	#do(act: string, args: unknown): void {
		this.problem = undefined;
		this.connection.act(act, args).catch((error: unknown) => {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = error.message;
		});
	}
}

/** How a frame names whom it acts as. */
export function keyOf(person: Pick<PagePerson, 'userId' | 'guildId'>): string {
	return `${person.userId}/${person.guildId}`;
}

customElements.define('phone-frame', PhoneFrame);
