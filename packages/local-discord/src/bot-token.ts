import { randomBytes } from 'node:crypto';

/** The one bot token that is accepted, until Discord resets it. */
export class BotToken {
	#value: string;

	constructor(value: string) {
		this.#value = value;
	}

	get value(): string {
		return this.#value;
	}

	/** From now on another one is accepted, which nobody has yet. */
	reset(): void {
		this.#value = `reset-${randomBytes(24).toString('hex')}`;
	}
}
