import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { MemberRef } from '../base/member-ref.js';
import type { Random } from '../base/random.js';
import { RareLines } from '../base/time/rare-lines.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import { failureReason } from '../dependencies/failure-reason.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Slice } from '../sharding/slice.js';
import type { BlockedRoles } from './blocked-roles.js';
import type { GrantResult, RoleSync } from './grant.js';
import {
	createEntry,
	createLane,
	type Entry,
	follow,
	type GrantRequest,
	type GrantTicket,
	isObstacleOfAll,
	type Lane,
	nextOf,
} from './grant-lane.js';
import type { Asked, GrantOutbox } from './grant-outbox.js';
import type { MemberRoles } from './role-api.js';

export interface GrantQueueDependencies {
	readonly outbox: Pick<GrantOutbox, 'ask' | 'withdraw' | 'settle' | 'postpone' | 'waiting'>;
	/** In other guilds requests are recorded, for when they are served again. */
	readonly served: Pick<ServedGuilds, 'serves'>;
	/** Requests in the guilds of other processes are recorded for them. */
	readonly slice: Pick<Slice, 'covers'>;
	/** One attempt. An error is retried like a passing failure. */
	readonly roles: Pick<RoleSync, 'sync'>;
	readonly blockedRoles: Pick<BlockedRoles, 'follow'>;
	readonly metrics: { readonly grants: { inc(labels: { result: string }): void } };
	readonly logger: Pick<Logger, 'debug' | 'error'>;
	/** While the store fails no role can be planned: everybody waits for it together. */
	readonly states: Pick<DependencyStates, 'isFailing' | 'untilWorking'>;
	readonly clock: Clock;
	readonly random: Random;
}

/** One call of a guild is in flight; meanwhile the reads for the next ones are made, and the results recorded. */
const workersPerGuild = 4;
/**
 * Behind others, a role that is expected later is told in a second answer, and the first one comes at once: in a line
 * that grows, everybody would watch "is thinking …" for as long as `followRoles` waits at most.
 */
const soonMs = 250;
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/**
 * Brings members' roles in line with their claims, one lane for each guild. Requests are recorded in the outbox first, so
 * that a crash forgets none; passing failures are retried with a growing pause; a guild in which roles can't be given
 * is parked until `unpark`.
 */
export class GrantQueue {
	readonly #dependencies: GrantQueueDependencies;
	readonly #lanes = new Map<string, Lane>();
	readonly #stopping = new AbortController();
	#running = 0;
	#idle: (() => void) | undefined;
	readonly #unsettled = new Set<Entry>();
	#isWaitingForStore = false;
	/** Every member meets the same trouble, again and again. */
	readonly #lines: RareLines;

	constructor(dependencies: GrantQueueDependencies) {
		this.#dependencies = dependencies;
		this.#lines = new RareLines(dependencies.clock.now);
	}

	/**
	 * Records a request beside the claim that it is for: follow it with `request` once that is recorded, or with
	 * `withdraw`. Undefined: it could not be recorded.
	 */
	async announce(target: MemberRef): Promise<Asked | undefined> {
		try {
			return await this.#dependencies.outbox.ask(target);
		} catch (error) {
			// Better an attempt from memory alone than none.
			this.#report(error, target);
			return undefined;
		}
	}

	/** The announced change did not happen. Never rejects: `resume` processes what stays in the outbox. */
	async withdraw(target: MemberRef, announced: Asked | undefined): Promise<void> {
		if (announced === undefined) return;
		const { outbox } = this.#dependencies;
		await outbox.withdraw(target, announced).catch((error) => this.#report(error, target));
		// The earlier request now has this one's mark, so whoever processes it can't settle it any more.
		if (announced.isSecond) this.#enqueue(target, { mark: announced.mark, held: undefined, isUrgent: false });
	}

	/**
	 * Requests a sync of the member's roles. Resolves once the request is recorded. `held`: the member's roles as an
	 * interaction has just shown them. `announced`: what `announce` has recorded for it. `rules`: the guild's, as the
	 * interaction has read them.
	 */
	async request(
		target: MemberRef,
		held?: MemberRoles,
		announced?: Asked,
		rules?: RoleRules,
	): Promise<GrantTicket> {
		const isUrgent = held !== undefined;
		const asked = announced ?? (await this.announce(target));
		// Another open request, or a look at this one by `resume`, may have changed the member's roles since the interaction.
		const isChanging = asked?.isSecond === true || this.#lanes.get(target.guildId)?.busy.has(target.userId);
		const request = { mark: asked?.mark, held: isChanging ? undefined : held, isUrgent, rules };
		return this.#enqueue(target, request);
	}

	/** Processes what an earlier process or a parked guild has left in the outbox. */
	async resume(): Promise<void> {
		for await (const { mark, ...target } of this.#dependencies.outbox.waiting()) {
			if (this.#stopping.signal.aborted) return;
			this.#enqueue(target, { mark, held: undefined, isUrgent: false });
		}
	}

	/** Something that roles depend on changed in the guild: a refusal of a call under way is not final. */
	noteChange(guildId: string): void {
		const lane = this.#lanes.get(guildId);
		if (lane !== undefined) lane.changes += 1;
	}

	/** Call when something that may have parked the guild has changed; follow it with `resume`. */
	unpark(guildId: string): void {
		this.noteChange(guildId);
		const lane = this.#lanes.get(guildId);
		if (lane?.parked === undefined) return;
		lane.parked = undefined;
		lane.probing = true;
	}

	parkedGuilds(): string[] {
		return [...this.#lanes].filter(([, lane]) => lane.parked !== undefined).map(([guildId]) => guildId);
	}

	/** Members who wait for an attempt or are being processed. Those of parked guilds are in the outbox alone. */
	get size(): number {
		let size = this.#running;
		for (const lane of this.#lanes.values()) size += lane.waiting.size + lane.pausing.size;
		return size;
	}

	/**
	 * Starts nothing more and resolves when the attempts under way have ended. Waiting requests stay in the outbox.
	 */
	async stop(): Promise<void> {
		this.#stopping.abort();
		for (const entry of this.#unsettled) if (!this.#isBusy(entry)) entry.settle({ kind: 'stopped' });
		if (this.#running > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
	}

	#enqueue(target: MemberRef, request: GrantRequest): GrantTicket {
		const { guildId, userId } = target;
		const lane = this.#lane(guildId);
		const busy = lane.busy.get(userId);
		// From the outbox, and being processed already.
		if (!request.isUrgent && request.mark !== undefined && busy?.mark === request.mark) return busy.ticket;
		const twin = lane.waiting.get(userId) ?? lane.pausing.get(userId);
		if (twin !== undefined) {
			// It will plan from the claims at that time, so it answers this request too, but not from roles that were
			// seen before this request's reason.
			twin.mark = request.mark ?? twin.mark;
			twin.held &&= request.held;
			twin.isUrgent ||= request.isUrgent;
			// A member who acts is not kept waiting by the failure of a minute ago; a sweep is.
			if (request.isUrgent && lane.pausing.delete(userId)) lane.waiting.set(userId, twin);
			this.#pump(guildId, lane);
			return twin.ticket;
		}
		const entry = createEntry(target, request);
		if (this.#stopping.signal.aborted || !this.#serves(guildId)) {
			entry.settle({ kind: 'stopped' });
			return entry.ticket;
		}
		this.#unsettled.add(entry);
		void entry.ticket.settled.then(() => this.#unsettled.delete(entry));
		const ahead = lane.waiting.size + lane.attempts;
		if (ahead > 0 && lane.pace.expect(ahead) > soonMs) entry.tellFirst({ kind: 'waiting' });
		lane.waiting.set(userId, entry);
		this.#pump(guildId, lane);
		// Whoever has to wait gets the roles of rules that are read then.
		entry.rules = undefined;
		return entry.ticket;
	}

	#serves(guildId: string): boolean {
		const { served, slice } = this.#dependencies;
		return served.serves(guildId) && slice.covers(guildId);
	}

	#report(error: unknown, target: MemberRef): void {
		const level = this.#lines.level(failureReason(error), 'error');
		this.#dependencies.logger[level]({ err: error, ...target }, 'A grant failed and will be retried');
	}

	#isBusy(entry: Entry): boolean {
		const { guildId, userId } = entry.target;
		return this.#lane(guildId).busy.get(userId) === entry;
	}

	#lane(guildId: string): Lane {
		let lane = this.#lanes.get(guildId);
		if (lane === undefined) {
			lane = createLane();
			this.#lanes.set(guildId, lane);
		}
		return lane;
	}

	#pump(guildId: string, lane: Lane): void {
		if (!this.#serves(guildId)) {
			for (const entry of [...lane.waiting.values(), ...lane.pausing.values()])
				entry.settle({ kind: 'stopped' });
			lane.waiting.clear();
			lane.pausing.clear();
		}
		while (!this.#stopping.signal.aborted) {
			if (this.#dependencies.states.isFailing('store')) {
				void this.#goOnWithStore();
				return;
			}
			// While Discord refuses, members who verify are processed one by one, so that each refusal counts for the
			// next.
			const workers = lane.probing || lane.parked !== undefined ? 1 : workersPerGuild;
			const entry = lane.attempts < workers ? nextOf(lane) : undefined;
			if (entry === undefined) return;
			void this.#process(entry, lane);
		}
	}

	/** Goes on with all lanes once the store works. */
	async #goOnWithStore(): Promise<void> {
		if (this.#isWaitingForStore) return;
		this.#isWaitingForStore = true;
		await this.#dependencies.states.untilWorking('store', this.#stopping.signal);
		this.#isWaitingForStore = false;
		for (const [guildId, lane] of this.#lanes) this.#pump(guildId, lane);
	}

	async #process(entry: Entry, lane: Lane): Promise<void> {
		const { guildId, userId } = entry.target;
		lane.waiting.delete(userId);
		lane.busy.set(userId, entry);
		lane.attempts += 1;
		this.#running += 1;
		try {
			const result = await this.#attempt(entry, lane).finally(() => {
				lane.attempts -= 1;
			});
			if (result !== undefined) {
				const wasParked = follow(lane, result);
				// Neither the member, whose roles are there, nor who comes next waits for the outbox.
				entry.settle(result);
				this.#pump(guildId, lane);
				await this.#conclude(entry, result);
				if (wasParked) await this.resume();
			}
		} catch (error) {
			this.#report(error, entry.target);
			entry.tellFirst({ kind: 'waiting' });
			if (this.#dependencies.states.isFailing('store')) this.#again(entry, lane);
			else this.#retryLater(entry, lane);
		}
		lane.busy.delete(userId);
		this.#running -= 1;
		if (this.#running === 0) this.#idle?.();
		this.#pump(guildId, lane);
	}

	/** Undefined: it has to be tried again, and will be. */
	async #attempt(entry: Entry, lane: Lane): Promise<Exclude<GrantResult, { kind: 'passing' }> | undefined> {
		const { changes } = lane;
		const startedAt = this.#dependencies.clock.now();
		// A member who has just verified is worth an attempt even in a parked guild: somebody may have fixed it.
		const result = (entry.isUrgent ? undefined : lane.parked) ?? (await this.#try(entry));
		if (result.kind === 'passing') this.#retryLater(entry, lane);
		else if (result.kind === 'blocked' && lane.changes !== changes) this.#again(entry, lane);
		else {
			const isGiven = result.kind === 'granted' && result.added.length > 0;
			if (isGiven) lane.pace.note(startedAt, this.#dependencies.clock.now());
			return result;
		}
		return undefined;
	}

	/** Settles the request in the outbox, unless it stays there for when the guild's obstacle is gone. */
	async #conclude(entry: Entry, result: Exclude<GrantResult, { kind: 'passing' }>): Promise<void> {
		if (isObstacleOfAll(result)) return;
		const { mark, target } = entry;
		const { outbox } = this.#dependencies;
		const isPostponed = result.kind === 'granted' && result.isLeftBehind === true;
		const isLatest =
			mark === undefined ||
			(await (isPostponed ? outbox.postpone(target, mark) : outbox.settle(target, mark)));
		if (result.kind !== 'granted' || isLatest || result.added.length + result.removed.length === 0) return;
		// Another process may have answered the newer request with roles that were older than these calls.
		entry.mark = undefined;
		await this.request(target);
	}

	async #try(entry: Entry): Promise<GrantResult> {
		// The roles from an interaction are valid for the first attempt only.
		const held = entry.tries === 0 ? entry.held : undefined;
		const { rules } = entry;
		entry.tries += 1;
		const { roles, metrics, logger, blockedRoles } = this.#dependencies;
		const result = await roles.sync(entry.target, held, rules);
		metrics.grants.inc({ result: result.kind });
		logger.debug({ ...entry.target, result: result.kind }, 'Tried to bring a member’s roles in line');
		blockedRoles.follow(entry.target.guildId, result);
		return result;
	}

	/**
	 * Back into the queue, behind whoever came meanwhile; a newer request for the same member covers this one too.
	 */
	#again(entry: Entry, lane: Lane): void {
		const { userId } = entry.target;
		const newer = lane.waiting.get(userId);
		if (this.#stopping.signal.aborted) entry.settle({ kind: 'stopped' });
		else if (newer === undefined) lane.waiting.set(userId, entry);
		else void newer.ticket.settled.then(entry.settle);
	}

	#retryLater(entry: Entry, lane: Lane): void {
		const { guildId, userId } = entry.target;
		const { tries } = entry;
		entry.tellFirst({ kind: 'waiting' });
		if (lane.waiting.has(userId)) {
			this.#again(entry, lane);
			return;
		}
		const pause = Math.min(longestRetryMs, firstRetryMs * 2 ** (tries - 1));
		const jittered = pause * (0.5 + this.#dependencies.random() / 2);
		lane.pausing.set(userId, entry);
		void this.#dependencies.clock.delay(jittered, this.#stopping.signal).then(() => {
			if (this.#stopping.signal.aborted) entry.settle({ kind: 'stopped' });
			// Otherwise it was processed meanwhile, and may be in a later pause already.
			else if (lane.pausing.get(userId) === entry && entry.tries === tries) {
				lane.pausing.delete(userId);
				lane.waiting.set(userId, entry);
				this.#pump(guildId, lane);
			}
		});
	}
}
