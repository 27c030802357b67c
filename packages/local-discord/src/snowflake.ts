import type { Clock } from './clock.js';

/** Discord's epoch, the first second of 2015: https://discord.com/developers/docs/reference#snowflakes */
const discordEpoch = 1_420_070_400_000n;

/** Creates ids as Discord does: time-ordered, unique, 17 to 19 digits. */
export class SnowflakeFactory {
	readonly #clock: Clock;
	#last = 0n;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	next(): string {
		const earliest = (BigInt(Math.trunc(this.#clock.now())) - discordEpoch) << 22n;
		this.#last = earliest > this.#last ? earliest : this.#last + 1n;
		return String(this.#last);
	}
}

/** True if `text` can be a Discord id. */
export function isSnowflake(text: string): boolean {
	return /^\d{17,20}$/.test(text);
}
