import { html, nothing, type TemplateResult } from 'lit';
import { choiceMark } from '../controls/choice-list.js';
import { avatar } from '../phone/avatar.js';
import type { Sight } from '../sight.js';
import type { MenuEntry } from './menu-entries.js';

/** A member's profile in the server: name, roles, and actions. */
export function profile(
	userId: string,
	sight: Sight,
	entries: readonly MenuEntry[],
	choose: (entry: MenuEntry) => void,
): TemplateResult {
	const { guild, nameOf, colourOf } = sight;
	const member = guild?.members.find((it) => it.userId === userId);
	const name = nameOf('user', userId) ?? userId;
	const roles = guild?.roles.filter(({ id }) => member?.roleIds.includes(id)).toReversed() ?? [];
	return html`<div class="profile">
		<div class="profile-head">
			${avatar(userId, name)}
			<div>
				<strong class="profile-name" dir="auto">${name}</strong>
				${member?.isBot ? html`<span class="app-badge">APP</span>` : nothing}
				${member?.isTimedOut ? html`<p class="profile-note">Timed out</p>` : nothing}
				${guild !== undefined && member === undefined ? html`<p class="profile-note">Not in this server</p>` : nothing}
			</div>
		</div>
		${
			roles.length === 0
				? nothing
				: html`<h3>Roles</h3>
					<ul class="profile-roles">${roles.map(
						({ id, name: role }) =>
							html`<li>${choiceMark({ kind: 'role', colour: colourOf('role', id) })}<span dir="auto">${role}</span></li>`,
					)}</ul>`
		}
		<h3>User ID</h3>
		<p class="profile-id">${userId}</p>
		<div class="profile-acts">${entries.map(
			(entry) =>
				html`<button type="button" class="menu-item" dir="auto" @click=${() => choose(entry)}>${entry.label}</button>`,
		)}</div>
	</div>`;
}
