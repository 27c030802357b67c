import type { ConfigError, StoreRefusedError } from './errors.js';

/** A fault found at run time that only a change of the configuration can fix: the bot has to end. */
export class WrongConfiguration {
	/** The first fault. Never rejects. */
	readonly found: Promise<ConfigError | StoreRefusedError>;
	#resolve: (error: ConfigError | StoreRefusedError) => void = () => {};

	constructor() {
		this.found = new Promise((resolve) => {
			this.#resolve = resolve;
		});
	}

	report(error: ConfigError | StoreRefusedError): void {
		this.#resolve(error);
	}
}
