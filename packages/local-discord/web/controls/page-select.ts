import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { PageElement } from '../page-element.js';
import type { Sight } from '../sight.js';
import { boundsOf, type Choice, choicesOf, defaultsOf, type SelectBody } from './choices.js';

/**
 * A select of any kind: the browser's own, or checkboxes for several values. Fires `pick` (`CustomEvent<{ values:
 * string[] }>`): a single choice immediately, several with the button *Done*. In a form it fires nothing: its controls
 * have a `name`, and are sent with the form.
 */
export class PageSelect extends PageElement {
	static override properties = {
		component: { attribute: false },
		sight: { attribute: false },
		label: {},
		name: {},
		disabled: { type: Boolean },
		chosen: { state: true },
	};
	/** The select as Discord's API shows it. */
	declare component: SelectBody;
	declare sight: Sight;
	/** Its label, in addition to its placeholder. */
	declare label: string | undefined;
	/** The name of its values in a form; undefined in a message. */
	declare name: string | undefined;
	declare disabled: boolean | undefined;
	declare protected chosen: readonly string[];

	protected override willUpdate(changed: PropertyValues): void {
		// An edited message brings a new object with its current choices.
		if (changed.has('component')) this.chosen = defaultsOf(this.component);
	}

	protected override render(): TemplateResult {
		const listed = choicesOf(this.component, this.sight);
		const gone = this.chosen.filter((chosen) => !listed.some(({ value }) => value === chosen));
		const choices = [...listed, ...gone.map((value) => ({ value, label: this.#nameOf(value) }))];
		return boundsOf(this.component).most > 1 ? this.#many(choices) : this.#one(choices);
	}

	#one(choices: readonly Choice[]): TemplateResult {
		const { least } = boundsOf(this.component);
		const hint = this.component.placeholder || 'Make a selection';
		return html`<select class="select" name=${this.name ?? nothing} aria-label=${this.label ?? hint} ?required=${this.name !== undefined && least > 0}
			?disabled=${this.#isDisabled} @change=${this.#changed} @keydown=${openFirst}>
			<option value="" ?disabled=${least > 0} .selected=${live(this.chosen.length === 0)}>${hint}</option>
			${choices.map(
				({ value, label, description }) =>
					html`<option value=${value} .selected=${live(this.chosen.includes(value))}>${label}${description ? ` – ${description}` : ''}</option>`,
			)}
		</select>`;
	}

	#many(choices: readonly Choice[]): TemplateResult {
		const { least, most } = boundsOf(this.component);
		const hint = this.component.placeholder || 'Make a selection';
		const names = choices.filter(({ value }) => this.chosen.includes(value)).map(({ label }) => label);
		const isEnough = this.chosen.length >= least && this.chosen.length <= most;
		const title = html`<span class="visually-hidden">${this.label ?? hint}: </span><span dir="auto">${names.join(', ') || hint}</span>`;
		if (this.#isDisabled) return html`<p class="select">${title}</p>`;
		return html`<details class="select-many">
			<summary class="select">${title}</summary>
			<fieldset><legend class="visually-hidden">${this.label ?? hint}</legend>${choices.map(
				({ value, label, description }) => html`<label class="tick">
					<input type="checkbox" name=${this.name ?? nothing} .value=${value} .checked=${live(this.chosen.includes(value))}
						?disabled=${this.chosen.length >= most && !this.chosen.includes(value)} @change=${this.#ticked}>
					<span dir="auto">${label}${description ? html`<small>${description}</small>` : nothing}</span>
				</label>`,
			)}</fieldset>
			${
				this.name === undefined
					? html`<button type="button" class="action primary" ?disabled=${!isEnough} @click=${this.#done}>Done</button>`
					: nothing
			}
		</details>`;
	}

	get #isDisabled(): boolean {
		return (this.disabled ?? false) || (this.component.disabled ?? false);
	}

	#nameOf(id: string): string {
		const { nameOf } = this.sight;
		return nameOf('user', id) ?? nameOf('role', id) ?? nameOf('channel', id) ?? id;
	}

	readonly #changed = ({ currentTarget }: Event): void => {
		const { value } = currentTarget as HTMLSelectElement;
		this.chosen = value === '' ? [] : [value];
		if (this.name === undefined) this.#pick();
	};

	readonly #ticked = ({ currentTarget }: Event): void => {
		const { value, checked } = currentTarget as HTMLInputElement;
		this.chosen = checked ? [...this.chosen, value] : this.chosen.filter((it) => it !== value);
	};

	readonly #done = (): void => {
		this.querySelector('details')?.removeAttribute('open');
		this.querySelector('summary')?.focus();
		this.#pick();
	};

	#pick(): void {
		this.dispatchEvent(new CustomEvent('pick', { detail: { values: [...this.chosen] } }));
	}
}

/** A closed select would change its value with each arrow key and send each one, so the keys open it first. */
function openFirst(event: KeyboardEvent): void {
	const isChoice = event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
	if (!isChoice || !(event.currentTarget instanceof HTMLSelectElement)) return;
	event.preventDefault();
	event.currentTarget.showPicker();
}

customElements.define('page-select', PageSelect);
