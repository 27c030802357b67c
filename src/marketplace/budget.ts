import type { Clock } from '../base/clock.js';

const windowMs = 60_000;

/**
 * The requests of the whole process to the marketplace: how many were sent in the last minute, and until when the
 * server asked for silence. Real servers allow 60 requests a minute for one address.
 */
export interface Budget {
	/** Notes one request, and on whose account it goes. */
	spend(account: BudgetAccount): void;
	/** Milliseconds since the epoch before which nothing at all is sent; in the past where there is no pause. */
	readonly pausedUntil: number;
	/** The server asked for silence until `until` (milliseconds since the epoch). A pause is never shortened. */
	pause(until: number): void;
	/**
	 * Whether background work may send a request now: undefined, or the time (milliseconds since the epoch) at which
	 * it may ask again. Buyers don't ask: servers without that limit exist, and a launch must get through on them.
	 */
	backgroundBlockedUntil(): number | undefined;
	/**
	 * The same for buyers in other servers than home, all of them together: what they send must leave home its half,
	 * whoever they are and however many.
	 */
	othersBlockedUntil(): number | undefined;
}

/** For whom a request is sent: buyers at home, buyers in other servers, nobody who waits. */
export type BudgetAccount = 'home' | 'others' | 'background';

export interface BudgetOptions {
	readonly clock: Clock;
	/** Requests a minute that the server is expected to allow. */
	readonly perMinute: number;
	/** The fraction (0–1) above which background work stops, so that the rest is left to buyers. */
	readonly backgroundShare: number;
}

interface SentRequest {
	readonly at: number;
	readonly account: BudgetAccount;
}

export function createBudget({ clock, perMinute, backgroundShare }: BudgetOptions): Budget {
	const allowance = Math.max(1, Math.floor(perMinute * backgroundShare));
	const half = Math.max(1, Math.floor(perMinute / 2));
	/** An invalid code costs a second request, about the key. */
	const mostOfOthers = Math.max(1, half - 1);
	/** Together with background work, which may have spent its share first. */
	const mostBesideHome = Math.max(1, Math.floor(perMinute * 0.75) - 1);
	let sent: SentRequest[] = [];
	let pausedUntil = 0;
	let lastSeen = 0;

	/** The time now. Where the clock was set back, everything that was noted goes back with it: no pause gets longer. */
	const currentTime = (): number => {
		const now = clock.now();
		const stepBack = lastSeen - now;
		if (stepBack > 0) {
			sent = sent.map(({ at, account }) => ({ at: at - stepBack, account }));
			pausedUntil -= stepBack;
		}
		lastSeen = now;
		return now;
	};

	const prune = (): void => {
		const windowStart = currentTime() - windowMs;
		// In the order of their times: on the day of a launch there are thousands, and one or two have left the window.
		const past = sent.findIndex(({ at }) => at > windowStart);
		sent.splice(0, past < 0 ? sent.length : past);
	};

	return {
		spend(account) {
			prune();
			sent.push({ at: lastSeen, account });
		},
		get pausedUntil() {
			currentTime();
			return pausedUntil;
		},
		pause(until) {
			currentTime();
			pausedUntil = Math.max(pausedUntil, until);
		},
		backgroundBlockedUntil() {
			prune();
			if (pausedUntil > lastSeen) return pausedUntil;
			const lastInTheWay = sent.at(-allowance);
			return lastInTheWay === undefined ? undefined : lastInTheWay.at + windowMs;
		},
		othersBlockedUntil() {
			prune();
			const ofOthers = sent.filter(({ account }) => account === 'others').at(-mostOfOthers);
			const besideHome = sent.filter(({ account }) => account !== 'home').at(-mostBesideHome);
			const inTheWay = [ofOthers, besideHome].flatMap((last) =>
				last === undefined ? [] : [last.at + windowMs],
			);
			return inTheWay.length === 0 ? undefined : Math.max(...inTheWay);
		},
	};
}
