import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { BotLine, BotState } from '../../src/page/protocol.js';
import { ActRefused, type Connection } from '../connection.js';
import type { Panel } from '../playground-page.js';

/** Where no bot was named: what to start one with. */
interface ToSet {
	readonly variables: readonly { readonly name: string; readonly value: string }[];
}

/** The user's own bot: its state, its output, and buttons to restart and to kill it. */
export class BotPanel extends LitElement {
	static override properties = {
		bot: { attribute: false },
		lines: { attribute: false },
		connection: { attribute: false },
		problem: { state: true },
	};
	declare bot: BotState | ToSet;
	declare lines: readonly BotLine[];
	declare connection: Connection;
	declare problem: string | undefined;
	/** True if the log follows new lines: while its end is in sight. */
	#isAtEnd = true;

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override render(): TemplateResult {
		return 'command' in this.bot ? this.#running(this.bot) : toSet(this.bot);
	}

	protected override updated(): void {
		const log = this.querySelector('.bot-log');
		if (log !== null && this.#isAtEnd) log.scrollTop = log.scrollHeight;
	}

	#running({ command, isRunning, ending }: BotState): TemplateResult {
		const words = isRunning ? 'runs' : (ending ?? 'is being started');
		return html`<div class="bot-panel">
			<p class="bot-state"><code>${command}</code> <span role="status">${words}</span></p>
			<div class="bot-buttons">
				<button type="button" @click=${() => this.#do('restart-bot')}>${isRunning ? 'Restart' : 'Start'}</button>
				<button type="button" ?disabled=${!isRunning} @click=${() => this.#do('kill-bot')}>Kill</button>
			</div>
			${this.problem === undefined ? nothing : html`<p role="alert">${this.problem}</p>`}
			<div class="bot-log" role="log" aria-label="What the bot prints" tabindex="0" dir="ltr" @scroll=${this.#onScroll}>
				${repeat(
					this.lines,
					({ number }) => number,
					({ source, text }) => html`<div class=${source === 'errors' ? 'bot-errors' : ''}>${text}</div>`,
				)}
				${this.lines.length === 0 ? html`<p>It has printed nothing yet.</p>` : nothing}
			</div>
		</div>`;
	}

	#do(act: string): void {
		this.problem = undefined;
		this.connection.act(act, {}).catch((error: unknown) => {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = error.message;
		});
	}

	#onScroll(event: Event): void {
		const log = event.currentTarget as Element;
		this.#isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
	}
}

function toSet({ variables }: ToSet): TemplateResult {
	return html`<div class="bot-panel">
		<p>Start your bot with these in its environment, and it joins this server:</p>
		<dl class="bot-variables">
			${variables.map(({ name, value }) => html`<dt><code>${name}</code></dt><dd><code>${value}</code></dd>`)}
		</dl>
	</div>`;
}

/** For a page that was started with `local-discord`, whose world has the parts `bot` and `bot-log`. */
export const botPanel: Panel = {
	id: 'bot',
	label: 'Bot’s log',
	render: ({ parts }, connection) =>
		parts['bot'] === undefined
			? html`<p>This page has no bot of its own.</p>`
			: html`<bot-panel .bot=${parts['bot']} .lines=${parts['bot-log'] ?? []} .connection=${connection}></bot-panel>`,
};

customElements.define('bot-panel', BotPanel);
