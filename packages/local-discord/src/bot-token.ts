import { randomBytes } from 'node:crypto';

/** The only accepted bot token, until Discord resets it. */
export class BotToken {
	#value: string;

	/** @param value default: a new one in Discord's format, since some clients read the bot's id from its first part */
	constructor(botId: string, value?: string) {
		this.#value = value ?? `${base64(botId)}.${secret(4)}.${secret(28)}`;
	}

	get value(): string {
		return this.#value;
	}

	/** Replaces the token with a new one that no bot has yet. */
	reset(): void {
		this.#value = `reset-${randomBytes(24).toString('hex')}`;
	}
}

function base64(text: string): string {
	return Buffer.from(text).toString('base64url');
}

function secret(bytes: number): string {
	return randomBytes(bytes).toString('base64url');
}
