import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { ActRefused, type Connection } from '../connection.js';
import { MediaQuery } from '../media-query.js';
import type { OpenChannel } from '../message/link.js';
import type { MessageActs } from '../sight.js';
import type { Store } from '../store.js';
import { isThread } from './channel-groups.js';
import { channelList } from './channel-list.js';
import { frameControls } from './frame-controls.js';
import { lookOf } from './frame-look.js';
import type { FrameView } from './frame-view.js';
import { hashIcon, mailIcon, membersIcon, menuIcon, threadIcon } from './icons.js';
import { memberList } from './member-list.js';
import { MessageList } from './message-list.js';
import { isAfter, type ReadMarks } from './read-marks.js';
import { type Scene, sceneOf, seenBy } from './scene.js';
import { timeline } from './timeline.js';

/** One person's Discord: the server's channels, the messages, and what can be typed and pressed. */
export class PhoneFrame extends LitElement {
	static override properties = {
		store: { attribute: false },
		connection: { attribute: false },
		view: { attribute: false },
		marks: { attribute: false },
		onView: { attribute: false },
		drawer: { state: true },
		problem: { state: true },
	};
	declare store: Store;
	declare connection: Connection;
	declare view: FrameView;
	declare marks: ReadMarks;
	/** Told of what is to be shown instead. */
	declare onView: (change: Partial<FrameView>) => void;
	/** What lies over the messages of a phone. */
	declare drawer: 'channels' | 'members' | undefined;
	/** What the person was told last by the client itself. */
	declare problem: string | undefined;
	readonly #prefersLight = new MediaQuery(this, '(prefers-color-scheme: light)');
	#dismissed: ReadonlySet<string> = new Set();
	#scene: Scene | undefined;
	/** Which channel was shown to whom when this was last drawn. */
	#place = '';
	/** The last message that was read when the mark "New messages" was set; undefined sets none. */
	#readUpTo: string | undefined;
	#forget: (() => void) | undefined;

	override connectedCallback(): void {
		super.connectedCallback();
		this.#forget = this.store.onChange(() => this.requestUpdate());
		document.addEventListener('visibilitychange', this.#redraw);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#forget?.();
		document.removeEventListener('visibilitychange', this.#redraw);
	}

	/** No shadow: one style sheet for the whole page, and its text can be read as a whole. */
	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override willUpdate(): void {
		this.#scene = sceneOf(this.store, this.view, this.#isLight);
		const place = `${this.#scene?.viewer.userId} ${this.#scene?.channelId}`;
		if (place === this.#place) return;
		this.#place = place;
		this.problem = undefined;
		const channelId = this.#scene?.channelId ?? '';
		this.#readUpTo = this.#unread(channelId) > 0 ? this.#lastRead(channelId) : undefined;
	}

	protected override render(): TemplateResult {
		const scene = this.#scene;
		if (scene === undefined) return html`<p class="empty">Nobody is here any more.</p>`;
		const { viewer } = scene;
		return html`<section class="frame ${this.#isLight ? 'theme-light' : 'theme-dark'} ${this.view.isWide ? 'wide' : 'narrow'}"
			aria-label="${viewer.name}, ${viewer.alias}" @keydown=${this.#key}>
			${frameControls({
				people: this.store.people,
				guilds: this.store.guilds,
				viewer,
				view: this.view,
				isLight: this.#isLight,
				onView: this.onView,
				onLocale: (locale) => this.#do('set-locale', { person: personOf(scene), locale }),
			})}
			<div class="device">
				${this.#header(scene)}
				<div class="device-body">
					${this.#channels(scene)}
					${this.#conversation(scene)}
					${this.#members(scene)}
				</div>
			</div>
			<p class="problem" role="status">${this.problem}</p>
		</section>`;
	}

	protected override updated(): void {
		const { channelId, viewer, messages } = this.#scene ?? {};
		const newest = messages?.at(-1)?.message.id;
		if (viewer === undefined || channelId === undefined || newest === undefined) return;
		const isSeen = document.visibilityState === 'visible' && this.checkVisibility();
		if (isSeen && this.#list?.isAtBottom !== false) this.marks.markRead(viewer.userId, channelId, newest);
	}

	#header({ channel, channelId, guild }: Scene): TemplateResult {
		const icon = channel === undefined ? mailIcon : isThread(channel) ? threadIcon : hashIcon;
		const name = channel?.name ?? (channelId === undefined ? '' : this.store.world?.botName);
		return html`<header class="device-header">
			<button type="button" class="icon-button channels-button" aria-label="Channels" aria-expanded=${this.drawer === 'channels'}
				@click=${() => this.#toggle('channels')}>${menuIcon}${this.#unreadElsewhere() ? html`<span class="dot"></span>` : nothing}</button>
			<div class="device-place">
				<h2 class="device-title">${name === '' ? nothing : icon}<span class="name" dir="auto">${name}</span></h2>
				<p class="name" dir="auto">${channel === undefined ? nothing : guild?.name}</p>
			</div>
			${
				guild === undefined
					? nothing
					: html`<button type="button" class="icon-button members-button" aria-label="Members" aria-expanded=${this.drawer === 'members'}
						@click=${() => this.#toggle('members')}>${membersIcon}</button>`
			}
		</header>`;
	}

	#channels({ viewer, guild, directs, channelId }: Scene): TemplateResult {
		const { applicationId = '', botName = '' } = this.store.world ?? {};
		return html`<div class="side start ${this.drawer === 'channels' ? 'open' : ''}">${channelList({
			viewer,
			guild,
			directs,
			bot: { id: applicationId, name: botName },
			current: channelId,
			unread: (id) => this.#unread(id),
			onOpen: (id) => {
				this.#close();
				this.onView({ channelId: id });
			},
		})}</div>`;
	}

	#members({ guild, sight }: Scene): TemplateResult {
		return html`<div class="side end ${this.drawer === 'members' ? 'open' : ''}">${
			guild === undefined
				? nothing
				: memberList(guild, sight, (userId, beside) => this.#acts.openMember(userId, beside))
		}</div>`;
	}

	#conversation(scene: Scene): TemplateResult {
		const { viewer, sight, channelId, channel } = scene;
		const guildName = this.store.guilds.get(viewer.guildId)?.name ?? 'the server';
		const rows = timeline({
			messages: scene.messages,
			interactions: this.store.interactions,
			viewerId: viewer.userId,
			channelId: channelId ?? '',
			dismissed: this.#dismissed,
			readUpTo: this.#readUpTo,
			dayOf: dayIn(sight.timeZone),
		});
		return html`<div class="conversation" ?inert=${this.drawer !== undefined && !this.view.isWide}>
			${viewer.isMember ? nothing : html`<p class="notice">${viewer.name} is not in ${guildName}.</p>`}
			${
				channelId === undefined
					? html`<p class="empty">There is no channel to see.</p>`
					: html`<message-list .rows=${rows} .channelId=${`${viewer.userId} ${channelId}`} .look=${lookOf(sight)} .sight=${sight}
						.acts=${this.#acts} @open-channel=${({ detail }: OpenChannel) => this.onView({ channelId: detail.channelId })} .label=${`Messages in ${channel?.name ?? this.store.world?.botName}`}
						@bottom-changed=${this.#bottomChanged}></message-list>`
			}
		</div>`;
	}

	get #isLight(): boolean {
		return this.view.theme === undefined ? this.#prefersLight.matches : this.view.theme === 'light';
	}

	get #list(): MessageList | undefined {
		const list = this.querySelector('message-list');
		return list instanceof MessageList ? list : undefined;
	}

	/** One object for as long as the frame lives: messages are not drawn anew for its sake. */
	readonly #acts: MessageActs = {
		press: (messageId, customId) => this.#act('press', { messageId, customId }),
		select: (messageId, customId, values) => this.#act('select', { messageId, customId, values }),
		openMember: () => undefined,
		typeCommand: () => undefined,
		dismiss: (messageId) => {
			this.#dismissed = new Set([...this.#dismissed, messageId]);
			this.requestUpdate();
		},
		isPending: (messageId, customId) =>
			[...this.store.interactions.values()].some(
				(it) =>
					it.messageId === messageId &&
					it.target === customId &&
					it.userId === this.#scene?.viewer.userId &&
					it.acknowledgedAfterMs === undefined &&
					it.failure === undefined,
			),
	};

	#act(name: string, args: object): void {
		if (this.#scene !== undefined) this.#do(name, { person: personOf(this.#scene), ...args });
	}

	#do(act: string, args: unknown): void {
		this.problem = undefined;
		this.connection.act(act, args).catch((error: unknown) => {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = error.message;
		});
	}

	#lastRead(channelId: string): string {
		return this.marks.lastRead(this.#scene?.viewer.userId ?? '', channelId);
	}

	#unread(channelId: string): number {
		const { viewer } = this.#scene ?? {};
		if (viewer === undefined) return 0;
		const lastRead = this.#lastRead(channelId);
		const messages = this.store.messages.get(channelId) ?? [];
		return seenBy(viewer, messages).filter(({ message }) => isAfter(message.id, lastRead)).length;
	}

	#unreadElsewhere(): boolean {
		const { guild, viewer, directs = [], channelId } = this.#scene ?? {};
		const seen = (guild?.channels ?? []).filter(({ id }) => viewer?.hiddenChannelIds.includes(id) === false);
		const ids = [...seen.map(({ id }) => id), ...directs.map((direct) => direct.channelId)];
		return ids.some((id) => id !== channelId && this.#unread(id) > 0);
	}

	#toggle(drawer: 'channels' | 'members'): void {
		if (this.drawer === drawer) {
			this.#close();
			return;
		}
		this.drawer = drawer;
		const first = drawer === 'channels' ? '.side.start [aria-current="page"]' : '.side.end button';
		void this.updateComplete.then(() => this.querySelector<HTMLElement>(first)?.focus());
	}

	#close(): void {
		if (this.drawer === undefined) return;
		const opener = this.drawer === 'channels' ? '.channels-button' : '.members-button';
		this.drawer = undefined;
		void this.updateComplete.then(() => this.querySelector<HTMLElement>(opener)?.focus());
	}

	readonly #key = (event: KeyboardEvent) => {
		if (event.key === 'Escape' && !event.defaultPrevented) this.#close();
	};

	readonly #redraw = () => this.requestUpdate();

	readonly #bottomChanged = () => {
		if (this.#list?.isAtBottom === false) this.#readUpTo = this.#scene?.messages.at(-1)?.message.id;
		this.requestUpdate();
	};
}

function personOf({ viewer }: Scene): { readonly userId: string; readonly guildId: string } {
	return { userId: viewer.userId, guildId: viewer.guildId };
}

function dayIn(timeZone: string): (at: number) => string {
	// Swedish dates are written as in ISO 8601.
	const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
	return (at) => format.format(at);
}

customElements.define('phone-frame', PhoneFrame);
