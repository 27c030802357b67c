import { html, nothing, type TemplateResult } from 'lit';
import { shownName } from '../composer/usable-commands.js';
import type { Sight } from '../sight.js';
import { avatar } from './avatar.js';
import { clientWords } from './client-words.js';
import { hashIcon, mailIcon } from './icons.js';
import type { TimelineRow, UsedCommand } from './timeline.js';

/** Above the first message of a channel. */
export function startLine(place: string, isDirect: boolean, { locale }: Sight): TemplateResult {
	const name = isDirect ? place : `#${place}`;
	return html`<div class="start-line">
		<span class="start-icon">${isDirect ? mailIcon : hashIcon}</span>
		<h3><bdi>${name}</bdi></h3>
		${isDirect ? nothing : html`<p>${clientWords(locale).start.replace('{channel}', name)}</p>`}
	</div>`;
}

/** Between two days. */
export function dayLine(at: number, { locale, timeZone }: Sight): TemplateResult {
	const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at);
	return html`<div class="day-line" role="separator"><span>${day}</span></div>`;
}

/** "Maya used /verify", above the reply. */
export function usedLine(used: UsedCommand, sight: Sight): TemplateResult {
	const name = sight.nameOf('user', used.userId) ?? used.userId;
	const parts: Readonly<Record<string, TemplateResult>> = {
		'{user}': html`${avatar(used.userId, name)}<bdi class="who">${name}</bdi>`,
		'{command}': html`<bdi class="what">${shownName(used.target, used.kind === 'chat-input', sight.guild, sight.locale)}</bdi>`,
	};
	const texts = clientWords(sight.locale).used.split(/(\{user\}|\{command\})/);
	return html`<p class="used-line">${texts.map((text) => parts[text] ?? text)}</p>`;
}

/** A command that has no reply yet, or never got one. */
export function commandLine(
	{ interaction }: Extract<TimelineRow, { kind: 'command' }>,
	sight: Sight,
): TemplateResult {
	const words = clientWords(sight.locale);
	const isInVain = interaction.failure !== undefined;
	return html`<div class="command-line">
		${usedLine(interaction, sight)}
		${
			isInVain
				? html`<p class="failure">${words.noResponse}</p>`
				: html`<p class="sending">${words.sending}</p>`
		}
	</div>`;
}
