import { ActRefused, type Connection } from '@claimcheck/local-discord/web/connection.js';
import { pageKey } from '@claimcheck/local-discord/web/page-key.js';
import type { PlaygroundPage } from '@claimcheck/local-discord/web/playground-page.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { GuideActs, GuideState } from '../../src/playground/guide/guide-state.js';
import { openStory } from './open-story.js';
import { linkOf } from './story-link.js';
import { storyList } from './story-list.js';

const thanksMs = 2_000;

/** The guided tasks: their list, or the story in progress. */
export class PageTasks extends LitElement {
	static override properties = {
		connection: { attribute: false },
		page: { attribute: false },
		state: { attribute: false },
		problem: { state: true },
		linkWords: { state: true },
	};
	declare connection: Connection;
	declare page: PlaygroundPage;
	declare state: GuideState | undefined;
	/** The server's failure and its reason. */
	declare problem: string | undefined;
	declare linkWords: string;

	constructor() {
		super();
		this.linkWords = 'Copy link';
	}

	/** No shadow: one style sheet for the whole page. */
	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override updated(changed: PropertyValues<this>): void {
		if (!changed.has('state')) return;
		const before = changed.get('state')?.open;
		const open = this.state?.open;
		const isSame = before?.run === open?.run;
		if (isSame && before?.at === open?.at && before?.isHeld === open?.isHeld) return;
		this.querySelector('.step.present')?.scrollIntoView({ block: 'nearest' });
		// The pressed button has been removed: a keyboard user goes on from the step, or the title.
		if ((document.activeElement ?? document.body) !== document.body) return;
		this.querySelector<HTMLElement>(isSame ? '.step.present .step-todo' : '.tasks-title')?.focus();
	}

	protected override render(): TemplateResult {
		const { state } = this;
		if (state === undefined) return html`<p class="tasks-note">No tasks here.</p>`;
		return html`${this.#notice(state)}${this.#body(state)}`;
	}

	#notice({ notice }: GuideState): TemplateResult {
		return html`<p role="alert" class="tasks-problem" dir="auto">${this.problem ?? notice ?? nothing}</p>`;
	}

	#body({ stories, open }: GuideState): TemplateResult {
		const at = stories.findIndex(({ id }) => id === open?.id);
		const story = stories[at];
		const onBegin = (id: string) => void this.#act('story-begin', { id });
		const onReplay = (id: string) => void this.#act('story-replay', { id, pace: 'reading' });
		if (open === undefined || story === undefined) return storyList({ stories, onBegin, onReplay });
		return openStory({
			open,
			story,
			next: stories[at + 1],
			linkWords: this.linkWords,
			panelLabel: (id) => this.page.panels.find((panel) => panel.id === id)?.label ?? id,
			onBegin,
			onReplay,
			onShowStep: () => void this.#act('story-show-step', { pace: 'reading' }),
			onConfirm: () => void this.#act('story-confirm', {}),
			onNext: () => void this.#act('story-next', {}),
			onStop: () => void this.#act('story-stop', {}),
			onClose: () => void this.#act('story-close', {}),
			onCopyLink: () => void this.#copyLink(open.id),
			onPanel: (id) => this.page.showPanel(id),
		});
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

	async #act<Name extends keyof GuideActs>(name: Name, args: GuideActs[Name]): Promise<void> {
		this.problem = undefined;
		try {
			await this.connection.act(name, args);
		} catch (error) {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = error.message;
		}
	}
}

customElements.define('page-tasks', PageTasks);
