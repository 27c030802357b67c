import { html, nothing, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import type { Choice, ChoiceMark } from './choice.js';
import { channelIcon, icon } from './icon.js';

export interface ChoiceListParts {
	/** Of the listbox; its rows are `${id}-0` and so on. */
	readonly id: string;
	readonly label: string;
	readonly choices: readonly Choice[];
	/** The row that Enter takes; -1 for none. */
	readonly active: number;
	readonly isMulti?: boolean;
	/** True if the keys go to the listbox itself, and not to a text box beside it. */
	readonly holdsFocus?: boolean;
	readonly isChosen?: (choice: Choice) => boolean;
	readonly isDisabled?: (choice: Choice) => boolean;
	readonly onChoose: (choice: Choice) => void;
	readonly onPoint: (index: number) => void;
}

/** The listbox itself: who holds the focus names its active row by `aria-activedescendant`. */
export function choiceList(parts: ChoiceListParts): TemplateResult {
	const { id, label, choices, active, isMulti = false, holdsFocus = false } = parts;
	return html`<div
		class="choices"
		role="listbox"
		id=${id}
		aria-label=${label}
		aria-multiselectable=${isMulti ? 'true' : nothing}
		tabindex=${holdsFocus ? 0 : -1}
		?data-focus=${holdsFocus}
		aria-activedescendant=${holdsFocus && choices[active] !== undefined ? `${id}-${active}` : nothing}
	>
		${choices.map((choice, index) => {
			const isChosen = parts.isChosen?.(choice) ?? false;
			const isDisabled = parts.isDisabled?.(choice) ?? false;
			return html`<div
				class="choice ${index === active ? 'active' : ''}"
				role="option"
				id="${id}-${index}"
				aria-selected=${isChosen || (parts.isChosen === undefined && index === active) ? 'true' : 'false'}
				aria-disabled=${isDisabled ? 'true' : nothing}
				@click=${() => isDisabled || parts.onChoose(choice)}
				@pointermove=${() => index === active || parts.onPoint(index)}
			>
				${choice.mark === undefined ? nothing : choiceMark(choice.mark)}
				<span class="choice-text">
					<span class="choice-label" dir="auto">${choice.label}</span>
					${choice.description ? html`<span class="choice-description" dir="auto">${choice.description}</span>` : nothing}
				</span>
				${isMulti ? html`<span class="choice-box">${isChosen ? icon('check') : nothing}</span>` : isChosen ? html`<span class="choice-check">${icon('check')}</span>` : nothing}
			</div>`;
		})}
	</div>`;
}

/** The mark before a label: an emoji, an initial, a role's colour, a channel's kind. */
export function choiceMark(mark: ChoiceMark): TemplateResult {
	switch (mark.kind) {
		case 'emoji':
			return html`<span class="mark ${mark.text.startsWith(':') ? 'mark-name' : 'mark-emoji'}">${mark.text}</span>`;
		case 'user':
			return html`<span class="mark mark-user" aria-hidden="true">${mark.initial}</span>`;
		case 'role':
			return html`<span class="mark mark-role" aria-hidden="true" style=${styleMap({ color: mark.colour })}></span>`;
		case 'channel':
			return html`<span class="mark">${icon(channelIcon(mark.type))}</span>`;
	}
}
