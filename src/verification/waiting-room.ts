import type { Clock } from '../base/clock.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Verification, VerifyRequest } from './verify.js';
import type { VerifyOutcome } from './verify-outcome.js';

/** On whose share of the shop's requests a member waits. */
type Share = 'home' | 'others';

export interface WaitingRoomDependencies {
	readonly verification: Pick<Verification, 'verify'>;
	readonly served: Pick<ServedGuilds, 'serves' | 'isHome'>;
	readonly clock: Clock;
}

/** A member's code that couldn't be checked. */
export interface WaitingMember {
	readonly request: VerifyRequest;
	/** Milliseconds since the epoch at which the shop may be asked again, where it said so. */
	readonly retryAt: number | undefined;
	/** Milliseconds since the epoch until which the answer can be changed. */
	readonly until: number;
	/** Told when the next try is, each time that changes. */
	tell(nextTryAt: number): Promise<unknown>;
}

/** A definite outcome, or that there was none in time. Rejects with what verifying rejects with. */
export type WaitedFor = VerifyOutcome | 'gave-up';

interface WaitingEntry extends WaitingMember {
	readonly line: QueueLine;
	/** The last thing that the member was told: the end is not to overtake it. */
	told: Promise<unknown>;
	readonly over: AbortController;
	end(result: WaitedFor): void;
	fail(error: unknown): void;
}

/** Those who wait on one share, the longest waiting first. */
interface QueueLine {
	readonly entries: Set<WaitingEntry>;
	/** How many tries in a row have shown nothing. */
	failures: number;
	nextTryAt: number;
	/** After the shop has asked for silence: it is asked no faster than it bears. */
	isPaced: boolean;
	isRunning: boolean;
}

/** Milliseconds before each try, the last one over and over. */
const pauses = [5_000, 10_000, 20_000, 40_000, 60_000] as const;
/** Milliseconds between two members' tries where the shop has a limit, which newcomers need too. */
const pacedMs = 1_500;
/** The most members who wait: as many as a shop with a limit can answer in time. Their codes are in memory alone. */
const mostWaiting = 500;
/** Messages that are changed at once. */
const toldAtOnce = 25;

/**
 * Members whose codes wait for the shop. One of them asks at a time, in the order in which they came, with growing
 * pauses; once the shop answers, the others follow. So an outage costs the shop a request a minute, however many wait.
 * A member waits once, for the latest code. Nothing is stored: who waits at a stop is told to try again.
 */
export class WaitingRoom {
	readonly #dependencies: WaitingRoomDependencies;
	readonly #byMember = new Map<string, WaitingEntry>();
	readonly #lines: Readonly<Record<Share, QueueLine>> = { home: newLine(), others: newLine() };
	/** Those whose codes are being checked. */
	readonly #tried = new Set<WaitingEntry>();
	readonly #stopping = new AbortController();

	constructor(dependencies: WaitingRoomDependencies) {
		this.#dependencies = dependencies;
	}

	/** How many members wait. */
	get size(): number {
		return this.#byMember.size;
	}

	/** Tries again by itself until there is an answer, time is up or the bot stops. */
	async wait(waiting: WaitingMember): Promise<WaitedFor> {
		const { request, until, retryAt = 0 } = waiting;
		this.#byMember.get(request.userId)?.end('gave-up');
		const { served, clock } = this.#dependencies;
		const now = clock.now();
		if (this.#stopping.signal.aborted || this.size >= mostWaiting || until <= now) return 'gave-up';
		const line = this.#lines[served.isHome(request.guildId) ? 'home' : 'others'];
		if (!line.isRunning) line.nextTryAt = now + pauses[0];
		line.nextTryAt = Math.max(line.nextTryAt, Math.min(retryAt, until));
		return await new Promise<WaitedFor>((resolve, reject) => {
			const over = new AbortController();
			const close = (): void => {
				over.abort();
				line.entries.delete(entry);
				if (this.#byMember.get(request.userId) === entry) this.#byMember.delete(request.userId);
			};
			const entry: WaitingEntry = {
				...waiting,
				line,
				over,
				told: Promise.resolve(),
				end: (result) => {
					close();
					void entry.told.then(() => resolve(result));
				},
				fail: (error) => {
					close();
					reject(error);
				},
			};
			line.entries.add(entry);
			this.#byMember.set(request.userId, entry);
			void this.#tell(entry);
			void clock.delay(until - now, over.signal).then(() => {
				if (!over.signal.aborted) entry.end('gave-up');
			});
			if (!line.isRunning) void this.#run(line);
		});
	}

	/** Lets everybody who waits go, with an answer to that effect; whose code is being checked is told what it shows. */
	stop(): void {
		this.#stopping.abort();
		for (const entry of [...this.#byMember.values()]) if (!this.#tried.has(entry)) entry.end('gave-up');
	}

	async #run(line: QueueLine): Promise<void> {
		const { clock } = this.#dependencies;
		line.isRunning = true;
		line.failures = 0;
		for (let [entry] = line.entries; entry !== undefined; [entry] = line.entries) {
			const ms = line.nextTryAt - clock.now();
			// It may be put off meanwhile, and somebody else be the first.
			if (ms > 0) await clock.delay(ms, this.#stopping.signal);
			else await this.#try(line, entry);
		}
		line.isRunning = false;
		line.isPaced = false;
	}

	async #try(line: QueueLine, entry: WaitingEntry): Promise<void> {
		const { verification, served, clock } = this.#dependencies;
		const { settings: _, ...request } = entry.request;
		if (!served.serves(request.guildId)) return entry.end('gave-up');
		let outcome: VerifyOutcome;
		this.#tried.add(entry);
		try {
			// The roles and settings of the interaction are minutes old.
			outcome = await verification.verify({ ...request, heldRoles: undefined });
		} catch (error) {
			return entry.fail(error);
		} finally {
			this.#tried.delete(entry);
		}
		if (!isPassing(outcome)) {
			line.failures = 0;
			line.nextTryAt = clock.now() + (line.isPaced ? pacedMs : 0);
			return entry.end(outcome);
		}
		if (this.#stopping.signal.aborted) return entry.end('gave-up');
		// Behind the others: it may be this one code that the shop can't answer.
		if (line.entries.delete(entry)) line.entries.add(entry);
		line.failures += 1;
		line.isPaced ||= outcome.kind === 'uncheckable' && outcome.reason === 'rate-limited';
		const pause = pauses[Math.min(line.failures, pauses.length - 1)] ?? 0;
		line.nextTryAt = Math.max(clock.now() + pause, outcome.retryAt ?? 0);
		await this.#tellAll(line);
	}

	async #tellAll(line: QueueLine): Promise<void> {
		const all = [...line.entries];
		for (let at = 0; at < all.length; at += toldAtOnce) {
			await Promise.all(all.slice(at, at + toldAtOnce).map((entry) => this.#tell(entry)));
		}
	}

	#tell(entry: WaitingEntry): Promise<unknown> {
		const tell = async (): Promise<void> => {
			if (!entry.over.signal.aborted) await entry.tell(entry.line.nextTryAt);
		};
		// A message that can't be changed any more keeps nobody from the answer.
		entry.told = entry.told.then(tell).catch(() => undefined);
		return entry.told;
	}
}

/** Whether it may be another one in a minute, through no doing of the member's. A refused key is for the staff. */
function isPassing(
	outcome: VerifyOutcome,
): outcome is Extract<VerifyOutcome, { kind: 'uncheckable' | 'limited' }> {
	if (outcome.kind === 'uncheckable') return outcome.reason !== 'bad-key';
	return outcome.kind === 'limited' && outcome.because === 'still-checking';
}

function newLine(): QueueLine {
	return { entries: new Set(), failures: 0, nextTryAt: 0, isPaced: false, isRunning: false };
}
