import { ApplicationCommandType } from 'discord-api-types/v10';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { closeOnBack } from '../back.js';
import { commandsFor, nameIn } from '../composer/usable-commands.js';
import { ActRefused, type Connection } from '../connection.js';
import type { Sight } from '../sight.js';

/** A member's menu, with the commands that the bot has registered for it. */
export class PageMenus extends LitElement {
	static override properties = {
		connection: { attribute: false },
		sight: { attribute: false },
		channelId: { attribute: false },
		memberId: { state: true },
		problem: { state: true },
	};
	declare connection: Connection;
	declare sight: Sight;
	declare channelId: string | undefined;
	declare protected memberId: string | undefined;
	declare protected problem: string | undefined;

	/** Shows the menu of a member next to the pressed element. */
	openMember(userId: string, beside: Element): void {
		this.memberId = userId;
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

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override render(): TemplateResult {
		const { memberId, problem } = this;
		const { guild, viewer, locale, nameOf } = this.sight;
		const name = nameOf('user', memberId ?? '') ?? memberId;
		// Members who have left still appear in their messages, but no command finds them.
		const isThere = guild?.members.some(({ userId }) => userId === memberId) === true;
		const entries = isThere ? commandsFor(guild, viewer.userId, ApplicationCommandType.User) : [];
		return html`<div class="menu" popover role="dialog" aria-label=${name ?? 'Member'} @toggle=${this.#toggled}>
			<p class="menu-title" dir="auto">${name}</p>
			${entries.map(
				(entry) =>
					html`<button type="button" class="menu-item" dir="auto" @click=${() => void this.#use(entry.name)}>${nameIn(entry, locale)}</button>`,
			)}
			${entries.length === 0 ? html`<p class="note">The bot offers you nothing here.</p>` : nothing}
			<p class="trouble" role="alert">${problem ?? nothing}</p>
		</div>`;
	}

	readonly #hide = (): void => this.querySelector<HTMLElement>('.menu')?.hidePopover();

	readonly #toggled = ({ newState }: ToggleEvent): void => closeOnBack(this.#hide, newState === 'open');

	async #use(name: string): Promise<void> {
		const { channelId, memberId: targetId } = this;
		const { userId, guildId } = this.sight.viewer;
		try {
			await this.connection.act('user-menu', { person: { userId, guildId }, name, targetId, channelId });
			this.#hide();
			// Notifies the frame, because the reply comes in the channel, which a drawer may cover.
			this.dispatchEvent(new Event('used'));
		} catch (error) {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = error.message;
		}
	}
}

customElements.define('page-menus', PageMenus);
