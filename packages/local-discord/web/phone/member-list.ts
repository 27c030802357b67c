import { html, nothing, type TemplateResult } from 'lit';
import type { PageGuild, PageMember } from '../../src/page/protocol.js';
import type { Sight } from '../sight.js';
import { avatar } from './avatar.js';
import { clientWords } from './client-words.js';

/** A server's members by their highest role, from the top. `whose`: the frame's person, for the accessible name. */
export function memberList(
	guild: PageGuild,
	sight: Sight,
	whose: string,
	onOpen: (userId: string, beside: Element) => void,
): TemplateResult {
	const words = clientWords(sight.locale);
	return html`<aside class="members" aria-label="${words.members}, ${whose}">
		${groupsOf(guild).map(
			({ name, members }) =>
				html`<h3><bdi>${name ?? words.members}</bdi> — ${members.length}</h3>
				<ul>${members.map(
					(member) =>
						html`<li><button type="button" class="member" data-user-id=${member.userId}
							@click=${(event: Event) => event.currentTarget instanceof Element && onOpen(member.userId, event.currentTarget)}>
							${avatar(member.userId, member.name)}
							<span class="name role-colour" dir="auto" .style=${colourStyle(sight.colourOf('user', member.userId))}>${member.name}</span>
							${member.isBot ? html`<span class="app-badge">APP</span>` : nothing}
						</button></li>`,
				)}</ul>`,
		)}
	</aside>`;
}

function groupsOf(guild: PageGuild) {
	const fromAbove = guild.roles.filter(({ id }) => id !== guild.id).toReversed();
	const groups = new Map<string, { id: string; name: string | undefined; members: PageMember[] }>();
	for (const { id, name } of fromAbove) groups.set(id, { id, name, members: [] });
	groups.set(guild.id, { id: guild.id, name: undefined, members: [] });
	for (const member of guild.members) {
		const highest = fromAbove.find(({ id }) => member.roleIds.includes(id));
		groups.get(highest?.id ?? guild.id)?.members.push(member);
	}
	for (const { members } of groups.values()) members.sort((a, b) => a.name.localeCompare(b.name));
	return [...groups.values()].filter(({ members }) => members.length > 0);
}

function colourStyle(colour: string | undefined): string {
	return colour === undefined ? '' : `--role: ${colour}`;
}
