import { html, nothing, type TemplateResult } from 'lit';

export interface ComposerInputParts {
	readonly id: string;
	/** By which the composer finds it: `box`, `more` or the field's index. */
	readonly place: string;
	readonly label: string;
	readonly value: string;
	readonly placeholder?: string | undefined;
	readonly inputMode?: 'numeric' | 'decimal' | undefined;
	/** Its open list, and which row Enter takes (-1: none). */
	readonly list: { readonly rows: number; readonly active: number } | undefined;
	readonly isDescribed?: boolean;
	readonly isRequired?: boolean;
	readonly isWrong?: boolean;
	readonly onInput: (text: string) => void;
	readonly onFocus: () => void;
}

/** A text box of the composer; a combobox while it has a list. */
export function composerInput(parts: ComposerInputParts): TemplateResult {
	const { id, place, list } = parts;
	const hasRows = list !== undefined && list.rows > 0;
	const hasActive = hasRows && list.active >= 0 && list.active < list.rows;
	return html`<input
		type="text"
		class="composer-input"
		data-place=${place}
		role="combobox"
		dir="auto"
		autocomplete="off"
		autocapitalize="off"
		spellcheck="false"
		enterkeyhint="send"
		inputmode=${parts.inputMode ?? nothing}
		placeholder=${parts.placeholder ?? nothing}
		aria-label=${parts.label}
		aria-autocomplete="list"
		aria-expanded=${hasRows ? 'true' : 'false'}
		aria-controls=${hasRows ? `${id}-list` : nothing}
		aria-activedescendant=${hasActive ? `${id}-list-${list.active}` : nothing}
		aria-describedby=${parts.isDescribed ? `${id}-text` : nothing}
		aria-required=${parts.isRequired ? 'true' : nothing}
		aria-invalid=${parts.isWrong ? 'true' : nothing}
		.value=${parts.value}
		@input=${(event: Event) => parts.onInput((event.target as HTMLInputElement).value)}
		@focus=${parts.onFocus}
	/>`;
}
