import { html, nothing, type TemplateResult } from 'lit';
import type { ListedStory } from '../../src/playground/guide/guide-state.js';

export interface StoryListParts {
	readonly stories: readonly ListedStory[];
	readonly onBegin: (id: string) => void;
	readonly onReplay: (id: string) => void;
}

/** All stories: the first that isn't done large, the others as a list. */
export function storyList({ stories, onBegin, onReplay }: StoryListParts): TemplateResult {
	const done = stories.filter(({ done }) => done === 'by-hand').length;
	const first = stories.find(({ done }) => done !== 'by-hand');
	return html`<h2 class="tasks-title" tabindex="-1">Tasks</h2>
		<p class="tasks-note">Each takes a minute or two. You act in the frames, and the page checks what the bot makes of
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
						<button type="button" class="world-button primary" aria-label=${`Begin: ${first.title}`}
							@click=${() => onBegin(first.id)}>Begin</button>
						<button type="button" class="world-button" aria-label=${`Show me: ${first.title}`}
							@click=${() => onReplay(first.id)}>Show me</button>
					</div>
				</section>`
		}
		<div class="tasks-list">${[...new Set(stories.map(({ group }) => group))].map(
			(group) => html`<h3>${group}</h3>
				<ul>${stories
					.filter((story) => story.group === group && story.id !== first?.id)
					.map(
						({ id, title, lesson, done }) =>
							html`<li><button type="button" class="task" @click=${() => onBegin(id)}>
								<span class="task-title">${title}${doneMark(done)}</span>
								<span class="task-lesson">${lesson}</span>
							</button></li>`,
					)}</ul>`,
		)}</div>`;
}

function doneMark(done: ListedStory['done']): TemplateResult | typeof nothing {
	if (done === undefined) return nothing;
	const words = done === 'by-hand' ? 'Done' : 'Shown';
	return html` <span class="task-mark ${done}">${done === 'by-hand' ? '✔ ' : ''}${words}</span>`;
}
