import { ActingElement } from '@claimcheck/local-discord/web/page-element.js';
import { pageKey } from '@claimcheck/local-discord/web/page-key.js';
import type { PlaygroundPage } from '@claimcheck/local-discord/web/playground-page.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type {
	CheckState,
	GuideActs,
	GuideState,
	ListedStory,
	OpenStory,
	StepState,
} from '../../src/playground/guide/guide-state.js';
import { action } from '../world/controls.js';
import '../world/copy-code.js';
import { linkOf } from './story-link.js';

const thanksMs = 2_000;

/** The guided tasks: their list, or the story in progress. */
export class PageTasks extends ActingElement<GuideActs> {
	static override properties = {
		page: { attribute: false },
		state: { attribute: false },
		linkWords: { state: true },
	};
	declare page: PlaygroundPage;
	declare state: GuideState | undefined;
	declare linkWords: string;

	constructor() {
		super();
		this.linkWords = 'Copy link';
	}

	protected override updated(changed: PropertyValues<this>): void {
		if (!changed.has('state')) return;
		const before = changed.get('state')?.open;
		const open = this.state?.open;
		const isSame = before?.run === open?.run;
		if (isSame && before?.at === open?.at && before?.isHeld === open?.isHeld) return;
		this.querySelector('.step.present')?.scrollIntoView({ block: 'nearest' });
		// The pressed button has been removed, so a keyboard user continues from the step, or the title.
		if ((document.activeElement ?? document.body) !== document.body) return;
		this.querySelector<HTMLElement>(isSame ? '.step.present .step-todo' : '.tasks-title')?.focus();
	}

	protected override render(): TemplateResult {
		const { state } = this;
		if (state === undefined) return html`<p class="note">No tasks here.</p>`;
		return html`${this.#notice(state)}${this.#body(state)}`;
	}

	#notice({ notice }: GuideState): TemplateResult {
		return html`<p role="alert" class="note tasks-notice ${this.problem === undefined ? '' : 'trouble'}" dir="auto">${this.problem ?? notice ?? nothing}</p>`;
	}

	#body({ stories, open }: GuideState): TemplateResult {
		const at = stories.findIndex(({ id }) => id === open?.id);
		const story = stories[at];
		if (open === undefined || story === undefined) return this.#list(stories);
		return this.#story(open, story, stories[at + 1]);
	}

	/** All stories: the first unfinished one large, the others as a list. */
	#list(stories: readonly ListedStory[]): TemplateResult {
		const done = stories.filter(({ done }) => done === 'by-hand').length;
		const first = stories.find(({ done }) => done !== 'by-hand');
		return html`<h2 class="tasks-title" tabindex="-1">Tasks</h2>
			<p class="note">Each takes a minute or two. You act in the frames, and the page checks what the bot makes of
				it; or let the page do it all.</p>
			<p class="tasks-progress"><progress max=${stories.length} value=${done} aria-label="Tasks that you have done"></progress>
				<span>${done} of ${stories.length}</span></p>
			${
				first === undefined
					? nothing
					: html`<section class="task-card" aria-label="The next task">
						<h3>${first.title}${doneMark(first.done)}</h3>
						<p>${first.lesson}</p>
						<div class="tasks-buttons">
							${action('Begin', this.#begin(first.id), { kind: 'primary', name: `Begin: ${first.title}` })}
							${action('Show me', this.#replay(first.id), { name: `Show me: ${first.title}` })}
						</div>
					</section>`
			}
			<div class="tasks-list">${[...new Set(stories.map(({ group }) => group))].map(
				(group) => html`<h3>${group}</h3>
					<ul>${stories
						.filter((story) => story.group === group && story.id !== first?.id)
						.map(
							({ id, title, lesson, done }) =>
								html`<li><button type="button" class="task" @click=${this.#begin(id)}>
									<span class="task-title">${title}${doneMark(done)}</span>
									<span class="task-lesson">${lesson}</span>
								</button></li>`,
						)}</ul>`,
			)}</div>`;
	}

	/** The story in progress: its steps, with the current one in full. */
	#story(open: OpenStory, story: ListedStory, next: ListedStory | undefined): TemplateResult {
		const isOver = open.at >= open.steps.length;
		const ending =
			story.done === 'by-hand' ? 'Done. Every check holds.' : 'That was it. Every check holds. Now you?';
		const replay = action('Show me all of it', this.#replay(open.id));
		return html`<button type="button" class="tasks-back" @click=${() => void this.act('story-close', {})}>All tasks</button>
			<h2 class="tasks-title" tabindex="-1">${story.title}</h2>
			<p class="note">${story.lesson}</p>
			${
				open.replay === undefined
					? !isOver && open.at === 0
						? html`<div class="tasks-buttons">${replay}</div>`
						: nothing
					: html`<div class="task-card">
						<p role="status" dir="auto">${open.replay.caption ?? 'The page plays this task …'}</p>
						${action('Stop, I go on myself', () => void this.act('story-stop', {}))}
					</div>`
			}
			<ol class="steps">${open.steps.map((step, index) => this.#step(step, index, open))}</ol>
			<div role="status" class="tasks-status">${isOver ? html`<p class="tasks-done">✔ ${ending}</p>` : nothing}</div>
			<div class="tasks-buttons tasks-closing">
				${
					next === undefined
						? nothing
						: action(`${isOver ? 'Next' : 'Skip'}: ${next.title}`, this.#begin(next.id), {
								kind: isOver ? 'primary' : '',
							})
				}
				${action('Restart', this.#begin(open.id))}
				${isOver ? replay : nothing}
				<button type="button" class="action" @click=${() => void this.#copyLink(open.id)}><span aria-live="polite">${this.linkWords}</span></button>
			</div>`;
	}

	#step(step: StepState, index: number, open: OpenStory): TemplateResult {
		const todo = todoText(step.todo);
		const checks = step.checks.map(checkItem);
		if (index > open.at) return html`<li class="step ahead"><p>${todo}</p></li>`;
		if (index < open.at) {
			return html`<li class="step done"><p><span class="step-mark" aria-hidden="true">✔</span>
				<span class="visually-hidden">Done: </span>${todo}</p>
				<details><summary>${checks.length === 1 ? 'One check holds' : `${checks.length} checks hold`}</summary>
					<ul class="checks">${checks}</ul></details></li>`;
		}
		if (open.isHeld) {
			// Its result stays in the frames until the person continues.
			return html`<li class="step present held" aria-current="step">
				<p>${todo}</p>
				<div role="status"><ul class="checks">${checks}</ul></div>
				${open.replay === undefined ? html`<div class="tasks-buttons">${this.#nextButton(open)}</div>` : nothing}
			</li>`;
		}
		const { panel } = step;
		return html`<li class="step present" aria-current="step">
			<p class="step-todo" tabindex="-1">${todo}</p>
			${step.copies.map(
				({ label, text }) => html`<p class="step-copy"><span>${label}</span>
					<copy-code .text=${text} .label=${label}></copy-code></p>`,
			)}
			<ul class="checks" aria-label="What has to hold">${checks}</ul>
			<p role="status" class="step-hint" dir="auto">${open.hint ?? nothing}</p>
			<div class="tasks-buttons">
				${panel === undefined ? nothing : action(`Open the panel “${this.#label(panel)}”`, () => this.page.showPanel(panel))}
				${open.replay === undefined ? action('Show me this step', () => void this.act('story-show-step', { pace: 'reading' })) : nothing}
			</div>
		</li>`;
	}

	/** Opens the panel of the next step, and says which one. */
	#nextButton({ steps, at }: OpenStory): TemplateResult {
		const { panel } = steps[at + 1] ?? {};
		const onPress = () => {
			void this.act('story-next', {});
			if (panel !== undefined) this.page.showPanel(panel);
		};
		return action(panel === undefined ? 'Next' : `Next: the panel ${this.#label(panel)}`, onPress, {
			kind: 'primary step-next',
		});
	}

	#label(panel: string): string {
		return this.page.panels.find(({ id }) => id === panel)?.label ?? panel;
	}

	#begin(id: string) {
		return () => void this.act('story-begin', { id });
	}

	#replay(id: string) {
		return () => void this.act('story-replay', { id, pace: 'reading' });
	}

	async #copyLink(id: string): Promise<void> {
		this.linkWords = await navigator.clipboard.writeText(linkOf(id, pageKey())).then(
			() => 'Copied',
			() => 'The browser refused',
		);
		setTimeout(() => {
			this.linkWords = 'Copy link';
		}, thanksMs);
	}
}

/** With button labels in bold, as Discord writes them. */
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

function doneMark(done: ListedStory['done']): TemplateResult | typeof nothing {
	if (done === undefined) return nothing;
	const words = done === 'by-hand' ? 'Done' : 'Shown';
	return html` <span class="task-mark ${done}">${done === 'by-hand' ? '✔ ' : ''}${words}</span>`;
}

customElements.define('page-tasks', PageTasks);
