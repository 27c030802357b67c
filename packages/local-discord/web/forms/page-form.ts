import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ComponentBody, ModalBody } from '../../src/message-body.js';
import type { PageInteraction } from '../../src/page/protocol.js';
import { isSelect } from '../../src/pickable.js';
import { closeOnBack } from '../back.js';
import { ActingElement } from '../page-element.js';
import '../controls/page-select.js';
import { markdown } from '../message/markdown.js';
import { clientWords } from '../phone/client-words.js';
import type { MessageActs, Sight } from '../sight.js';
import type { Store } from '../store.js';
import { openFormOf } from './open-form.js';

const tryAgain = 'Something went wrong. Try again.';

/** The closed forms of all frames, none of which opens again. */
const closed = new Set<string>();

/** The form that a bot has opened for the viewer, shown over its frame; nothing if there is none. */
export class PageForm extends ActingElement {
	static override properties = {
		store: { attribute: false },
		sight: { attribute: false },
		acts: { attribute: false },
		isSending: { state: true },
	};
	declare store: Store;
	declare sight: Sight;
	/** Handlers of presses within the form's own texts. */
	declare acts: MessageActs;
	declare protected isSending: boolean;
	/** Kept as it was opened: later changes to the interaction must not undo the typed text. */
	#filling: PageInteraction | undefined;
	/** The element that had the focus before the form opened. */
	#before: Element | null = null;

	protected override render(): TemplateResult | typeof nothing {
		const open = openFormOf(this.store, this.sight.viewer, closed, this.#filling?.id);
		if (open?.interaction.id !== this.#filling?.id) {
			this.#filling = open?.interaction;
			this.problem = undefined;
		}
		const modal = this.#filling?.modal;
		if (open === undefined || modal === undefined) return nothing;
		const words = clientWords(this.sight.locale);
		const isBusy = this.isSending || open.sending === 'pending';
		const refused = this.problem && `${tryAgain} (${this.problem})`;
		const problem = open.sending === 'failed' && !isBusy ? tryAgain : refused;
		const [before, after] = words.formWarning.split('{bot}');
		return html`${keyed(
			this.#filling?.id,
			html`<dialog class="form" aria-label=${modal.title} @keydown=${this.#key}><form @submit=${this.#submit}>
				<h2 dir="auto">${modal.title}</h2>
				<p class="note">${before}<bdi>${this.store.world?.botName ?? 'the app'}</bdi>${after}</p>
				${modal.components.map((component) => this.#part(component))}
				<p class="trouble" role="alert">${problem ?? nothing}</p>
				<footer>
					<button type="button" class="action" @click=${this.#close}>${words.cancel}</button>
					<button class="action primary" ?disabled=${isBusy}>${isBusy ? words.submitting : words.submit}</button>
				</footer>
			</form></dialog>`,
		)}`;
	}

	protected override updated(): void {
		const dialog = this.querySelector('dialog');
		const around = [...(this.parentElement?.children ?? [])].filter((sibling) => sibling !== this);
		if (dialog !== null && !dialog.open) this.#before ??= document.activeElement;
		for (const sibling of around) sibling.toggleAttribute('inert', dialog !== null);
		closeOnBack(this.#close, dialog !== null && this.checkVisibility());
		if (dialog === null) {
			if (this.#before instanceof HTMLElement) this.#before.focus();
			this.#before = null;
			return;
		}
		if (dialog.open) return;
		// Not the browser's modal dialog, which would block the other person's frame too.
		dialog.show();
		dialog.querySelector<HTMLElement>('.form-field :is(input, textarea, select)')?.focus();
	}

	/** A part of the form, in either way in which the bot has nested it. */
	#part(component: ComponentBody): TemplateResult {
		if (component.type === ComponentType.TextDisplay) {
			return html`<div>${markdown(component.content ?? '', { sight: this.sight, acts: this.acts })}</div>`;
		}
		if (component.components !== undefined) return html`${component.components.map((it) => this.#part(it))}`;
		const input = component.component ?? component;
		const label = component.label ?? input.label ?? '';
		const { description } = component;
		const about = html`<span class="form-label" dir="auto">${label}${input.required === false ? nothing : html`<span aria-hidden="true"> *</span>`}</span>
			${description ? html`<span class="note" dir="auto">${description}</span>` : nothing}`;
		if (isSelect(input.type)) {
			return html`<div class="form-field">${about}<page-select name=${input.custom_id ?? ''} .label=${label} .component=${input} .sight=${this.sight}></page-select></div>`;
		}
		if (input.type === ComponentType.FileUpload)
			return html`<label class="form-field">${about}<input type="file" name=${input.custom_id ?? ''} ?multiple=${(input.max_values ?? 1) > 1} ?required=${input.required !== false}></label>`;
		if (input.type === ComponentType.TextInput)
			return html`<label class="form-field">${about}${textInput(input)}</label>`;
		return html`<p class="form-field">${about}This page cannot show this kind of field (type ${input.type}).</p>`;
	}

	readonly #submit = async (event: SubmitEvent): Promise<void> => {
		event.preventDefault();
		if (this.isSending || this.#filling?.modal === undefined) return;
		const data = new FormData(event.currentTarget as HTMLFormElement);
		this.isSending = true;
		const { userId, guildId } = this.sight.viewer;
		try {
			await this.act('submit', {
				person: { userId, guildId },
				interactionId: this.#filling.id,
				values: await valuesOf(this.#filling.modal, data),
			});
		} finally {
			this.isSending = false;
		}
	};

	readonly #close = (): void => {
		if (this.#filling !== undefined) closed.add(this.#filling.id);
		this.requestUpdate();
	};

	readonly #key = (event: KeyboardEvent): void => {
		if (event.key !== 'Escape') return;
		event.preventDefault();
		this.#close();
	};
}

function textInput(input: ComponentBody): TemplateResult {
	const [value, hint] = [input.value || undefined, input.placeholder || nothing];
	const [least, most] = [input.min_length ?? nothing, input.max_length ?? 4000];
	const isRequired = input.required !== false;
	const name = input.custom_id ?? '';
	return input.style === TextInputStyle.Paragraph
		? html`<textarea name=${name} rows="4" dir="auto" placeholder=${hint} minlength=${least} maxlength=${most} ?required=${isRequired} .defaultValue=${value ?? ''}></textarea>`
		: html`<input name=${name} dir="auto" autocomplete="off" placeholder=${hint} minlength=${least} maxlength=${most} ?required=${isRequired} value=${value ?? nothing}>`;
}

/** The values by custom_id: a text, choices, or files. */
async function valuesOf(modal: ModalBody, data: FormData): Promise<Record<string, unknown>> {
	const inputs = (all: readonly ComponentBody[]): ComponentBody[] =>
		all.flatMap((it) => (it.components ? inputs(it.components) : [it.component ?? it]));
	const entries = inputs(modal.components)
		.filter(({ custom_id: name }) => name != null)
		.map(async ({ custom_id: name, type }) => {
			const all = data.getAll(name ?? '');
			// The browser sends an empty file instead of none.
			const files = all.filter((it): it is File => it instanceof File && it.size > 0);
			if (type === ComponentType.FileUpload) return [name, await Promise.all(files.map(fileOf))];
			const given = all.map(String);
			return [name, type === ComponentType.TextInput ? (given[0] ?? '') : given.filter(Boolean)];
		});
	return Object.fromEntries(await Promise.all(entries));
}

async function fileOf(file: File) {
	const bytes = new Uint8Array(await file.arrayBuffer());
	const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
	return { name: file.name, contentType: file.type, base64: btoa(letters.join('')) };
}

customElements.define('page-form', PageForm);
