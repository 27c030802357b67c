import { html, nothing, type TemplateResult } from 'lit';
import type { ListedStory } from '../../src/playground/guide/guide-state.js';

export interface StoryListParts {
	readonly stories: readonly ListedStory[];
	readonly onBegin: (id: string) => void;
	readonly onReplay: (id: string) => void;
}

/** All stories: what each teaches, and whether it was done. */
export function storyList({ stories, onBegin, onReplay }: StoryListParts): TemplateResult {
	const done = stories.filter(({ done }) => done === 'by-hand').length;
	const first = stories.find(({ done }) => done === undefined)?.id;
	return html`<h2 class="tasks-title" tabindex="-1">Tasks</h2>
		<p class="tasks-note">Each takes a minute or two. You act in the frames, and the page checks what the bot makes of
			it; or let the page do it all.</p>
		<p class="tasks-progress"><progress max=${stories.length} value=${done} aria-label="Tasks that you have done"></progress>
			<span>${done} of ${stories.length}</span></p>
		<ol class="tasks-list">
			${stories.map(
				({ id, title, lesson, done }) => html`<li class="task">
					<h3>${title}${doneMark(done)}</h3>
					<p>${lesson}</p>
					<div class="tasks-buttons">
						<button type="button" class="world-button ${id === first ? 'primary' : ''}" aria-label=${`${done === undefined ? 'Begin' : 'Again'}: ${title}`}
							@click=${() => onBegin(id)}>${done === undefined ? 'Begin' : 'Again'}</button>
						<button type="button" class="world-button" aria-label=${`Show me: ${title}`}
							@click=${() => onReplay(id)}>Show me</button>
					</div>
				</li>`,
			)}
		</ol>`;
}

function doneMark(done: ListedStory['done']): TemplateResult | typeof nothing {
	if (done === undefined) return nothing;
	const words = done === 'by-hand' ? 'Done' : 'Shown';
	return html` <span class="task-mark ${done}">${done === 'by-hand' ? '✔ ' : ''}${words}</span>`;
}
