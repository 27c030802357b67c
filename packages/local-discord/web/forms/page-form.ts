import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ModalBody } from '../../src/message-body.js';
import { ActRefused, type Connection } from '../connection.js';
import { icon } from '../controls/icon.js';
import { clientWords } from '../phone/client-words.js';
import type { MessageActs, Sight } from '../sight.js';
import type { Store } from '../store.js';
import { FocusTrap } from './focus-trap.js';
import { fieldTemplate } from './form-field.js';
import {
	type FormField,
	type FormValues,
	filledIn,
	formFields,
	isAnswered,
	problemOf,
} from './form-fields.js';
import { type OpenForm, openFormOf } from './open-form.js';

const tryAgain = 'Something went wrong. Try again.';

/** The closed forms of all frames: none opens twice. */
const closed = new Set<string>();

interface Filling {
	readonly interactionId: string;
	readonly modal: ModalBody;
	readonly fields: readonly FormField[];
}

let lastNumber = 0;

/** The form that a bot has opened for the viewer, over the frame that it is put into; nothing while there is none. */
export class PageForm extends LitElement {
	static override properties = {
		store: { attribute: false },
		connection: { attribute: false },
		sight: { attribute: false },
		acts: { attribute: false },
		values: { state: true },
		problem: { state: true },
		isChecked: { state: true },
		isSending: { state: true },
	};
	declare store: Store;
	declare connection: Connection;
	declare sight: Sight;
	/** Handlers of presses within the form's own texts. */
	declare acts: MessageActs;
	declare protected values: FormValues;
	/** The error of the last try to send it. */
	declare protected problem: string | undefined;
	/** True if mistakes are shown: never before the first try. */
	declare protected isChecked: boolean;
	declare protected isSending: boolean;
	readonly #id = `form-${++lastNumber}`;
	readonly #trap = new FocusTrap(this);
	#filling: Filling | undefined;
	#open: OpenForm | undefined;
	/** The press that closes it has to begin beside it: a text that is marked with the mouse may end there. */
	#isPressedBeside = false;

	constructor() {
		super();
		this.values = {};
		this.isChecked = false;
		this.isSending = false;
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#trap.leave();
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override willUpdate(): void {
		this.#open = openFormOf(this.store, this.sight.viewer, closed, this.#filling?.interactionId);
		const { interaction } = this.#open ?? {};
		if (interaction?.id === this.#filling?.interactionId) return;
		this.#filling = undefined;
		this.problem = undefined;
		this.isChecked = false;
		this.isSending = false;
		if (interaction?.modal === undefined) return;
		const fields = formFields(interaction.modal);
		// Kept as it was opened: what is said of the interaction later must not undo what is typed.
		this.#filling = { interactionId: interaction.id, modal: interaction.modal, fields };
		this.values = filledIn(fields);
	}

	protected override updated(): void {
		if (this.#filling === undefined) this.#trap.leave();
		else this.#trap.enter(this.#filling.interactionId);
	}

	protected override render(): TemplateResult | typeof nothing {
		if (this.#filling === undefined) return nothing;
		const { modal, fields } = this.#filling;
		const botName = this.store.world?.botName ?? 'the app';
		const words = clientWords(this.sight.locale);
		const [before, after] = words.formWarning.split('{bot}');
		const isBusy = this.isSending || this.#open?.sending === 'pending';
		const problem = this.#open?.sending === 'failed' && !isBusy ? tryAgain : this.problem;
		return html`<div class="form-shade" @pointerdown=${this.#pressed} @click=${this.#clicked}>
			<div class="form" role="dialog" aria-modal="true" aria-labelledby="${this.#id}-title" @keydown=${this.#key}>
				<header class="form-header">
					<h2 id="${this.#id}-title" dir="auto">${modal.title}</h2>
					<button type="button" class="composer-button" aria-label="Close" @click=${this.#close}>${icon('cross')}</button>
				</header>
				<div class="form-body">
					<p class="form-warning">${before}<bdi>${botName}</bdi>${after}</p>
					${fields.map((field, index) =>
						fieldTemplate(field, {
							id: `${this.#id}-${index}`,
							value: isAnswered(field) ? this.values[field.customId] : undefined,
							problem: this.isChecked ? this.#problemOf(field) : undefined,
							sight: this.sight,
							acts: this.acts,
							onValue: (value) => {
								if (isAnswered(field)) this.values = { ...this.values, [field.customId]: value };
							},
							onEnter: () => void this.#submit(),
						}),
					)}
				</div>
				<footer class="form-footer">
					<p class="form-problem" role="alert">${problem ?? nothing}</p>
					<button type="button" class="form-cancel" @click=${this.#close}>${words.cancel}</button>
					<button type="button" class="button-primary" aria-disabled=${isBusy ? 'true' : nothing} @click=${() => void this.#submit()}>${isBusy ? words.submitting : words.submit}</button>
				</footer>
			</div>
		</div>`;
	}

	#problemOf(field: FormField): string | undefined {
		return problemOf(field, isAnswered(field) ? this.values[field.customId] : undefined);
	}

	async #submit(): Promise<void> {
		const filling = this.#filling;
		if (filling === undefined || this.isSending || this.#open?.sending === 'pending') return;
		this.isChecked = true;
		this.problem = undefined;
		const wrong = filling.fields.findIndex((field) => this.#problemOf(field) !== undefined);
		if (wrong >= 0) {
			await this.updateComplete;
			this.querySelector<HTMLElement>(
				`[data-field="${this.#id}-${wrong}"] :is(input, textarea, button)`,
			)?.focus();
			return;
		}
		this.isSending = true;
		const { userId, guildId } = this.sight.viewer;
		try {
			await this.connection.act('submit', {
				person: { userId, guildId },
				interactionId: filling.interactionId,
				values: this.values,
			});
		} catch (error) {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = `${tryAgain} (${error.message})`;
		} finally {
			this.isSending = false;
		}
	}

	readonly #close = (): void => {
		if (this.#filling !== undefined) closed.add(this.#filling.interactionId);
		this.requestUpdate();
	};

	readonly #pressed = (event: Event): void => {
		this.#isPressedBeside = event.target === event.currentTarget;
	};

	readonly #clicked = (event: Event): void => {
		if (this.#isPressedBeside && event.target === event.currentTarget) this.#close();
	};

	readonly #key = (event: KeyboardEvent): void => {
		if (event.key === 'Escape') {
			event.preventDefault();
			event.stopPropagation();
			this.#close();
		} else if (event.key === 'Tab') this.#trap.keepWithin(event);
	};
}

customElements.define('page-form', PageForm);
