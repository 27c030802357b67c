import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LogEntry } from '../../src/playground/world/world-state.js';
import { choice } from './controls.js';
import { timeOf } from './times.js';
import { WorldPanel } from './world-panel.js';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
type Level = (typeof levels)[number];

/** More than a screen holds, and few enough to draw in one frame. */
const maxShown = 300;

/** The bot's log, as it is written. */
export class LogPanel extends WorldPanel<readonly LogEntry[]> {
	static override properties = {
		...WorldPanel.properties,
		level: { state: true },
		text: { state: true },
	};
	/** The lowest level that is shown. */
	declare level: Level;
	declare text: string;
	/** True if the newest line was in sight before the last change. */
	#isAtEnd = true;

	constructor() {
		super();
		this.level = 'info';
		this.text = '';
	}

	protected override willUpdate(): void {
		const list = this.querySelector('.world-log');
		this.#isAtEnd = list === null || list.scrollHeight - list.scrollTop - list.clientHeight < 40;
	}

	protected override updated(): void {
		const list = this.querySelector('.world-log');
		if (this.#isAtEnd && list !== null) list.scrollTop = list.scrollHeight;
	}

	protected override render(): TemplateResult {
		const shown = this.#shown();
		return html`<section class="world-section world-fill">
			<h3>The bot’s log</h3>
			<div class="world-line">
				${choice({
					label: 'From level',
					value: this.level,
					options: levels.map((level) => [level, level] as const),
					onChoose: (level) => {
						this.level = level;
					},
				})}
				<label class="world-field"><span>Containing</span>
					<input type="search" .value=${this.text} @input=${(event: Event) => {
						this.text = (event.target as HTMLInputElement).value;
					}}></label>
			</div>
			<div class="world-log" role="log" aria-live="off" aria-label="The bot’s log" tabindex="0">
				${shown.length === 0 ? html`<p class="world-note">Nothing of this kind so far.</p>` : ''}
				${repeat(
					shown,
					({ number }) => number,
					(entry) => line(entry),
				)}
			</div>
			<p class="world-note">${shown.length} lines. Codes never stand in it, nor the token or the key.</p>
		</section>`;
	}

	#shown(): readonly LogEntry[] {
		const least = levels.indexOf(this.level);
		const wanted = this.text.toLowerCase();
		return (this.state ?? [])
			.filter(
				({ level, message, fields }) =>
					levels.indexOf(level as Level) >= least && `${message} ${fields}`.toLowerCase().includes(wanted),
			)
			.slice(-maxShown);
	}
}

function line({ at, which, level, message, fields }: LogEntry): TemplateResult {
	return html`<p class="world-log-line ${level}">
		<time>${at === undefined ? '' : timeOf(at)}</time> <b>${level}</b>
		${which === 'second' ? html`<i>second process</i>` : ''}
		<span class="world-log-message" dir="auto">${message}</span> <code>${fields}</code></p>`;
}

customElements.define('log-panel', LogPanel);
