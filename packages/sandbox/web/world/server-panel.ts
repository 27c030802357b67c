import type { Store } from '@claimcheck/local-discord/web/store.js';
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ServerPerson, ServerState, WorldActs } from '../../src/playground/world/world-state.js';
import { action, choice, tick } from './controls.js';
import { WorldPanel } from './world-panel.js';

type PageGuild = NonNullable<ReturnType<Store['guilds']['get']>>;

const auditStates: readonly (readonly [WorldActs['server-audit']['state'], string])[] = [
	['writable', 'The bot may write in it'],
	['unwritable', 'The bot may not write in it'],
	['deleted', 'Deleted'],
];

/** The server: its roles, its members and its channels, as its staff can change them. */
export class ServerPanel extends WorldPanel<ServerState> {
	static override properties = {
		...WorldPanel.properties,
		guild: { attribute: false },
		chosenId: { state: true },
	};
	declare guild: PageGuild | undefined;
	/** The member whose roles are shown. */
	declare chosenId: string | undefined;

	protected override render(): TemplateResult {
		const { state, guild } = this;
		if (state === undefined || guild === undefined) return html``;
		return html`${this.#roles(state, guild)} ${this.problemLine()} ${this.#members(state, guild)}
			${this.#channels(state, guild)} ${this.#other(state)}`;
	}

	#roles(state: ServerState, guild: PageGuild): TemplateResult {
		const fromAbove = guild.roles.filter(({ id }) => id !== guild.id).toReversed();
		return html`<section class="world-section">
			<h3>Roles, the highest first</h3>
			<p class="world-note">The bot gives the roles that stand below its own.</p>
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
							<span class="world-note">${mark}</span>
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
			${
				state.buyerRoleId === undefined
					? html`${action('Make a buyer role again', () => void this.act('server-buyer-role', { isThere: true }))}
						<p class="world-note">It is another role to the bot, although it has the same name: an admin chooses it
							with /setup server.</p>`
					: action('Delete the buyer role', () => void this.act('server-buyer-role', { isThere: false }), {
							kind: 'danger',
						})
			}
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
			<form class="world-line" @submit=${(event: SubmitEvent) => void this.#join(event)}>
				<label class="world-field"><span>New member</span>
					<input name="name" maxlength="32" autocomplete="off" required placeholder="Their name"></label>
				<button class="world-button">Joins</button>
			</form>
		</section>`;
	}

	#member(
		{ userId, name, isMember, isTimedOut, roleIds }: ServerPerson,
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
			${tick('Timed out for an hour', isTimedOut, (isOn) => this.act('server-time-out', { userId, isOn }))}
			${action(`${name} leaves`, () => void this.act('server-membership', { userId, isMember: false }))}`;
	}

	#channels(state: ServerState, guild: PageGuild): TemplateResult {
		const { channelId, isWritable } = state.audit;
		return html`<section class="world-section">
			<h3>Channels</h3>
			${choice({
				label: 'The audit channel',
				value: channelId === undefined ? 'deleted' : isWritable ? 'writable' : 'unwritable',
				options: auditStates,
				onChoose: (chosen) => void this.act('server-audit', { state: chosen }),
			})}
			<ul class="world-channels">
				${repeat(
					guild.channels,
					({ id }) => id,
					({
						id,
						name,
					}) => html`<li><form class="world-line" @submit=${(event: SubmitEvent) => void this.#rename(event, id)}>
						<label class="world-field"><span>#${name}</span>
							<input name="name" maxlength="100" autocomplete="off" required .defaultValue=${name}></label>
						<button class="world-button small" aria-label=${`Rename #${name}`}>Rename</button></form></li>`,
				)}
			</ul>
		</section>`;
	}

	#other({ otherGuildId }: ServerState): TemplateResult {
		return html`<section class="world-section">
			<h3>A stranger’s server</h3>
			${
				otherGuildId === undefined
					? html`<p class="world-note">The bot is in no other server. The task “A stranger’s server” shows what happens
							when another owner adds it to theirs.</p>`
					: html`<p class="world-note">Another owner has invited the bot to their server. It says that it serves
							another one.</p>
						${action('Remove the bot from it', () => void this.act('server-remove-bot', {}), { kind: 'danger' })}`
			}
		</section>`;
	}

	async #join(event: SubmitEvent): Promise<void> {
		event.preventDefault();
		const form = event.target as HTMLFormElement;
		const userId = await this.act('server-join', { name: String(new FormData(form).get('name')) });
		if (typeof userId !== 'string') return;
		this.chosenId = userId;
		form.reset();
	}

	async #rename(event: SubmitEvent, channelId: string): Promise<void> {
		event.preventDefault();
		const name = String(new FormData(event.target as HTMLFormElement).get('name'));
		await this.act('server-rename-channel', { channelId, name });
	}
}

customElements.define('server-panel', ServerPanel);
