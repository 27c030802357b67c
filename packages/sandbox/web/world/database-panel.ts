import { html, type TemplateResult } from 'lit';
import type { DatabaseGroup, DatabaseState } from '../../src/playground/world/world-state.js';
import { action } from './controls.js';
import { timeOf } from './times.js';
import { WorldPanel } from './world-panel.js';

/** The meaning of rows, by the first words of the bot's keys. */
const meanings: Readonly<Record<string, string>> = {
	alert: 'problems reported to the staff',
	announced: 'how far each server has read the news',
	appeal: 'requests of members without a code',
	attempts: 'wrong codes, counted against guessing',
	claim: 'who holds a code, by the code’s fingerprint',
	dispute: 'disputes about a code',
	due: 'when support ends',
	greeted: 'servers that were greeted',
	member: 'the fingerprints of a member’s codes',
	meta: 'notes of the bot about itself',
	'news-log': 'new items and versions, to be announced',
	notice: 'notices to members, still to be sent',
	'open-appeals': 'which requests are open',
	'open-disputes': 'which disputes are open',
	panel: 'the messages with the verify button',
	'items-seen': 'items and versions that are no longer new',
	'looked-up': 'codes that staff have looked up',
	recheck: 'how far it has looked for refunds',
	reconciler: 'how far it has looked after roles',
	ref: 'references that members were shown',
	blocked: 'roles that can’t be given, and refused requests',
	sync: 'roles that are still to be given',
	'sync-later': 'members whose roles are compared later',
	settings: 'the settings of a server',
	stats: 'counts for each day',
};

/** The bot's database, as a thief of the file would find it. */
export class DatabasePanel extends WorldPanel<DatabaseState> {
	override connectedCallback(): void {
		super.connectedCallback();
		// By then, the element has its connection.
		void this.updateComplete.then(() => this.act('database-read', {}));
	}

	protected override render(): TemplateResult {
		const { groups = [], size = 0, readAt, problem } = this.state ?? {};
		const rows = groups.reduce((sum, { count }) => sum + count, 0);
		const read = readAt === undefined ? '' : ` · read at ${timeOf(readAt)}`;
		return html`<section class="world-section">
				<h3>What the bot has stored</h3>
				<p class="note">${rows} rows · ${Math.round(size / 1024)} KiB${read}</p>
				${action('Read it again', () => void this.act('database-read', {}))}
				<p class="note">No purchase code is in it: only fingerprints, which are shortened here, as are sealed
					texts. Ids of Discord are shown by their names.</p>
				${problem === undefined ? '' : html`<p class="trouble" role="alert">${problem}</p>`}
			</section>
			${groups.map((group) => this.#group(group))}
			${this.problemLine()}`;
	}

	#group({ prefix, count, rows }: DatabaseGroup): TemplateResult {
		const more = count - rows.length;
		return html`<details class="world-group">
			<summary><code>${prefix}</code> <span class="world-count">${count}</span>
				<span class="note">${meanings[prefix] ?? ''}</span></summary>
			<ul class="world-rows">
				${rows.map(({ key, value }) => html`<li><code class="world-key">${key}</code><code>${value}</code></li>`)}
			</ul>
			${more > 0 ? html`<p class="note">and ${more} more</p>` : ''}
		</details>`;
	}
}

customElements.define('database-panel', DatabasePanel);
