import { ApplicationCommandType } from 'discord-api-types/v10';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { commandsFor, nameIn } from '../composer/usable-commands.js';
import { ActRefused, type Connection } from '../connection.js';
import type { Sight } from '../sight.js';

interface Opened {
	readonly userId?: string;
	readonly messageId?: string;
}

/**
 * The menu of a member or a message, with what the bot has registered for it. Whatever of the frame around it carries
 * `data-message-menu` opens a message's menu.
 */
export class PageMenus extends LitElement {
	static override properties = {
		connection: { attribute: false },
		sight: { attribute: false },
		channelId: { attribute: false },
		opened: { state: true },
		problem: { state: true },
	};
	declare connection: Connection;
	declare sight: Sight;
	declare channelId: string | undefined;
	declare protected opened: Opened | undefined;
	declare protected problem: string | undefined;

	override connectedCallback(): void {
		super.connectedCallback();
		this.parentElement?.addEventListener('click', this.#pressed);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.parentElement?.removeEventListener('click', this.#pressed);
	}

	/** Shows what can be done with a member, beside the element that was pressed. */
	openMember(userId: string, beside: Element): void {
		this.#open({ userId }, beside);
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override render(): TemplateResult {
		const { guild, viewer, locale, nameOf } = this.sight;
		const { userId } = this.opened ?? {};
		const name = userId === undefined ? 'Message' : (nameOf('user', userId) ?? userId);
		// Members who have left are still seen in their messages, but no command finds them.
		const isGone = userId !== undefined && !guild?.members.some((member) => member.userId === userId);
		const type = userId === undefined ? ApplicationCommandType.Message : ApplicationCommandType.User;
		const entries = guild === undefined || isGone ? [] : commandsFor(guild, viewer.userId, type);
		return html`<div class="menu" popover role="dialog" aria-label=${name}>
			${
				this.opened === undefined
					? nothing
					: html`<p class="menu-title" dir="auto">${name}</p>
						${entries.map(
							(entry) =>
								html`<button type="button" class="menu-item" dir="auto" @click=${() => void this.#use(entry.name)}>${nameIn(entry, locale)}</button>`,
						)}
						${entries.length === 0 ? html`<p class="form-note">The bot offers you nothing here.</p>` : nothing}
						<p class="field-problem" role="alert">${this.problem ?? nothing}</p>`
			}
		</div>`;
	}

	#open(opened: Opened, beside: Element): void {
		this.opened = opened;
		this.problem = undefined;
		void this.updateComplete.then(() => {
			const menu = this.querySelector<HTMLElement>('.menu');
			if (menu === null) return;
			menu.showPopover();
			const { left, bottom } = beside.getBoundingClientRect();
			menu.style.left = `${Math.max(8, Math.min(left, innerWidth - menu.offsetWidth - 8))}px`;
			menu.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - menu.offsetHeight - 8))}px`;
			menu.querySelector<HTMLElement>('.menu-item')?.focus();
		});
	}

	async #use(name: string): Promise<void> {
		const { userId, guildId } = this.sight.viewer;
		const person = { userId, guildId };
		const { userId: targetId, messageId } = this.opened ?? {};
		try {
			if (messageId !== undefined) await this.connection.act('message-menu', { person, name, messageId });
			else await this.connection.act('user-menu', { person, name, targetId, channelId: this.channelId });
			this.querySelector<HTMLElement>('.menu')?.hidePopover();
			// For the frame: the answer comes in the channel, which a drawer may cover.
			this.dispatchEvent(new Event('used'));
		} catch (error) {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = error.message;
		}
	}

	readonly #pressed = (event: MouseEvent): void => {
		if (!(event.target instanceof Element)) return;
		const button = event.target.closest('[data-message-menu]');
		const messageId = button?.closest('[data-message-id]')?.getAttribute('data-message-id');
		if (button != null && messageId != null) this.#open({ messageId }, button);
	};
}

customElements.define('page-menus', PageMenus);
