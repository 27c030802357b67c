/**
 * How often Discord may refuse us in one guild. Ten thousand refusals in ten minutes get the address banned, and a
 * broken role hierarchy refuses every member alike: after `limit` refusals in `windowMs` nothing more is tried there.
 */
export class DoomedCallBudget {
	readonly #now: () => number;
	readonly #limit: number;
	readonly #windowMs: number;
	readonly #refusals = new Map<string, number[]>();

	constructor(now: () => number, limit = 10, windowMs = 6 * 60 * 60_000) {
		this.#now = now;
		this.#limit = limit;
		this.#windowMs = windowMs;
	}

	allows(guildId: string): boolean {
		return this.#recent(guildId).length < this.#limit;
	}

	refused(guildId: string): void {
		this.#refusals.set(guildId, [...this.#recent(guildId), this.#now()]);
	}

	#recent(guildId: string): number[] {
		const since = this.#now() - this.#windowMs;
		return (this.#refusals.get(guildId) ?? []).filter((at) => at > since);
	}
}
