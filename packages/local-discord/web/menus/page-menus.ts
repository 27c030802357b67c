import { ApplicationCommandType } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { closeOnBack } from '../back.js';
import { commandsFor, nameIn } from '../composer/usable-commands.js';
import { ActingElement } from '../page-element.js';
import type { Sight } from '../sight.js';

/** A member's menu, with the commands that the bot has registered for it. */
export class PageMenus extends ActingElement {
	static override properties = {
		sight: { attribute: false },
		channelId: { attribute: false },
		memberId: { state: true },
	};
	declare sight: Sight;
	declare channelId: string | undefined;
	declare protected memberId: string | undefined;

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
		const used = await this.act('user-menu', { person: { userId, guildId }, name, targetId, channelId });
		if (used === undefined) return;
		this.#hide();
		// Notifies the frame, because the reply comes in the channel, which a drawer may cover.
		this.dispatchEvent(new Event('used'));
	}
}

customElements.define('page-menus', PageMenus);
