import type { ClaimScan } from '../claims/claim-scan.js';
import { isAbout, type RuleSubject } from './rule-subject.js';

/** How many members a rule gives a role to in one guild. */
export interface RuleReach {
	readonly reached: number;
	/** All members whose purchases count in the guild. */
	readonly buyers: number;
	/** Not reached, but with a claim of an older version that doesn't say yet whether the rule is about it. */
	readonly undecided: number;
	/** False if there are more claims than were read. */
	readonly isComplete: boolean;
}

/** Read for one count, in all guilds together: about a second. */
const maxClaims = 20_000;

/** Counts the holders that a rule reaches, one count at a time: each reads many claims. */
export class RuleReaches {
	readonly #scan: Pick<ClaimScan, 'all'>;
	#last: Promise<unknown> = Promise.resolve();

	constructor(scan: Pick<ClaimScan, 'all'>) {
		this.#scan = scan;
	}

	/** Counts only claims that count in the guild. Rejects with the store's errors. */
	async of(guildId: string, subject: RuleSubject): Promise<RuleReach> {
		const counted = this.#last.then(() => this.#count(guildId, subject));
		this.#last = counted.catch(() => {});
		return await counted;
	}

	async #count(guildId: string, subject: RuleSubject): Promise<RuleReach> {
		const buyers = new Set<string>();
		const reached = new Set<string>();
		const undecided = new Set<string>();
		let read = 0;
		for await (const claim of this.#scan.all()) {
			if (read === maxClaims) break;
			read += 1;
			if (claim.status !== 'active' || !claim.guildIds.includes(guildId)) continue;
			buyers.add(claim.holderId);
			const is = isAbout(claim, subject);
			if (is === true) reached.add(claim.holderId);
			if (is === undefined) undecided.add(claim.holderId);
		}
		const left = [...undecided].filter((userId) => !reached.has(userId));
		const isComplete = read < maxClaims;
		return { reached: reached.size, buyers: buyers.size, undecided: left.length, isComplete };
	}
}
