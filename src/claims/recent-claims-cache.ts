/** Enough for a burst of verifications. */
const maxMembers = 200;

/** Latest claim of each member in this process: a hint for reads, harmless if wrong. */
export class RecentClaimsCache {
	readonly #byMember = new Map<string, string>();

	note(userId: string, hash: string): void {
		this.#byMember.delete(userId);
		this.#byMember.set(userId, hash);
		const [oldest] = this.#byMember.keys();
		if (this.#byMember.size > maxMembers && oldest !== undefined) this.#byMember.delete(oldest);
	}

	/** At most one hash. */
	of(userId: string): readonly string[] {
		const hash = this.#byMember.get(userId);
		return hash === undefined ? [] : [hash];
	}
}
