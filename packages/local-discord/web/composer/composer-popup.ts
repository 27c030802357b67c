import { html, nothing, type TemplateResult } from 'lit';
import type { Choice } from '../controls/choice.js';
import { choiceList } from '../controls/choice-list.js';

/** The popup above the box: choices, or a description of the requested input. */
export interface ComposerPopup {
	/** Of the list. */
	readonly label: string;
	/** The option's name, where it is about one. */
	readonly title?: string | undefined;
	readonly text?: string | undefined;
	/** The problem of the current input. */
	readonly problem?: string | undefined;
	readonly choices: readonly Choice[];
	/** In place of choices, or after them. */
	readonly note?: string | undefined;
	readonly choose: (choice: Choice) => void;
}

/** The popup; its list has the id `${id}-list` and its explanation `${id}-text`. */
export function composerPopup(
	popup: ComposerPopup,
	parts: {
		readonly id: string;
		readonly active: number;
		readonly onPoint: (index: number) => void;
	},
): TemplateResult {
	const { title, text, problem, choices, note, label } = popup;
	const { id, active, onPoint } = parts;
	const hasHead = title !== undefined || Boolean(text) || problem !== undefined;
	// A press must not take the focus from what is typed in.
	return html`<div class="composer-popup" @pointerdown=${keepFocus}>
		${
			hasHead
				? html`<div class="composer-head" id="${id}-text">
					${title === undefined ? nothing : html`<strong dir="auto">${title}</strong>`}
					${text ? html`<span dir="auto">${text}</span>` : nothing}
					${problem === undefined ? nothing : html`<span class="field-problem">${problem}</span>`}
				</div>`
				: nothing
		}
		${
			choices.length === 0
				? nothing
				: choiceList({ id: `${id}-list`, label, choices, active, onChoose: popup.choose, onPoint })
		}
		${note === undefined ? nothing : html`<p class="select-note" role="status">${note}</p>`}
	</div>`;
}

function keepFocus(event: Event): void {
	event.preventDefault();
}
