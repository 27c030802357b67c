import { ticking } from '@claimcheck/local-discord/web/message/ticking.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ClockState } from '../../src/playground/world/world-state.js';
import { action } from './controls.js';
import { momentOf, spanOf } from './times.js';
import { WorldPanel } from './world-panel.js';

const hour = 3_600_000;
const jumps = [
	['+1 hour', hour],
	['+1 day', 24 * hour],
	['+1 month', 30 * 24 * hour],
] as const;
const units = { minutes: 60_000, hours: hour, days: 24 * hour } as const;

/** The time of Discord, the shop and the bot, which can be moved ahead. */
export class ClockPanel extends WorldPanel<ClockState> {
	protected override render(): TemplateResult {
		const { aheadMs = 0, isMoving = false, lastMove } = this.state ?? {};
		const ahead =
			aheadMs < 1_000 ? 'The clock of this machine.' : `${spanOf(aheadMs)} ahead of this machine.`;
		return html`<section class="world-section">
				<h3>The time here</h3>
				<p class="world-time" role="status">${ticking(() => momentOf(this.now()))}</p>
				<p class="note">${isMoving ? 'Moving …' : ahead}</p>
				<p class="world-happened" role="status">${lastMove === undefined || isMoving ? nothing : happenedIn(lastMove)}</p>
				<div class="world-buttons">
					${jumps.map(([label, ms]) => action(label, () => void this.#advance(ms), { isDisabled: isMoving }))}
				</div>
				<form class="world-line" @submit=${(event: SubmitEvent) => this.#submit(event)}>
					<label class="world-field short"><span>Or by</span>
						<input type="number" name="count" min="1" max="3650" value="14" required></label>
					<label class="world-field short"><span>Unit</span>
						<select name="unit"><option>days</option><option>hours</option><option>minutes</option></select></label>
					<button class="action" ?disabled=${isMoving}>Move ahead</button>
				</form>
				${this.problemLine()}
			</section>
			<p class="note">Discord, the shop and the running bot all go there at once, and what was waiting for a time
				that has come happens now: support ends, and roles are taken. It never goes back: what has happened
				would then lie in the future.</p>`;
	}

	async #advance(ms: number): Promise<void> {
		await this.act('clock-advance', { ms });
		this.requestUpdate();
	}

	#submit(event: SubmitEvent): void {
		event.preventDefault();
		const form = new FormData(event.target as HTMLFormElement);
		const unit = form.get('unit') as keyof typeof units;
		void this.#advance(Number(form.get('count')) * units[unit]);
	}
}

/** The results of a clock move, as a sentence. */
function happenedIn({ ms, happened }: NonNullable<ClockState['lastMove']>): string {
	const named = jumps.find(([, length]) => length === ms)?.[0].replace(/^\+1 /, '');
	const when =
		named === undefined ? `In those ${spanOf(ms)}` : `${named === 'day' ? 'On' : 'In'} that ${named}`;
	return `${when}: ${happened.length === 0 ? 'nothing that shows here' : happened.join(', ')}.`;
}

customElements.define('clock-panel', ClockPanel);
