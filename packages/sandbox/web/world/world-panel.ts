import { ActingElement } from '@claimcheck/local-discord/web/page-element.js';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { WorldActs } from '../../src/playground/world/world-state.js';

/** A panel of the world: it shows a part of the page's state, and sends acts to the server. */
export abstract class WorldPanel<State> extends ActingElement<WorldActs> {
	static override properties: PropertyDeclarations = {
		state: { attribute: false },
		now: { attribute: false },
		busy: { state: true },
	};
	/** The part as the server has sent it; undefined before. */
	declare state: State | undefined;
	/** The world's time. */
	declare now: () => number;
	declare busy: keyof WorldActs | undefined;

	protected override async act<Name extends keyof WorldActs>(
		name: Name,
		args: WorldActs[Name],
	): Promise<unknown> {
		this.busy = name;
		return super.act(name, args).finally(() => {
			this.busy = undefined;
		});
	}

	protected problemLine(): TemplateResult {
		return html`<p class="trouble" role="alert">${this.problem ?? nothing}</p>`;
	}
}
