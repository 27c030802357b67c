import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

export interface ChoiceParts<Value extends string> {
	readonly label: string;
	readonly value: Value;
	readonly options: readonly (readonly [value: Value, words: string])[];
	readonly onChoose: (value: Value) => void;
}

/** A label and a list to choose from; a choice applies immediately. */
export function choice<Value extends string>(parts: ChoiceParts<Value>): TemplateResult {
	const onChange = (event: Event) => {
		if (!(event.target instanceof HTMLSelectElement)) return;
		const chosen = parts.options[event.target.selectedIndex]?.[0];
		if (chosen !== undefined) parts.onChoose(chosen);
	};
	return html`<label class="world-field"><span>${parts.label}</span>
		<select .value=${live(parts.value)} @change=${onChange}>
			${parts.options.map(
				([value, words]) => html`<option value=${value} ?selected=${value === parts.value}>${words}</option>`,
			)}
		</select></label>`;
}

/** A checkbox that applies immediately. */
export function tick(label: string, isOn: boolean, onTick: (isOn: boolean) => void): TemplateResult {
	return html`<label class="tick"><input type="checkbox" .checked=${live(isOn)}
		@change=${(event: Event) => onTick((event.target as HTMLInputElement).checked)}> <span>${label}</span></label>`;
}

export function action(
	label: string,
	onPress: () => void,
	{
		kind = '',
		isDisabled = false,
		name = label,
	}: { kind?: string; isDisabled?: boolean; name?: string } = {},
): TemplateResult {
	return html`<button type="button" class="action ${kind}" aria-label=${name} ?disabled=${isDisabled}
		@click=${onPress}>${label}</button>`;
}
