import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { plainText, type Reader } from './markdown.js';
import { messageTime } from './time.js';

/** The author and the time. The name opens the member's menu. */
export function authorLine(message: APIMessage, { sight, acts }: Reader): TemplateResult {
	const { author } = message;
	const colour = sight.colourOf('user', author.id);
	return html`<div class="author-line">
		<button type="button" class="author role-colour" .style=${colour === undefined ? '' : `--role: ${colour}`} data-user-id=${author.id} @click=${(
			event: Event,
		) =>
			acts.openMember(
				author.id,
				event.currentTarget as Element,
			)}><bdi>${authorName(message, { sight, acts })}</bdi></button>
		${author.bot ? html`<span class="app-badge">APP</span>` : nothing}
		${messageTime(Date.parse(message.timestamp), sight)}
	</div>`;
}

export function authorName({ author }: Pick<APIMessage, 'author'>, { sight }: Reader): string {
	return plainText(sight.nameOf('user', author.id) ?? author.global_name ?? author.username);
}

export function hasFlag(message: APIMessage, flag: MessageFlags): boolean {
	return ((message.flags ?? 0) & flag) !== 0;
}

/** True if the bot has deferred its reply, which is still to come. */
export function isThinking(message: APIMessage): boolean {
	return hasFlag(message, MessageFlags.Loading);
}
