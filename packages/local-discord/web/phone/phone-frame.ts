import { html, nothing, type TemplateResult } from 'lit';
import { closeOnBack } from '../back.js';
import { PageComposer } from '../composer/page-composer.js';
import { ActingElement } from '../page-element.js';
import '../forms/page-form.js';
import { PageMenus } from '../menus/page-menus.js';
import type { OpenChannel } from '../message/link.js';
import { ticking } from '../message/ticking.js';
import type { MessageActs, Sight } from '../sight.js';
import { maxMessages, type Store } from '../store.js';
import { channelList } from './channel-list.js';
import { type Drawer, deviceHeader } from './device-header.js';
import { frameControls } from './frame-controls.js';
import { lookOf } from './frame-look.js';
import type { FrameView } from './frame-views.js';
import { memberList } from './member-list.js';
import { MessageList } from './message-list.js';
import { type ReadMarks, unreadIn } from './read-marks.js';
import { type Scene, sceneOf } from './scene.js';
import { timeline } from './timeline.js';
import { startLine } from './timeline-lines.js';

/** One person's Discord: the server's channels, the messages, and everything that can be typed and pressed. */
export class PhoneFrame extends ActingElement {
	static override properties = {
		store: { attribute: false },
		view: { attribute: false },
		marks: { attribute: false },
		side: { attribute: false },
		isShown: { attribute: false },
		onView: { attribute: false },
		ringed: { attribute: false },
		drawer: { state: true },
	};
	declare store: Store;
	declare view: FrameView;
	declare marks: ReadMarks;
	/** The index of the frame, because both may show the same person. */
	declare side: 'left' | 'right';
	/** True if the page currently shows this frame, since hidden messages don't count as read. */
	declare isShown: boolean;
	/** Called with the view to show instead. */
	declare onView: (change: Partial<FrameView>) => void;
	/** The ids of messages with a ring around them. */
	declare ringed: ReadonlySet<string>;
	declare drawer: Drawer;
	readonly #acts: MessageActs = {
		press: (messageId, customId) => this.#do('press', { messageId, customId }),
		select: (messageId, customId, values) => this.#do('select', { messageId, customId, values }),
		openMember: (userId, beside) => this.#menus?.openMember(userId, beside),
		typeCommand: (name) => this.#composer?.typeCommand(name),
	};
	#scene: Scene | undefined;
	/** The channel and viewer when this was last drawn. */
	#place = '';
	#drawnVersion = -1;
	#forget: (() => void) | undefined;

	override connectedCallback(): void {
		super.connectedCallback();
		this.#forget = this.store.onChange(() => this.#storeChanged());
		document.addEventListener('visibilitychange', this.#redraw);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#forget?.();
		document.removeEventListener('visibilitychange', this.#redraw);
	}

	protected override willUpdate(): void {
		this.#drawnVersion = this.store.sceneVersion;
		const scene = sceneOf(this.store, this.view);
		this.#scene = scene;
		const { viewer, channelId, messages } = scene ?? {};
		const place = `${viewer?.userId} ${channelId}`;
		const isNewPlace = place !== this.#place;
		this.#place = place;
		if (isNewPlace) this.problem = undefined;
		if (viewer === undefined || channelId === undefined) return;
		const newest = messages?.at(-1)?.message.id;
		const isAtBottom = isNewPlace || this.#list?.isAtBottom !== false;
		const isSeen = this.isShown && document.visibilityState === 'visible' && isAtBottom;
		if (isSeen && newest !== undefined) this.marks.markRead(viewer.userId, channelId, newest);
	}

	protected override updated(): void {
		closeOnBack(this.#close, this.drawer !== undefined && this.isShown);
	}

	protected override render(): TemplateResult {
		const scene = this.#scene;
		if (scene === undefined) return html`<p class="empty">Nobody is here any more.</p>`;
		const { viewer, sight } = scene;
		return html`<section class="frame"
			aria-label="${viewer.name}, ${viewer.alias}, ${this.side}" tabindex="-1" @keydown=${this.#key}>
			${frameControls({
				people: this.store.people,
				guilds: this.store.guilds,
				viewer,
				view: this.view,
				onView: this.onView,
				onLocale: (locale) => this.#do('set-locale', { locale }),
			})}
			<div class="device" lang=${sight.locale}>
				${statusBar(sight)}
				${deviceHeader(scene, {
					botName: this.store.world?.botName ?? '',
					drawer: this.drawer,
					isElsewhereUnread: this.#isElsewhereUnread(scene),
					onToggle: (drawer) => this.#toggle(drawer),
				})}
				<div class="device-body">
					${this.#channels(scene)}
					${this.#conversation(scene)}
					${this.#members(scene)}
					${this.drawer !== undefined ? html`<div class="scrim" @click=${this.#close}></div>` : nothing}
				</div>
				<page-menus .connection=${this.connection} .sight=${sight} .channelId=${scene.channelId} @used=${this.#close}></page-menus>
				<page-form .store=${this.store} .connection=${this.connection} .sight=${sight} .acts=${this.#acts}></page-form>
			</div>
		</section>`;
	}

	#channels({ viewer, guild, directs, channelId }: Scene): TemplateResult {
		const { applicationId = '', botName = '' } = this.store.world ?? {};
		return html`<div class="side start ${this.drawer === 'channels' ? 'open' : ''}">${channelList({
			viewer,
			guild,
			directs,
			bot: { id: applicationId, name: botName },
			label: `Channels, ${viewer.name}, ${this.side}`,
			current: channelId,
			unread: (id) => unreadIn(id, viewer, this),
			onOpen: (id) => {
				this.#close();
				this.onView({ channelId: id });
			},
		})}</div>`;
	}

	#members({ guild, sight, viewer }: Scene): TemplateResult {
		return html`<div class="side end ${this.drawer === 'members' ? 'open' : ''}">${
			guild === undefined
				? nothing
				: memberList(guild, sight, `${viewer.name}, ${this.side}`, this.#acts.openMember)
		}</div>`;
	}

	#conversation(scene: Scene): TemplateResult {
		const { viewer, sight, channelId, channel } = scene;
		const placeName = channel?.name ?? this.store.world?.botName ?? '';
		const guildName = this.store.guilds.get(viewer.guildId)?.name ?? 'the server';
		return html`<div class="conversation" ?inert=${this.drawer !== undefined}>
			${viewer.isMember ? nothing : html`<p class="notice">${viewer.name} is not in ${guildName}.</p>`}
			${
				channelId === undefined
					? html`<p class="empty">There is no channel to see.</p>`
					: html`<message-list .rows=${this.#rows(scene, channelId)} .channelId=${this.#place} .look=${lookOf(sight)} .sight=${sight}
						.ringed=${this.ringed} .acts=${this.#acts} .label=${`Messages in ${placeName}, ${viewer.name}, ${this.side}`} .start=${this.#start(scene, placeName)}
						@open-channel=${({ detail }: OpenChannel) => this.onView({ channelId: detail.channelId })}
						@bottom-changed=${this.#redraw}></message-list>`
			}
			<p class="problem" role="status">${this.problem}</p>
			${
				channelId === undefined
					? nothing
					: html`<page-composer .store=${this.store} .connection=${this.connection} .sight=${sight} .channelId=${channelId}></page-composer>`
			}
		</div>`;
	}

	#start({ channel, channelId = '', sight }: Scene, placeName: string): TemplateResult | undefined {
		const isCut = (this.store.messages.get(channelId)?.length ?? 0) >= maxMessages;
		return isCut ? undefined : startLine(placeName, channel === undefined, sight);
	}

	#rows({ messages, viewer }: Scene, channelId: string) {
		return timeline({ messages, interactions: this.store.interactions, viewerId: viewer.userId, channelId });
	}

	get #list(): MessageList | undefined {
		const list = this.querySelector('message-list');
		return list instanceof MessageList ? list : undefined;
	}

	get #composer(): PageComposer | undefined {
		const composer = this.querySelector('page-composer');
		return composer instanceof PageComposer ? composer : undefined;
	}

	get #menus(): PageMenus | undefined {
		const menus = this.querySelector('page-menus');
		return menus instanceof PageMenus ? menus : undefined;
	}

	/** Does something as the frame's person; a refusal becomes the client's notice to them. */
	#do(act: string, args: object): void {
		const { userId, guildId } = this.#scene?.viewer ?? {};
		void this.act(act, { person: { userId, guildId }, ...args });
	}

	#isElsewhereUnread({ guild, viewer, directs, channelId }: Scene): boolean {
		const seen = (guild?.channels ?? []).filter(({ id }) => !viewer.hiddenChannelIds.includes(id));
		const ids = [...seen.map(({ id }) => id), ...directs.map((direct) => direct.channelId)];
		return ids.some((id) => id !== channelId && unreadIn(id, viewer, this) > 0);
	}

	#toggle(drawer: 'channels' | 'members'): void {
		if (this.drawer === drawer) {
			this.#close();
			return;
		}
		this.drawer = drawer;
		this.#focusNext(drawer === 'channels' ? '.side.start [aria-current="page"]' : '.side.end button');
	}

	readonly #close = () => {
		if (this.drawer === undefined) return;
		this.#focusNext(this.drawer === 'channels' ? '.channels-button' : '.members-button');
		this.drawer = undefined;
	};

	#focusNext(selector: string): void {
		void this.updateComplete.then(() => this.querySelector<HTMLElement>(selector)?.focus());
	}

	readonly #key = (event: KeyboardEvent) => {
		const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
		if (key === 'Escape' && !defaultPrevented) this.#close();
		// As in Discord, keys that nothing else handles are typed into the box.
		const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
		if (!isLetter || !(target instanceof Element) || !target.matches('.frame, .scroller')) return;
		this.querySelector<HTMLElement>('.composer-input')?.focus();
	};

	#storeChanged(): void {
		if (this.store.sceneVersion !== this.#drawnVersion) this.requestUpdate();
	}

	readonly #redraw = () => this.requestUpdate();
}

/** The top edge of a phone: the world's time in its owner's format. It moves with the world's clock. */
function statusBar({ locale, timeZone, clock }: Sight): TemplateResult {
	const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
	const day = new Intl.DateTimeFormat(locale, {
		weekday: 'short',
		day: 'numeric',
		month: 'short',
		timeZone,
	});
	return html`<div class="status-bar"><time>${ticking(() => time.format(clock()))}</time><span>${ticking(() => day.format(clock()))}</span></div>`;
}

customElements.define('phone-frame', PhoneFrame);
