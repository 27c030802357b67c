import { html, type TemplateResult } from 'lit';

export interface Tab {
	readonly id: string;
	readonly label: string;
}

export interface TabListParts {
	/** The prefix of the ids of the tabs and their panels. */
	readonly id: string;
	readonly label: string;
	readonly tabs: readonly Tab[];
	readonly selected: string;
	readonly onSelect: (id: string) => void;
}

/** A row of tabs: one stop of the Tab key, with the arrow keys, Home and End within. */
export function tabList({ id, label, tabs, selected, onSelect }: TabListParts): TemplateResult {
	const onKey = (event: KeyboardEvent) => {
		const at = tabs.findIndex((tab) => tab.id === selected);
		const to = tabs.at(placeAfter(event.key, at, tabs.length));
		if (to === undefined || !keys.has(event.key)) return;
		event.preventDefault();
		onSelect(to.id);
		document.getElementById(tabId(id, to.id))?.focus();
	};
	return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${onKey}>
		${tabs.map(
			(tab) =>
				html`<button type="button" role="tab" id=${tabId(id, tab.id)} aria-controls=${tabPanelId(id, tab.id)}
					aria-selected=${tab.id === selected} tabindex=${tab.id === selected ? 0 : -1}
					@click=${() => onSelect(tab.id)}>${tab.label}</button>`,
		)}
	</div>`;
}

/** The id of the tab itself, which its panel refers to by `aria-labelledby`. */
export function tabId(listId: string, id: string): string {
	return `${listId}-${id}-tab`;
}

/** The id that a tab's panel must have. */
export function tabPanelId(listId: string, id: string): string {
	return `${listId}-${id}-panel`;
}

const keys = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

function placeAfter(key: string, at: number, count: number): number {
	if (key === 'Home') return 0;
	if (key === 'End') return count - 1;
	const step = key === 'ArrowRight' ? 1 : -1;
	return (at + step + count) % count;
}
