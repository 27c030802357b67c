import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ActRefused, type Connection } from '../connection.js';
import { rowAfter } from '../controls/list-keys.js';
import { keepPlaced, placePopup } from '../controls/popup-place.js';
import type { Sight } from '../sight.js';
import type { Store } from '../store.js';
import { LongPress } from './long-press.js';
import { type MenuEntry, type MenuSubject, menuCommands, menuEntries } from './menu-entries.js';
import { profile } from './profile.js';

type Opened = (MenuSubject | { readonly kind: 'profile'; readonly userId: string }) & {
	/** The element beside the popup, and the exact point if there was one. */
	readonly beside: Element;
	readonly at: { readonly x: number; readonly y: number } | undefined;
};

const noticeMs = 2_000;

/**
 * The menus of members and messages: by right click, by the menu key or Shift+F10, or by a long press, on whatever of
 * the frame around it carries `data-user-id` or `data-message-id`. Elements with `data-message-menu` open a message's
 * menu when they are pressed.
 */
export class PageMenus extends LitElement {
	static override properties = {
		store: { attribute: false },
		connection: { attribute: false },
		sight: { attribute: false },
		channelId: { attribute: false },
		opened: { state: true },
		problem: { state: true },
		notice: { state: true },
	};
	declare store: Store;
	declare connection: Connection;
	declare sight: Sight;
	declare channelId: string | undefined;
	declare protected opened: Opened | undefined;
	declare protected problem: string | undefined;
	declare protected notice: string | undefined;
	#ending: AbortController | undefined;
	#endPlacing: (() => void) | undefined;
	#noticeTimer: ReturnType<typeof setTimeout> | undefined;

	override connectedCallback(): void {
		super.connectedCallback();
		const frame = this.parentElement;
		if (frame === null) return;
		this.#ending = new AbortController();
		const { signal } = this.#ending;
		frame.addEventListener('contextmenu', this.#asked, { signal });
		frame.addEventListener('click', this.#pressed, { signal });
		new LongPress(frame, (target, at) => this.#openAt(target, at), signal);
		document.addEventListener('pointerdown', this.#pressedElsewhere, { capture: true, signal });
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#ending?.abort();
		this.#endPlacing?.();
		clearTimeout(this.#noticeTimer);
		this.opened = undefined;
	}

	/** Shows who a member is, beside the element that was pressed. */
	openMember(userId: string, beside: Element): void {
		this.#open({ kind: 'profile', userId, beside, at: undefined });
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override updated(changed: PropertyValues): void {
		if (!changed.has('opened')) return;
		this.#endPlacing?.();
		const popup = this.#popup;
		const { opened } = this;
		if (popup === null || opened === undefined) return;
		if (!popup.matches(':popover-open')) popup.showPopover();
		this.#endPlacing = keepPlaced(() => {
			const { at } = opened;
			const point = at === undefined ? undefined : { top: at.y, bottom: at.y, left: at.x, width: 0 };
			placePopup(popup, opened.beside, point);
		});
		popup.querySelector<HTMLElement>('.menu-item')?.focus({ preventScroll: true });
	}

	protected override render(): TemplateResult {
		return html`${this.opened === undefined ? nothing : this.#content(this.opened)}
			<p class="menu-notice" role="status">${this.notice ?? nothing}</p>`;
	}

	#content(opened: Opened): TemplateResult {
		const name = 'userId' in opened ? this.sight.nameOf('user', opened.userId) : undefined;
		const problem = html`<p class="field-problem" role="alert">${this.problem ?? nothing}</p>`;
		if (opened.kind === 'profile') {
			const { userId } = opened;
			const entries: MenuEntry[] = [
				...menuCommands({ kind: 'member', userId }, this.sight),
				{ kind: 'copy', label: 'Copy user ID', text: userId },
			];
			return html`<div class="menu" popover="manual" role="dialog" aria-label=${name ?? 'Profile'} @keydown=${this.#keyInProfile} @focusout=${this.#left}>
				${profile(userId, this.sight, entries, (entry) => this.#choose(entry))}${problem}
			</div>`;
		}
		const entries = menuEntries(opened, this.store, this.sight);
		return html`<div class="menu" popover="manual" role="menu" aria-label=${opened.kind === 'member' ? (name ?? 'Member') : 'Message'} @keydown=${this.#keyInMenu} @focusout=${this.#left}>
			${entries.map(
				(entry) =>
					html`<button type="button" class="menu-item" role="menuitem" tabindex="-1" dir="auto" @click=${() => this.#choose(entry)}>${entry.label}</button>`,
			)}${this.problem === undefined ? nothing : problem}
		</div>`;
	}

	get #popup(): HTMLElement | null {
		return this.querySelector<HTMLElement>('.menu');
	}

	#open(opened: Opened): void {
		this.problem = undefined;
		this.opened = opened;
	}

	#close(focus: 'back' | 'stays'): void {
		const { opened } = this;
		this.opened = undefined;
		this.#endPlacing?.();
		if (focus === 'back' && opened?.beside instanceof HTMLElement)
			opened.beside.focus({ preventScroll: true });
	}

	#choose(entry: MenuEntry): void {
		const { opened } = this;
		if (opened === undefined) return;
		switch (entry.kind) {
			case 'profile':
				this.openMember(entry.userId, opened.beside);
				return;
			case 'copy':
				void this.#copy(entry.text);
				return;
			case 'command':
				void this.#use(entry.name, opened);
		}
	}

	async #use(name: string, opened: Opened): Promise<void> {
		const { userId, guildId } = this.sight.viewer;
		const person = { userId, guildId };
		const { channelId } = this;
		try {
			if (opened.kind === 'message') {
				await this.connection.act('message-menu', { person, name, messageId: opened.messageId });
			} else {
				await this.connection.act('user-menu', { person, name, targetId: opened.userId, channelId });
			}
			this.#close('back');
			// For the frame: the answer comes in the channel, which a drawer may cover.
			this.dispatchEvent(new Event('used'));
		} catch (error) {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = error.message;
		}
	}

	async #copy(text: string): Promise<void> {
		this.#close('back');
		// A browser may keep its clipboard to itself.
		const isDone = await navigator.clipboard.writeText(text).then(
			() => true,
			() => false,
		);
		this.notice = isDone ? 'Copied' : 'The browser did not let it be copied';
		clearTimeout(this.#noticeTimer);
		this.#noticeTimer = setTimeout(() => {
			this.notice = undefined;
		}, noticeMs);
	}

	/** True if there is a menu for the target. */
	#openAt(target: Element, at: Opened['at']): boolean {
		if (this.contains(target) || target.closest('input, textarea, a[href], page-form') !== null) return false;
		const message = target.closest('[data-message-id]');
		const isPicture = target.closest('.message > .avatar') !== null;
		const member = isPicture
			? message?.querySelector('.message-main [data-user-id]')
			: target.closest('[data-user-id]');
		const userId = member?.getAttribute('data-user-id');
		const messageId = message?.getAttribute('data-message-id');
		const beside = target.closest('button, [tabindex]') ?? target;
		if (userId != null) this.#open({ kind: 'member', userId, beside, at });
		else if (messageId != null) this.#open({ kind: 'message', messageId, beside, at });
		else return false;
		return true;
	}

	readonly #asked = (event: MouseEvent): void => {
		if (!(event.target instanceof Element)) return;
		// Marked text is for the browser's own menu.
		if (getSelection()?.isCollapsed === false) return;
		// The menu key gives no place, or a meaningless one.
		const isPointed = event.button === 2 || event.detail > 0;
		if (this.#openAt(event.target, isPointed ? { x: event.clientX, y: event.clientY } : undefined)) {
			event.preventDefault();
		}
	};

	readonly #pressed = (event: MouseEvent): void => {
		if (!(event.target instanceof Element) || this.contains(event.target)) return;
		const button = event.target.closest('[data-message-menu]');
		const message = event.target.closest('[data-message-id]');
		const messageId = message?.getAttribute('data-message-id');
		if (button !== null && messageId != null) {
			this.#open({ kind: 'message', messageId, beside: button, at: undefined });
			return;
		}
		const author = message?.querySelector('.message-main [data-user-id]');
		const userId = author?.getAttribute('data-user-id');
		if (event.target.closest('.message > .avatar') !== null && userId != null && author != null) {
			this.openMember(userId, author);
		}
	};

	readonly #keyInMenu = (event: KeyboardEvent): void => {
		const items = [...this.querySelectorAll<HTMLElement>('.menu-item')];
		const row = rowAfter(event, items.indexOf(document.activeElement as HTMLElement), items.length, false);
		if (row !== undefined) {
			event.preventDefault();
			items[row]?.focus();
		} else if (event.key === 'Tab') {
			event.preventDefault();
			this.#close('back');
		} else this.#keyInProfile(event);
	};

	readonly #keyInProfile = (event: KeyboardEvent): void => {
		if (event.key !== 'Escape') return;
		event.preventDefault();
		event.stopPropagation();
		this.#close('back');
	};

	readonly #left = (event: FocusEvent): void => {
		if (event.relatedTarget instanceof Node && !this.contains(event.relatedTarget)) this.#close('stays');
	};

	readonly #pressedElsewhere = (event: PointerEvent): void => {
		if (this.opened === undefined || !(event.target instanceof Node)) return;
		if (!this.contains(event.target)) this.#close('stays');
	};
}

customElements.define('page-menus', PageMenus);
