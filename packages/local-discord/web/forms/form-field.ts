import { html, nothing, type TemplateResult } from 'lit';
import '../controls/page-select.js';
import { markdown } from '../message/markdown.js';
import type { MessageActs, Sight } from '../sight.js';
import type { FormField, SelectField, TextField, TickField } from './form-fields.js';

export interface FormFieldParts {
	/** Of the field in the page. */
	readonly id: string;
	readonly value: string | readonly string[] | undefined;
	readonly problem: string | undefined;
	readonly sight: Sight;
	readonly acts: MessageActs;
	readonly onValue: (value: string | readonly string[]) => void;
	/** Enter in a line of text sends the form. */
	readonly onEnter: () => void;
}

/** A part of a form: its label, what is to be filled in, what may be, and what is wrong with it. */
export function fieldTemplate(field: FormField, parts: FormFieldParts): TemplateResult {
	const { id, problem } = parts;
	switch (field.kind) {
		case 'words':
			return html`<div class="form-words">${markdown(field.content, { sight: parts.sight, acts: parts.acts })}</div>`;
		case 'unknown':
			return html`<div class="form-field">
				<span class="form-label" dir="auto">${field.label}${star(field.isRequired)}</span>
				<p class="form-unknown">This page cannot show this kind of field (type ${field.type}).</p>
				${problemLine(id, problem)}
			</div>`;
		case 'text':
			return html`<div class="form-field" data-field=${id}>
				<label class="form-label" for=${id} dir="auto">${field.label}${star(field.isRequired)}</label>
				${description(id, field.description)} ${textInput(field, parts)}
				<div class="form-below">${problemLine(id, problem)}${counter(field, String(parts.value ?? ''))}</div>
			</div>`;
		case 'select':
			return html`<div class="form-field" data-field=${id}>
				<span class="form-label" aria-hidden="true" dir="auto">${field.label}${star(field.isRequired)}</span>
				${description(id, field.description)} ${select(field, parts)}
			</div>`;
		default:
			return ticks(field, parts);
	}
}

function textInput(
	field: TextField,
	{ id, value, problem, onValue, onEnter }: FormFieldParts,
): TemplateResult {
	const described = [
		field.description === undefined ? '' : `${id}-description`,
		problem === undefined ? '' : `${id}-problem`,
	].filter((it) => it !== '');
	const take = (event: Event) => onValue((event.target as HTMLInputElement | HTMLTextAreaElement).value);
	const describedBy = described.length === 0 ? nothing : described.join(' ');
	if (field.isParagraph) {
		return html`<textarea
			id=${id}
			class="form-input"
			rows="4"
			dir="auto"
			maxlength=${field.longest}
			placeholder=${field.placeholder ?? nothing}
			aria-required=${field.isRequired ? 'true' : nothing}
			aria-invalid=${problem === undefined ? nothing : 'true'}
			aria-describedby=${describedBy}
			.value=${String(value ?? '')}
			@input=${take}
		></textarea>`;
	}
	return html`<input
		type="text"
		id=${id}
		class="form-input"
		dir="auto"
		autocomplete="off"
		maxlength=${field.longest}
		placeholder=${field.placeholder ?? nothing}
		aria-required=${field.isRequired ? 'true' : nothing}
		aria-invalid=${problem === undefined ? nothing : 'true'}
		aria-describedby=${describedBy}
		.value=${String(value ?? '')}
		@input=${take}
		@keydown=${(event: KeyboardEvent) => {
			if (event.key === 'Enter' && !event.isComposing) onEnter();
		}}
	/>`;
}

function select(field: SelectField, { problem, sight, onValue }: FormFieldParts): TemplateResult {
	return html`<page-select
		mode="form"
		.component=${field.select}
		.sight=${sight}
		.label=${field.isRequired ? `${field.label} (required)` : field.label}
		.problem=${problem}
		@pick=${({ detail }: CustomEvent<{ values: string[] }>) => onValue(detail.values)}
	></page-select>`;
}

function ticks(field: TickField, parts: FormFieldParts): TemplateResult {
	const { id, problem, onValue } = parts;
	const ticked = Array.isArray(parts.value) ? parts.value : [];
	const type = field.kind === 'radio' ? 'radio' : 'checkbox';
	const toggle = (value: string, isOn: boolean): void => {
		if (field.kind === 'radio') onValue([value]);
		else onValue(isOn ? [...ticked, value] : ticked.filter((it) => it !== value));
	};
	return html`<fieldset class="form-field form-ticks" data-field=${id} aria-describedby=${problem === undefined ? nothing : `${id}-problem`}>
		${field.kind === 'box' ? nothing : html`<legend class="form-label" dir="auto">${field.label}${star(field.isRequired)}</legend>`}
		${description(id, field.description)}
		${field.options.map(
			(option) => html`<label class="form-tick">
				<input
					type=${type}
					name=${id}
					.checked=${ticked.includes(option.value)}
					@change=${(event: Event) => toggle(option.value, (event.target as HTMLInputElement).checked)}
				/>
				<span class="choice-text">
					<span class="choice-label" dir="auto">${option.label}</span>
					${option.description === undefined ? nothing : html`<span class="choice-description" dir="auto">${option.description}</span>`}
				</span>
			</label>`,
		)}
		${problemLine(id, problem)}
	</fieldset>`;
}

function description(id: string, text: string | undefined): TemplateResult | typeof nothing {
	if (text === undefined) return nothing;
	return html`<p class="form-description" id="${id}-description" dir="auto">${text}</p>`;
}

function problemLine(id: string, problem: string | undefined): TemplateResult | typeof nothing {
	return problem === undefined
		? nothing
		: html`<span class="field-problem" id="${id}-problem">${problem}</span>`;
}

function counter({ isLimited, shortest, longest }: TextField, text: string): TemplateResult | typeof nothing {
	if (!isLimited) return nothing;
	const least = shortest > 0 && text.length < shortest ? `at least ${shortest} · ` : '';
	return html`<span class="form-counter">${least}${text.length} / ${longest}</span>`;
}

function star(isRequired: boolean): TemplateResult | typeof nothing {
	return isRequired ? html`<span class="form-star" aria-hidden="true"> *</span>` : nothing;
}
