import type { Places } from '../../floors.js';
import { isAbout, type RuleSubject } from '../../servers/rule-subject.js';

/** How many members a rule gives a role to. */
export interface RuleReach {
	readonly reached: number;
	/** All members with a purchase. */
	readonly buyers: number;
	/** Not reached, but with a claim that doesn't say when it was bought. */
	readonly undecided: number;
	/** False if there are more claims than were read. */
	readonly isComplete: boolean;
}

/** Read for one count: about a second. */
const maxClaims = 20_000;
/** The pause after a scan, in times of its duration: presses in a row must not keep the store busy. */
const restPerScan = 4;

/** Members counted by one scan, by id. */
interface Count {
	readonly subject: RuleSubject;
	readonly buyers: Set<string>;
	readonly reached: Set<string>;
	readonly undecided: Set<string>;
}

/** A scan that hasn't begun. `isComplete`: false if there are more claims than it reads. */
interface Planned {
	readonly counts: Map<string, Count>;
	readonly isComplete: Promise<boolean>;
}

/** Counts the holders that a rule reaches. Scans of the claims follow each other, and one answers all who wait for it. */
export class RuleReaches {
	readonly #floor: Places;
	#last: Promise<unknown> = Promise.resolve();
	#next: Planned | undefined;

	constructor(floor: Places) {
		this.#floor = floor;
	}

	/** Rejects with the store's errors. */
	async of(subject: RuleSubject): Promise<RuleReach> {
		this.#next ??= this.#plan();
		const { counts, isComplete } = this.#next;
		const key = JSON.stringify([subject.kind, subject.key]);
		const none = {
			subject,
			buyers: new Set<string>(),
			reached: new Set<string>(),
			undecided: new Set<string>(),
		};
		const count: Count = counts.get(key) ?? none;
		counts.set(key, count);
		const isWhole = await isComplete;
		const { buyers, reached, undecided } = count;
		const { length: left } = [...undecided].filter((userId) => !reached.has(userId));
		return { reached: reached.size, buyers: buyers.size, undecided: left, isComplete: isWhole };
	}

	#plan(): Planned {
		const counts = new Map<string, Count>();
		let begunAt = 0;
		const isComplete = this.#last.then(async () => {
			this.#next = undefined;
			begunAt = this.#floor.clock.now();
			return await this.#count([...counts.values()]);
		});
		const rest = () => this.#floor.clock.delay(restPerScan * Math.max(0, this.#floor.clock.now() - begunAt));
		this.#last = isComplete.then(rest, rest);
		return { counts, isComplete };
	}

	async #count(counts: readonly Count[]): Promise<boolean> {
		let read = 0;
		for await (const claim of this.#floor.claims.scan.all()) {
			if (read === maxClaims) break;
			read += 1;
			if (claim.status !== 'active') continue;
			for (const { subject, buyers, reached, undecided } of counts) {
				buyers.add(claim.holderId);
				const is = isAbout(claim, subject);
				if (is === true) reached.add(claim.holderId);
				if (is === undefined) undecided.add(claim.holderId);
			}
		}
		return read < maxClaims;
	}
}
