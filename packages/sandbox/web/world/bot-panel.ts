import { html, type TemplateResult } from 'lit';
import type { BotState, WorldActs } from '../../src/playground/world/world-state.js';
import { action, tick } from './controls.js';
import { spanOf, timeOf } from './times.js';
import { WorldPanel } from './world-panel.js';

const stateWords = { starting: 'Starting …', running: 'Running', ended: 'Not running' } as const;

/** The bot's process, and Discord as the bot experiences it. */
export class BotPanel extends WorldPanel<BotState> {
	protected override render(): TemplateResult {
		if (this.state === undefined) return html``;
		const { state, pid, startedAt = 0, ending, isDiscordDown } = this.state;
		const since = `process ${pid} · since ${timeOf(startedAt)} (${spanOf(this.now() - startedAt)})`;
		const control = (what: WorldActs['bot-process']['what']) => () => void this.act('bot-process', { what });
		return html`<section class="world-section">
				<h3>The bot</h3>
				<p class="note">The production bot, in a process of its own, with SQLite.</p>
				<p class="world-state ${ending === undefined ? state : 'lost'}" role="status">${stateWords[state]}</p>
				<p class="note">${state === 'ended' ? ending : since}</p>
				<div class="world-buttons">
					${
						state === 'ended'
							? action('Start the bot', control('start'), { kind: 'primary' })
							: html`${action('Stop', control('stop'), { name: 'Stop the bot' })}
								${action('Kill -9', control('kill'), { name: 'Kill -9 the bot' })}`
					}
				</div>
			</section>
			<section class="world-section">
				<h3>Discord</h3>
				${action('Cut the bot’s connection', () => void this.act('bot-drop', {}))}
				${tick('Discord is down: every request is answered with 500', isDiscordDown, (isOn) =>
					this.act('bot-discord-down', { isOn }),
				)}
			</section>
			${this.problemLine()}`;
	}
}

customElements.define('bot-panel', BotPanel);
