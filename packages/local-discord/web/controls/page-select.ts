import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Sight } from '../sight.js';
import { type Choice, searched } from './choice.js';
import { choiceList, choiceMark } from './choice-list.js';
import { icon } from './icon.js';
import { isLetter, rowAfter, Typeahead } from './list-keys.js';
import { keepInView, keepPlaced, placePopup } from './popup-place.js';
import { boundsOf, choicesOf, defaultsOf, entityKindOf, type SelectBody } from './select-body.js';

/** Servers can have thousands of members: more than this is for searching. */
const maxRows = 100;

let lastNumber = 0;

/**
 * A select of any kind. Fires `pick` (`CustomEvent<{ values: string[] }>`): a single choice immediately, several when
 * the list is closed, as Discord sends them; in a form at each change.
 */
export class PageSelect extends LitElement {
	static override properties = {
		component: { attribute: false },
		sight: { attribute: false },
		label: {},
		mode: {},
		problem: {},
		disabled: { type: Boolean },
		chosen: { state: true },
		isOpen: { state: true },
		active: { state: true },
		query: { state: true },
	};
	/** The select as Discord's API shows it. */
	declare component: SelectBody;
	declare sight: Sight;
	/** Its name, beside its placeholder. */
	declare label: string | undefined;
	declare mode: 'message' | 'form' | undefined;
	/** The problem of the current choice. */
	declare problem: string | undefined;
	declare disabled: boolean | undefined;
	declare protected chosen: readonly string[];
	declare protected isOpen: boolean;
	declare protected active: number;
	declare protected query: string;
	readonly #id = `select-${++lastNumber}`;
	#chosenAtOpening: readonly string[] = [];
	#endPlacing: (() => void) | undefined;
	readonly #typeahead = new Typeahead();

	constructor() {
		super();
		this.chosen = [];
		this.isOpen = false;
		this.active = 0;
		this.query = '';
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#hide();
		this.isOpen = false;
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override willUpdate(changed: PropertyValues): void {
		// A message that was edited brings a new object, and with it what is chosen now.
		if (changed.has('component')) this.chosen = defaultsOf(this.component);
		if (this.isOpen && this.#isDisabled) this.isOpen = false;
	}

	protected override updated(changed: PropertyValues): void {
		const popup = this.#popup;
		if (popup === null) return;
		if (changed.has('isOpen')) {
			if (this.isOpen) this.#show(popup);
			else this.#hide();
		}
		if (!this.isOpen) return;
		if (changed.has('query')) placePopup(popup, this);
		const list = popup.querySelector('.choices');
		keepInView(list, list?.querySelector('.active') ?? null);
	}

	protected override render(): TemplateResult {
		const listId = `${this.#id}-list`;
		const { placeholder } = this.component;
		const hint = placeholder || 'Make a selection';
		return html`<button
				type="button"
				class="select-trigger ${this.problem ? 'wrong' : ''}"
				aria-haspopup="listbox"
				aria-expanded=${this.isOpen ? 'true' : 'false'}
				aria-describedby=${this.problem ? `${this.#id}-problem` : nothing}
				?disabled=${this.#isDisabled}
				@click=${this.#toggle}
				@keydown=${this.#keyOnTrigger}
			>
				${this.label ? html`<span class="visually-hidden">${this.label}: </span>` : nothing}
				<span class="select-value" dir="auto">${this.#shownValue(hint)}</span>
				${icon('chevron')}
			</button>
			${this.problem ? html`<span class="field-problem" id="${this.#id}-problem">${this.problem}</span>` : nothing}
			<div
				class="select-popup"
				popover="manual"
				@keydown=${this.#keyInPopup}
				@focusout=${this.#focusLeft}
			>
				${this.isOpen ? this.#popupContent(listId, this.label ?? hint) : nothing}
			</div>`;
	}

	#popupContent(listId: string, label: string): TemplateResult {
		const fitting = this.#fitting();
		const shown = fitting.slice(0, maxRows);
		const { least, most } = boundsOf(this.component);
		const isMulti = this.#isMulti;
		const isSearch = this.#isSearch;
		const list = choiceList({
			id: listId,
			label,
			choices: shown,
			active: this.active,
			isMulti,
			holdsFocus: !isSearch,
			isChosen: ({ value }) => this.chosen.includes(value),
			isDisabled: ({ value }) => isMulti && this.chosen.length >= most && !this.chosen.includes(value),
			onChoose: (choice) => this.#choose(choice),
			onPoint: (index) => {
				this.active = index;
			},
		});
		return html`${
			isSearch
				? html`<div class="select-search">
						<input
							type="text"
							data-focus
							role="combobox"
							autocomplete="off"
							spellcheck="false"
							placeholder="Search"
							aria-label="Search: ${label}"
							aria-autocomplete="list"
							aria-expanded="true"
							aria-controls=${listId}
							aria-activedescendant=${shown[this.active] === undefined ? nothing : `${listId}-${this.active}`}
							.value=${this.query}
							@input=${this.#search}
						/>
					</div>`
				: nothing
		}
			${list}
			${this.#note(shown.length, fitting.length)}
			${
				isMulti
					? html`<div class="select-done">
						<span aria-live="polite">${this.chosen.length} chosen, ${least === most ? most : `${least} to ${most}`} needed</span>
						<button type="button" class="button-primary" tabindex="-1" ?disabled=${!this.#isEnough} @click=${() => this.#close('to-trigger')}>Done</button>
					</div>`
					: nothing
			}`;
	}

	#note(shown: number, all: number): TemplateResult | typeof nothing {
		if (shown < all) return html`<p class="select-note">${all - shown} more: type to find them</p>`;
		if (all > 0) return nothing;
		if (this.query !== '') return html`<p class="select-note" role="status">Nothing found</p>`;
		const isElsewhere = this.sight.guild === undefined && entityKindOf(this.component) !== undefined;
		return html`<p class="select-note" role="status">${isElsewhere ? 'There is nothing to pick outside of a server' : 'There is nothing to pick'}</p>`;
	}

	#shownValue(hint: string): TemplateResult {
		if (this.chosen.length === 0) return html`<span class="select-placeholder">${hint}</span>`;
		const choices = choicesOf(this.component, this.sight);
		return html`${this.chosen.map((value) => {
			const choice = choices.find((it) => it.value === value) ?? { value, label: this.#nameOf(value) };
			return html`<span class="select-picked">${choice.mark === undefined ? nothing : choiceMark(choice.mark)}<span class="choice-label">${choice.label}</span></span>`;
		})}`;
	}

	#nameOf(id: string): string {
		const { nameOf } = this.sight;
		return nameOf('user', id) ?? nameOf('role', id) ?? nameOf('channel', id) ?? id;
	}

	get #isDisabled(): boolean {
		return (this.disabled ?? false) || (this.component.disabled ?? false);
	}

	get #isMulti(): boolean {
		return boundsOf(this.component).most > 1;
	}

	get #isEnough(): boolean {
		const { least, most } = boundsOf(this.component);
		return this.chosen.length >= least && this.chosen.length <= most;
	}

	/** True if the choices are too many to show all. */
	get #isSearch(): boolean {
		return entityKindOf(this.component) !== undefined;
	}

	get #popup(): HTMLElement | null {
		return this.querySelector<HTMLElement>('.select-popup');
	}

	#fitting(): readonly Choice[] {
		return searched(choicesOf(this.component, this.sight), this.query, this.sight.locale);
	}

	readonly #toggle = (): void => {
		if (this.isOpen) this.#close('to-trigger');
		else this.#open('');
	};

	#open(query: string): void {
		if (this.#isDisabled || this.isOpen) return;
		this.query = query;
		this.#chosenAtOpening = this.chosen;
		const [first = ''] = this.chosen;
		this.active = Math.max(
			0,
			this.#fitting().findIndex(({ value }) => value === first),
		);
		this.isOpen = true;
	}

	/** Several choices are sent now; too few are taken back, since Discord's client sends nothing then. */
	#close(focus: 'to-trigger' | 'stays'): void {
		if (!this.isOpen) return;
		this.isOpen = false;
		// Immediately: a Tab that closes the list must not land in it.
		if (focus === 'to-trigger') this.querySelector<HTMLElement>('.select-trigger')?.focus();
		this.#hide();
		if (!this.#isMulti || this.mode === 'form') return;
		const isSame =
			this.chosen.length === this.#chosenAtOpening.length &&
			this.chosen.every((value) => this.#chosenAtOpening.includes(value));
		if (isSame) return;
		if (this.#isEnough) this.#pick();
		else this.chosen = this.#chosenAtOpening;
	}

	#choose({ value }: Choice): void {
		const isChosen = this.chosen.includes(value);
		const { least, most } = boundsOf(this.component);
		if (this.#isMulti) {
			if (!isChosen && this.chosen.length >= most) return;
			this.chosen = isChosen ? this.chosen.filter((it) => it !== value) : [...this.chosen, value];
			if (this.mode === 'form') this.#pick();
			return;
		}
		// An optional choice is cleared by choosing it once more.
		this.chosen = isChosen && least === 0 ? [] : [value];
		this.#close('to-trigger');
		this.#pick();
	}

	#pick(): void {
		this.dispatchEvent(new CustomEvent('pick', { detail: { values: [...this.chosen] } }));
	}

	readonly #search = (event: Event): void => {
		this.query = (event.target as HTMLInputElement).value;
		this.active = 0;
	};

	readonly #keyOnTrigger = (event: KeyboardEvent): void => {
		const isTyped = isLetter(event);
		if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && !isTyped) return;
		event.preventDefault();
		this.#open(isTyped && this.#isSearch ? event.key : '');
		if (isTyped && !this.#isSearch) this.#typeAhead(event);
	};

	readonly #keyInPopup = (event: KeyboardEvent): void => {
		const isSearch = this.#isSearch;
		const rows = Math.min(this.#fitting().length, maxRows);
		const row = rowAfter(event, this.active, rows, isSearch);
		if (row !== undefined) {
			event.preventDefault();
			this.active = row;
		} else if (event.key === 'Escape') {
			// Whatever is around, such as a form, is not what is closed.
			event.preventDefault();
			event.stopPropagation();
			this.#close('to-trigger');
		} else if (event.key === 'Tab') {
			this.#close('to-trigger');
		} else if (event.key === 'Enter' || (event.key === ' ' && !isSearch)) {
			event.preventDefault();
			event.stopPropagation();
			const choice = this.#fitting()[this.active];
			if (choice !== undefined) this.#choose(choice);
		} else if (!isSearch) {
			this.#typeAhead(event);
		}
	};

	#typeAhead(event: KeyboardEvent): void {
		const { locale } = this.sight;
		this.active = this.#typeahead.take(event, this.#fitting(), this.active, locale) ?? this.active;
	}

	readonly #focusLeft = (event: FocusEvent): void => {
		const to = event.relatedTarget;
		if (to instanceof Node && !this.contains(to)) this.#close('stays');
	};

	readonly #pressedElsewhere = (event: PointerEvent): void => {
		if (event.target instanceof Node && !this.contains(event.target)) this.#close('stays');
	};

	#show(popup: HTMLElement): void {
		popup.showPopover();
		this.#endPlacing = keepPlaced(() => placePopup(popup, this));
		document.addEventListener('pointerdown', this.#pressedElsewhere, true);
		popup.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
	}

	#hide(): void {
		this.#endPlacing?.();
		document.removeEventListener('pointerdown', this.#pressedElsewhere, true);
		if (this.#popup?.matches(':popover-open')) this.#popup.hidePopover();
	}
}

customElements.define('page-select', PageSelect);
