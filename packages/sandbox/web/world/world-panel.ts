import { ActRefused, type Connection } from '@claimcheck/local-discord/web/connection.js';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { WorldActs } from '../../src/playground/world/world-state.js';

/** A panel of the world: it shows a part of the page's state, and sends acts to the server. */
export abstract class WorldPanel<State> extends LitElement {
	static override properties = {
		connection: { attribute: false },
		state: { attribute: false },
		now: { attribute: false },
		problem: { state: true },
		busy: { state: true },
	};
	declare connection: Connection;
	/** The part as the server has sent it; undefined before. */
	declare state: State | undefined;
	/** The world's time. */
	declare now: () => number;
	/** The server's failure and its reason. */
	declare problem: string | undefined;
	declare busy: keyof WorldActs | undefined;

	/** No shadow root: one style sheet applies to the whole page. */
	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	/** Performs an act; returns the server's reply, or undefined if it refused, in which case the panel says why. */
	protected async act<Name extends keyof WorldActs>(name: Name, args: WorldActs[Name]): Promise<unknown> {
		this.problem = undefined;
		this.busy = name;
		try {
			return await this.connection.act(name, args);
		} catch (error) {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = error.message;
			return undefined;
		} finally {
			this.busy = undefined;
		}
	}

	protected problemLine(): TemplateResult {
		return html`<p class="trouble" role="alert">${this.problem ?? nothing}</p>`;
	}
}
