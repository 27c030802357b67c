import { html, type TemplateResult } from 'lit';
import type { BotState, ProcessState, WorldActs } from '../../src/playground/world/world-state.js';
import { action, tick } from './controls.js';
import { spanOf, timeOf } from './times.js';
import { WorldPanel } from './world-panel.js';

type Which = WorldActs['bot-process']['which'];

const stateWords = { starting: 'Starting …', running: 'Running', ended: 'Not running' } as const;

/** The processes of the bot, and Discord as they meet it. */
export class BotPanel extends WorldPanel<BotState> {
	protected override render(): TemplateResult {
		const { state } = this;
		if (state === undefined) return html``;
		return html`<section class="world-section">
				<h3>The bot</h3>
				<p class="world-note">The production bot, in a process of its own, with SQLite.</p>
				${this.#process('first', state.first)}
			</section>
			<section class="world-section">
				<h3>A second process</h3>
				<p class="world-note">The same bot on the same database, as while a new version takes over. Each answer still
					comes once.</p>
				${this.#process('second', state.second)}
			</section>
			<section class="world-section">
				<h3>Discord</h3>
				${action('Cut the bot’s connection', () => void this.act('bot-drop', {}))}
				${tick('Discord is down: every request is answered with 500', state.isDiscordDown, (isOn) =>
					this.act('bot-discord-down', { isOn }),
				)}
				${tick('Discord limits requests as the real one does', state.isDiscordLimiting, (isOn) =>
					this.act('bot-discord-limits', { isOn }),
				)}
			</section>
			${this.problemLine()}`;
	}

	#process(which: Which, { state, pid, startedAt, memory, ending }: ProcessState): TemplateResult {
		const control = (what: WorldActs['bot-process']['what']) => () =>
			void this.act('bot-process', { which, what });
		const start = which === 'second' ? 'Start a second process' : 'Start the bot';
		const suffix = which === 'second' ? ' the second process' : ' the bot';
		const facts = [
			...(pid === undefined ? [] : [`process ${pid}`]),
			...(startedAt === undefined ? [] : [`since ${timeOf(startedAt)} (${spanOf(this.now() - startedAt)})`]),
			...(memory === undefined ? [] : [`${Math.round(memory / 1_048_576)} MiB`]),
		];
		return html`<p class="world-state ${ending === undefined ? state : 'lost'}" role="status">${stateWords[state]}</p>
			<p class="world-note">${facts.join(' · ')}${ending ?? ''}</p>
			<div class="world-buttons">
				${
					state === 'ended'
						? action(start, control('start'), { kind: which === 'first' ? 'primary' : '' })
						: html`${action('Stop', control('stop'), { name: `Stop${suffix}` })}
							${action('Kill -9', control('kill'), { kind: 'danger', name: `Kill -9${suffix}` })}`
				}
			</div>`;
	}
}

customElements.define('bot-panel', BotPanel);
