import { z } from 'zod';
import type { ClaimKeys } from '../../src/claims/claim-keys.js';
import type { ServedGuilds } from '../../src/servers/served-guilds.js';
import { claimPrefix } from '../claim-row.js';
import { type ClaimState, ClaimStates, holdersOf, isHeldBy, stateOf } from './claim-states.js';
import type { Caller } from './line.js';
import type { Schedule } from './schedule.js';
import { dayMs, minuteMs } from './servers.js';
import type { SimulatedShop } from './simulated-shop.js';
import type { SimulatedStore, StoreWatch, Written } from './simulated-store.js';
import type { Sometimes } from './sometimes.js';

const keyIsGoodMs = 2_000;
/** The product's promise: see the troubles in `docs/operating.md`. */
const maxRevokedPerDay = 3;
const refusalsUntilRevoked = 3;

interface Watched {
	readonly schedule: Schedule;
	readonly sometimes: Sometimes;
	readonly shop: SimulatedShop;
	readonly keys: Pick<ClaimKeys, 'hash'>;
	readonly store: SimulatedStore;
	readonly served: Pick<ServedGuilds, 'ids'>;
}

const policySchema = z.looseObject({ seats: z.record(z.string(), z.number()).optional() });

/**
 * Checks each write and each response for states that must never occur, whatever fails. Has its own rules, independent
 * of the product. Also notes which rare branches were reached.
 */
export class Watch implements StoreWatch {
	/** The faults, in words. */
	readonly faults: string[] = [];
	readonly states = new ClaimStates();
	readonly #world: Watched;
	/** The member who made each claim, by claim. */
	readonly #makers = new Map<string, Caller>();
	/** The number of purchases that the bot itself has revoked, by day. */
	readonly #revokedOn = new Map<number, number>();

	constructor(world: Watched) {
		this.#world = world;
	}

	broken(what: string): void {
		this.#world.schedule.note('BROKEN', what);
		this.faults.push(what);
	}

	written({ key, before, after, by }: Written): void {
		if (key === 'news-log') this.#news(before, after);
		if (key.startsWith('dispute:')) this.#dispute(before, after);
		if (!key.startsWith(claimPrefix)) return;
		const hash = key.slice(claimPrefix.length);
		const [was, is] = [stateOf(before), stateOf(after)];
		if (is === undefined) {
			this.broken(`a claim is gone: ${hash}`);
			return;
		}
		if (was === undefined) this.#makers.set(hash, by);
		this.states.note(hash, is);
		if (was === undefined || is.history.at(-1)?.what === 'claimed') this.#owes(was, is, by);
		const what = is.revision === was?.revision ? undefined : is.history.at(-1)?.what;
		this.#seats(hash, was, is, what);
		if (was === undefined) return;
		this.#lock(hash, was, is, what);
		this.#revocation(hash, was, is, what);
		this.#undo(hash, was, is, what);
		if (is.revision < was.revision) this.broken(`a revision goes back: ${hash}`);
	}

	swapLost(key: string, expected: unknown, by: Caller): void {
		if (!key.startsWith(claimPrefix)) return;
		const { sometimes } = this.#world;
		const maker = this.#makers.get(key.slice(claimPrefix.length));
		if (maker === undefined || maker === by) return;
		sometimes.note('a swap of a claim fails since another process was first');
		if (expected === undefined) sometimes.note('two processes make one claim at once');
	}

	unsure(key: string, arrived: 'never-arrived' | 'answer-lost' | 'arrives-late'): void {
		if (!key.startsWith(claimPrefix)) return;
		if (arrived === 'answer-lost') this.#world.sometimes.note('the answer to a write of a claim is lost');
		if (arrived === 'arrives-late')
			this.#world.sometimes.note('a write of a claim arrives long after its sender has given up');
	}

	killed(life: Caller, isDone: boolean): void {
		const { sometimes } = this.#world;
		sometimes.note(
			isDone
				? 'a process is killed after the store has done what it asked, and before it hears of it'
				: 'a process is killed before a call of the store',
		);
		const waiting = [...life.inFlight];
		if (waiting.some((what) => what.startsWith('role ')))
			sometimes.note('a process is killed between a claim and its role');
		if (waiting.includes('decision'))
			sometimes.note('a process is killed while a decision of a dispute is carried out');
	}

	/** Records that roles follow from it now but are not given yet. */
	#owes(was: ClaimState | undefined, is: ClaimState, by: Caller): void {
		for (const { userId } of is.holders) {
			if (was !== undefined && isHeldBy(was, userId)) continue;
			for (const guildId of this.#world.served.ids) by.inFlight.add(`role ${guildId} ${userId}`);
		}
	}

	#seats(hash: string, was: ClaimState | undefined, is: ClaimState, what: string | undefined): void {
		const { schedule, sometimes } = this.#world;
		const seats = this.seatsOf(is.licenseType);
		const before = was === undefined ? [] : holdersOf(was);
		if (is.holders.length > Math.max(seats, before.length))
			this.broken(`${is.holders.length} holders on ${seats} seats: ${hash}`);
		if (new Set(holdersOf(is)).size < is.holders.length) this.broken(`a holder twice: ${hash}`);
		if (seats > 1 && is.holders.length === seats) sometimes.note('a code of a team has all its seats taken');
		if (was === undefined || (what !== 'gave' && what !== 'claimed')) return;
		const kept = was.reserved.filter(({ until = Infinity }) => until > schedule.time + minuteMs).length;
		const isOwn = is.reserved.length < was.reserved.length;
		if (isOwn && kept > 0) sometimes.note('a kept seat is taken by whom it is kept for');
		if (isOwn && kept === 0) sometimes.note('a kept seat has expired and is taken by another');
		if (!isOwn && before.length + kept >= seats) this.broken(`a seat was taken that was not free: ${hash}`);
	}

	/** The number of members who may hold a code with this license, by the policy. */
	seatsOf(licenseType: string): number {
		return policySchema.safeParse(this.#world.store.read('policy')).data?.seats?.[licenseType] ?? 1;
	}

	/** Checks that a locked claim keeps its holder, unless they delete their data. */
	#lock(hash: string, was: ClaimState, is: ClaimState, what: string | undefined): void {
		if (!was.locked || what === 'forgotten' || isSame(holdersOf(was), holdersOf(is))) return;
		this.broken(`the holders of a locked claim have changed (${what}): ${hash}`);
	}

	#revocation(hash: string, was: ClaimState, is: ClaimState, what: string | undefined): void {
		const { shop, schedule, sometimes, keys } = this.#world;
		const isStaffsLift = what === 'reinstated' || what === 'undone';
		if (was.revokedBy !== undefined && is.revokedBy !== was.revokedBy && !isStaffsLift)
			this.broken(`what staff revoked was lifted (${what}): ${hash}`);
		if (is.status === 'active' && was.status === 'revoked' && is.revokedBy === was.revokedBy)
			sometimes.note('a revoked purchase is reinstated');
		if (is.status !== 'revoked' || was.status === 'revoked' || what !== 'revoked') return;
		if (is.revokedBy !== undefined) return;
		sometimes.note('a purchase is revoked after three refusals on different days');
		const refused = shop.sold.find(({ code }) => keys.hash(code) === hash)?.refusedAt ?? [];
		if (refused.length < refusalsUntilRevoked) this.broken(`revoked without three refusals: ${hash}`);
		const [first = 0] = refused;
		if (schedule.time - first < 2 * dayMs - minuteMs) this.broken(`revoked too soon: ${hash}`);
		const day = Math.floor(schedule.time / dayMs);
		const today = (this.#revokedOn.get(day) ?? 0) + 1;
		this.#revokedOn.set(day, today);
		if (today > maxRevokedPerDay) this.broken(`${today} purchases revoked on a day`);
	}

	/** Checks that an undo restores the holders before the change, and that nothing has happened in between. */
	#undo(hash: string, was: ClaimState, is: ClaimState, what: string | undefined): void {
		if (what !== 'undone') return;
		const { sometimes } = this.#world;
		sometimes.note('a change is undone');
		if (was.history.at(-1)?.what === 'transferred') sometimes.note('a transfer is undone');
		const { undo } = was;
		if (undo === undefined || undo.revision !== was.revision) {
			this.broken(`undone, although something has happened since: ${hash}`);
			return;
		}
		if (!isSame(holdersOf(undo.before as ClaimState), holdersOf(is))) this.broken(`half undone: ${hash}`);
	}

	#news(before: unknown, after: unknown): void {
		const [was, is] = [before, after] as { size: number }[];
		if (was !== undefined && is !== undefined && is.size < (was.size * 2) / 3)
			this.#world.sometimes.note('half a list of items is served, and brings no news');
	}

	#dispute(before: unknown, after: unknown): void {
		const [was, is] = [before, after] as { state?: string }[];
		const { sometimes } = this.#world;
		if (was?.state === 'open' && is?.state === 'moved-by-owner')
			sometimes.note('a dispute ends since the purchase came to the claimant without the staff');
		if ((was?.state === 'moved' || was?.state === 'left') && is?.state === 'open')
			sometimes.note('a dispute is reopened');
	}

	/** Checks a success reply about a purchase: it was theirs at some moment since the request. */
	calledVerified(hash: string, userId: string, mark: number): void {
		if (!this.states.since(hash, mark).some((state) => isHeldBy(state, userId)))
			this.broken(`${userId} was answered that they have ${hash}, and they did not`);
	}

	/** Checks a reply that a code is another member's. */
	calledTaken(hash: string, userId: string, mark: number): void {
		const isTaken = (state: ClaimState): boolean =>
			!isHeldBy(state, userId) && state.holders.length + state.reserved.length + Number(state.locked) > 0;
		if (!this.states.since(hash, mark).some(isTaken)) this.broken(`a free code was called taken: ${hash}`);
	}

	/** Checks a reply that a code is invalid. `since`: the time of the request. */
	calledInvalid(hash: string, mark: number, since: number): void {
		const { shop, keys } = this.#world;
		const sold = shop.sold.find(({ code }) => keys.hash(code) === hash);
		// A key that is refused for one request and valid for the next can't be judged. Nor can a change of it: all callers
		// within two seconds share the result for the key (`marketplace/key-check.ts`).
		const isRefused =
			sold === undefined || shop.changedAt >= since - keyIsGoodMs || sold.refusedAt.some((at) => at >= since);
		const isRevoked = this.states.since(hash, mark).some(({ status }) => status === 'revoked');
		if (!isRefused && !isRevoked) this.broken(`a good code was called invalid: ${hash}`);
	}

	/** Checks a notice that a purchase is no longer the member's, in this guild if one is given. */
	endedClaim(hash: string, userId: string, mark: number): void {
		if (this.states.since(hash, mark).every((state) => isHeldBy(state, userId)))
			this.broken(`${userId} was notified that ${hash} is no longer theirs, and it was`);
	}

	/** Checks a report to staff that a change was made. */
	confirmedChange(hash: string, revision: number, mark: number): void {
		if (!this.states.since(hash, mark).some((state) => state.revision >= revision))
			this.broken(`a change was confirmed to staff but not made: ${hash}`);
	}
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
	return some.length === others.length && some.every((each) => others.includes(each));
}
