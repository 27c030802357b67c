import type { Store } from '@claimcheck/local-discord/web/store.js';
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ServerPerson, ServerState } from '../../src/playground/world/world-state.js';
import { action, choice, tick } from './controls.js';
import { WorldPanel } from './world-panel.js';

type PageGuild = NonNullable<ReturnType<Store['guilds']['get']>>;

/** The server: its roles and its members, as its staff can change them. */
export class ServerPanel extends WorldPanel<ServerState> {
	static override properties = {
		guild: { attribute: false },
		chosenId: { state: true },
	};
	declare guild: PageGuild | undefined;
	/** The member whose roles are shown. */
	declare chosenId: string | undefined;

	protected override render(): TemplateResult {
		const { state, guild } = this;
		if (state === undefined || guild === undefined) return html``;
		return html`${this.#roles(state, guild)} ${this.problemLine()} ${this.#members(state, guild)}`;
	}

	#roles(state: ServerState, guild: PageGuild): TemplateResult {
		const fromAbove = guild.roles.filter(({ id }) => id !== guild.id).toReversed();
		return html`<section class="world-section">
			<h3>Roles, the highest first</h3>
			<p class="note">The bot gives the roles that stand below its own.</p>
			<ol class="world-roles">
				${repeat(
					fromAbove,
					({ id }) => id,
					({ id, name }, index) => {
						const mark =
							id === state.botRoleId ? 'the bot’s own' : id === state.buyerRoleId ? 'for buyers' : '';
						const move = (direction: 'up' | 'down') => () =>
							void this.act('server-move-role', { roleId: id, direction });
						return html`<li class=${id === state.botRoleId ? 'own' : ''}><span dir="auto">${name}</span>
							<span class="note">${mark}</span>
							${action('↑', move('up'), { kind: 'small', name: `Move ${name} up`, isDisabled: index === 0 })}
							${action('↓', move('down'), {
								kind: 'small',
								name: `Move ${name} down`,
								isDisabled: index === fromAbove.length - 1,
							})}</li>`;
					},
				)}
			</ol>
			${tick('The bot has the right Manage Roles', state.botMayManageRoles, (isOn) =>
				this.act('server-manage-roles', { isOn }),
			)}
		</section>`;
	}

	#members(state: ServerState, guild: PageGuild): TemplateResult {
		const chosen = state.people.find(({ userId }) => userId === this.chosenId) ?? state.people[0];
		return html`<section class="world-section">
			<h3>Members</h3>
			${choice({
				label: 'Member',
				value: chosen?.userId ?? '',
				options: state.people.map(({ userId, name, isMember }) => [
					userId,
					isMember ? name : `${name} (has left)`,
				]),
				onChoose: (userId) => {
					this.chosenId = userId;
				},
			})}
			${chosen === undefined ? '' : this.#member(chosen, state, guild)}
		</section>`;
	}

	#member(
		{ userId, name, isMember, roleIds }: ServerPerson,
		state: ServerState,
		guild: PageGuild,
	): TemplateResult {
		if (!isMember) {
			return action(
				`${name} comes back`,
				() => void this.act('server-membership', { userId, isMember: true }),
			);
		}
		const given = guild.roles.filter(({ id }) => id !== guild.id && id !== state.botRoleId).toReversed();
		return html`<fieldset class="world-set"><legend>Roles given by hand</legend>
				${given.map(({ id, name: role }) =>
					tick(role, roleIds.includes(id), (isGiven) =>
						this.act('server-give-role', { userId, roleId: id, isGiven }),
					),
				)}</fieldset>
			${action(`${name} leaves`, () => void this.act('server-membership', { userId, isMember: false }))}`;
	}
}

customElements.define('server-panel', ServerPanel);
