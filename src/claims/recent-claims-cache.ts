/** Members whose latest claim is remembered: those of a burst. */
const most = 200;

/** What members have just claimed in this process: a hint for what to read, which is wrong without harm. */
export class RecentClaimsCache {
	readonly #byMember = new Map<string, string>();

	note(userId: string, hash: string): void {
		this.#byMember.delete(userId);
		this.#byMember.set(userId, hash);
		const [oldest] = this.#byMember.keys();
		if (this.#byMember.size > most && oldest !== undefined) this.#byMember.delete(oldest);
	}

	/** None or one. */
	of(userId: string): readonly string[] {
		const hash = this.#byMember.get(userId);
		return hash === undefined ? [] : [hash];
	}
}
