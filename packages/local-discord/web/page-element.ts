import { LitElement, type PropertyDeclarations } from 'lit';
import { ActRefused, type Connection } from './connection.js';

/** No shadow root: one style sheet applies to the whole page, and its text can be read as a whole. */
export class PageElement extends LitElement {
	protected override createRenderRoot(): HTMLElement {
		return this;
	}
}

/** An element whose acts the server carries out or refuses. */
export class ActingElement<Acts = Readonly<Record<string, object>>> extends PageElement {
	static override properties: PropertyDeclarations = {
		connection: { attribute: false },
		problem: { state: true },
	};
	declare connection: Connection;
	/** The refusal of the last act, or another notice to the person. */
	declare problem: string | undefined;

	/** Performs an act; returns the server's reply, or undefined if it refused, in which case `problem` says why. */
	protected async act<Name extends keyof Acts & string>(name: Name, args: Acts[Name]): Promise<unknown> {
		this.problem = undefined;
		try {
			return await this.connection.act(name, args);
		} catch (error) {
			if (!(error instanceof ActRefused)) throw error;
			this.problem = error.message;
			return undefined;
		}
	}
}
