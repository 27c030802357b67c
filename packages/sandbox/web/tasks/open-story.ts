import { html, nothing, type TemplateResult } from 'lit';
import type {
	CheckState,
	ListedStory,
	OpenStory,
	StepState,
} from '../../src/playground/guide/guide-state.js';
import '../world/copy-code.js';

export interface OpenStoryParts {
	readonly open: OpenStory;
	readonly story: ListedStory;
	/** The story after it; undefined after the last one. */
	readonly next: ListedStory | undefined;
	/** The label of the button that copies the link. */
	readonly linkWords: string;
	readonly panelLabel: (id: string) => string;
	readonly onBegin: (id: string) => void;
	readonly onReplay: (id: string) => void;
	readonly onShowStep: () => void;
	readonly onConfirm: () => void;
	readonly onNext: () => void;
	readonly onStop: () => void;
	readonly onClose: () => void;
	readonly onCopyLink: () => void;
	readonly onPanel: (id: string) => void;
}

/** The story in progress: its steps, the present one in full. */
export function openStory(parts: OpenStoryParts): TemplateResult {
	const { open, story, onClose } = parts;
	const isOver = open.at >= open.steps.length;
	return html`<button type="button" class="tasks-back" @click=${onClose}>All tasks</button>
		<h2 class="tasks-title" tabindex="-1">${story.title}</h2>
		<p class="tasks-note">${story.lesson}</p>
		${replayControls(parts, isOver)}
		<ol class="steps">${open.steps.map((step, index) => stepItem(step, index, parts))}</ol>
		<div role="status" class="tasks-status">${isOver ? html`<p class="tasks-done">✔ ${ending(story)}</p>` : nothing}</div>
		${closingControls(parts, isOver)}`;
}

function ending({ done }: ListedStory): string {
	return done === 'by-hand' ? 'Done. Every check holds.' : 'That was it. Every check holds. Now you?';
}

function replayControls(
	{ open, onReplay, onStop }: OpenStoryParts,
	isOver: boolean,
): TemplateResult | typeof nothing {
	if (open.replay !== undefined) {
		return html`<div class="tasks-replay">
			<p role="status" dir="auto">${open.replay.caption ?? 'The page plays this task …'}</p>
			<button type="button" class="world-button" @click=${onStop}>Stop, I go on myself</button>
		</div>`;
	}
	if (isOver || open.at > 0) return nothing;
	return html`<div class="tasks-buttons">
		<button type="button" class="world-button" @click=${() => onReplay(open.id)}>Show me all of it</button>
	</div>`;
}

function closingControls(parts: OpenStoryParts, isOver: boolean): TemplateResult {
	const { open, next, linkWords, onBegin, onReplay, onCopyLink } = parts;
	return html`<div class="tasks-buttons tasks-closing">
		${
			next === undefined
				? nothing
				: html`<button type="button" class="world-button ${isOver ? 'primary' : ''}" @click=${() => onBegin(next.id)}>
					${isOver ? 'Next' : 'Skip'}: ${next.title}</button>`
		}
		<button type="button" class="world-button" @click=${() => onBegin(open.id)}>Restart</button>
		${isOver ? html`<button type="button" class="world-button" @click=${() => onReplay(open.id)}>Show me all of it</button>` : nothing}
		<button type="button" class="world-button" @click=${onCopyLink}><span aria-live="polite">${linkWords}</span></button>
	</div>`;
}

function stepItem(step: StepState, index: number, parts: OpenStoryParts): TemplateResult {
	const { at } = parts.open;
	if (index < at) {
		return html`<li class="step done"><p><span class="step-mark" aria-hidden="true">✔</span>
			<span class="visually-hidden">Done: </span>${todoText(step.todo)}</p>
			<details><summary>${step.checks.length === 1 ? 'One check holds' : `${step.checks.length} checks hold`}</summary>
				<ul class="checks">${step.checks.map(checkItem)}</ul></details></li>`;
	}
	if (index > at) return html`<li class="step ahead"><p>${todoText(step.todo)}</p></li>`;
	return presentStep(step, parts);
}

function presentStep(step: StepState, parts: OpenStoryParts): TemplateResult {
	const { open, panelLabel, onPanel, onShowStep, onConfirm } = parts;
	const { panel } = step;
	if (open.isHeld) return heldStep(step, parts);
	return html`<li class="step present" aria-current="step">
		<p class="step-todo" tabindex="-1">${todoText(step.todo)}</p>
		${step.copies.map(
			({ label, text }) => html`<p class="step-copy"><span>${label}</span>
				<copy-code .text=${text} .label=${label}></copy-code></p>`,
		)}
		<ul class="checks" aria-label="What has to hold">${step.checks.map(checkItem)}</ul>
		<p role="status" class="step-hint" dir="auto">${open.hint ?? nothing}</p>
		<div class="tasks-buttons">
			${panel === undefined ? nothing : html`<button type="button" class="world-button" @click=${() => onPanel(panel)}>Open the panel “${panelLabel(panel)}”</button>`}
			${step.confirm === undefined ? nothing : html`<button type="button" class="world-button primary" @click=${onConfirm}>${step.confirm}</button>`}
			${open.replay === undefined ? html`<button type="button" class="world-button" @click=${onShowStep}>Show me this step</button>` : nothing}
		</div>
	</li>`;
}

/** A step that is done, whose result stays in the frames until the person goes on. */
function heldStep(step: StepState, { open, panelLabel, onNext }: OpenStoryParts): TemplateResult {
	const { panel } = open.steps[open.at + 1] ?? {};
	const person = open.nextPerson && `${open.nextPerson}’s phone`;
	const where = person ?? (panel && `the panel ${panelLabel(panel)}`);
	return html`<li class="step present held" aria-current="step">
		<p>${todoText(step.todo)}</p>
		<div role="status"><ul class="checks">${step.checks.map(checkItem)}</ul></div>
		${
			open.replay === undefined
				? html`<div class="tasks-buttons">
					<button type="button" class="world-button primary step-next" @click=${onNext}>${where === undefined ? 'Next' : `Next: ${where}`}</button>
				</div>`
				: nothing
		}
	</li>`;
}

/** With the labels of buttons in bold, as Discord writes it. */
function todoText(todo: string): readonly (string | TemplateResult)[] {
	return todo.split('**').map((part, index) => (index % 2 === 1 ? html`<strong>${part}</strong>` : part));
}

const marks: Readonly<Record<CheckState['state'], readonly [sign: string, words: string]>> = {
	waiting: ['○', 'Not yet: '],
	held: ['✔', 'Holds: '],
	broken: ['✘', 'Does not hold: '],
};

function checkItem({ what, state }: CheckState): TemplateResult {
	const [sign, words] = marks[state];
	return html`<li class="check ${state}"><span class="check-mark" aria-hidden="true">${sign}</span>
		<span><span class="visually-hidden">${words}</span>${what}</span></li>`;
}
