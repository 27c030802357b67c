import {
	type APIAttachment,
	type APIButtonComponent,
	type APIComponentInMessageActionRow,
	type APIMessageComponentEmoji,
	ButtonStyle,
	ComponentType,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import '../controls/page-select.js';
import { linkTemplate } from './link.js';
import { plainText, type Reader } from './markdown.js';

/** The context of a control, and its user. */
export interface ControlReader extends Reader {
	readonly messageId: string;
	/** The custom ids whose presses wait for the bot's acknowledgment. */
	readonly pending: readonly string[];
	/** Files sent with the message. */
	readonly files: readonly APIAttachment[];
}

const styles: Readonly<Record<number, string>> = {
	[ButtonStyle.Primary]: 'primary',
	[ButtonStyle.Secondary]: 'secondary',
	[ButtonStyle.Success]: 'success',
	[ButtonStyle.Danger]: 'danger',
};

/** A row of buttons, or a single select. */
export function actionRow(
	components: readonly APIComponentInMessageActionRow[],
	reader: ControlReader,
): TemplateResult {
	return html`<div class="action-row">${components.map((each) => controlTemplate(each, reader))}</div>`;
}

/** One button or select. */
export function controlTemplate(
	component: APIComponentInMessageActionRow,
	reader: ControlReader,
): TemplateResult {
	if (component.type === ComponentType.Button) return buttonTemplate(component, reader);
	const { sight, acts, messageId, pending } = reader;
	const isPending = pending.includes(component.custom_id);
	return html`<page-select class=${isPending ? 'pending' : ''} .component=${component} .sight=${sight} ?disabled=${component.disabled ?? false} @pick=${({
		detail,
	}: CustomEvent<{ values: string[] }>) =>
		acts.select(messageId, component.custom_id, detail.values)}></page-select>`;
}

function buttonTemplate(
	button: APIButtonComponent,
	{ sight, acts, messageId, pending }: ControlReader,
): TemplateResult {
	if (button.style === ButtonStyle.Premium)
		return html`<button type="button" class="button secondary" disabled>Premium</button>`;
	const label = labelTemplate(button.emoji, button.label);
	if (button.style === ButtonStyle.Link) {
		if (button.disabled)
			return html`<button type="button" class="button url" disabled>${label}${arrow}</button>`;
		return linkTemplate(button.url, html`${label}${arrow}`, sight, 'button url');
	}
	const { custom_id: customId, style, disabled = false } = button;
	const isPending = pending.includes(customId);
	return html`<button type="button" class="button ${styles[style] ?? 'secondary'} ${isPending ? 'pending' : ''}" aria-busy=${isPending ? 'true' : 'false'} ?disabled=${disabled} data-custom-id=${customId} @click=${() =>
		isPending ? undefined : acts.press(messageId, customId)}>${label}</button>`;
}

function labelTemplate(
	emoji: APIMessageComponentEmoji | undefined,
	label: string | undefined,
): TemplateResult {
	return html`${emoji ? html`<span class="button-emoji">${emojiText(emoji)}</span>` : nothing}${
		label ? html`<span class="button-label" dir="auto">${plainText(label)}</span>` : nothing
	}`;
}

/** Images of custom emojis are external, so they are shown by name. */
function emojiText({ id, name }: APIMessageComponentEmoji): string {
	return id ? `:${name ?? 'emoji'}:` : (name ?? '');
}

const arrow = html`<svg class="leave" viewBox="0 0 16 16" aria-hidden="true"><path d="M9 2h5v5M14 2 7.5 8.5M12 9.500v3.500a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h3.500" fill="none" stroke="currentColor" stroke-width="1.500" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
