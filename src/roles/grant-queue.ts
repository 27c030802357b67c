import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Measures } from '../base/measures.js';
import type { MemberRef } from '../base/member-ref.js';
import type { Random } from '../base/random.js';
import { RareLines } from '../base/time/rare-lines.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import { failureReason } from '../dependencies/failure-reason.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { BlockedRoles } from './blocked-roles.js';
import type { GrantResult, RoleSync } from './grant.js';
import type { GrantOutbox, RecordedRequest } from './grant-outbox.js';
import {
	type GrantRequest,
	type GrantTicket,
	GuildLane,
	isObstacleOfAll,
	QueuedGrant,
} from './queued-grant.js';
import type { MemberRoles } from './role-api.js';

export interface GrantQueueDependencies {
	readonly outbox: Pick<GrantOutbox, 'recordRequest' | 'onRecorded' | 'settle' | 'postpone' | 'waiting'>;
	/** Requests for other guilds are only recorded, for when they are served again. */
	readonly served: Pick<ServedGuilds, 'serves'>;
	/** One attempt. An error is retried like a passing failure. */
	readonly roles: Pick<RoleSync, 'sync'>;
	readonly blockedRoles: Pick<BlockedRoles, 'follow'>;
	readonly metrics: Pick<Measures, 'grants'>;
	readonly logger: Pick<Logger, 'debug' | 'error'>;
	/** While the store fails no role can be planned: all lanes wait for it together. */
	readonly states: Pick<DependencyStates, 'isFailing' | 'untilWorking'>;
	readonly clock: Clock;
	readonly random: Random;
}

/**
 * A member with more than this many ahead is answered immediately and gets the role in a second answer. Discord takes
 * some 100 ms for a role, so the others get theirs within the patience of `followRoles`, in one answer. Without this
 * limit every member of a growing line would watch "is thinking …" for all of that patience.
 */
const maxAhead = 5;
const firstRetryMs = 1_000;
const maxRetryMs = 60_000;
/** Time for the attempts in flight once the bot stops. */
export const lastAttemptMs = 2_500;

/**
 * Syncs members' roles with their claims, one member of a guild after the other: Discord processes a guild's role calls
 * sequentially, and each call has to know if the one before was refused. Requests are recorded in the outbox first, so
 * that a crash forgets none; passing failures are retried with a growing pause; a guild in which roles can't be given
 * is parked until `unpark`.
 */
export class GrantQueue {
	readonly #dependencies: GrantQueueDependencies;
	readonly #lanes = new Map<string, GuildLane>();
	readonly #stopping = new AbortController();
	readonly #inFlight = new Set<Promise<void>>();
	#isWaitingForStore = false;
	/** Limits log lines, because every member runs into the same problem repeatedly. */
	readonly #lines: RareLines;

	constructor(dependencies: GrantQueueDependencies) {
		this.#dependencies = dependencies;
		this.#lines = new RareLines(dependencies.clock);
		dependencies.outbox.onRecorded(({ target, mark }) => {
			this.enqueue(target, { mark, held: undefined, isUrgent: false });
		});
	}

	/** Requests a role sync; resolves once it is recorded. The other arguments save reads if they are known. */
	async request(
		target: MemberRef,
		held?: MemberRoles,
		recorded?: RecordedRequest,
		rules?: RoleRules,
	): Promise<GrantTicket> {
		const isUrgent = held !== undefined;
		const asked = recorded ?? (await this.record(target));
		// Another open request, or `resume` with this one, may have changed the member's roles since the interaction.
		const isChanging = asked?.isSecond === true || this.#lanes.get(target.guildId)?.busy.has(target.userId);
		const request = { mark: asked?.mark, held: isChanging ? undefined : held, isUrgent, rules };
		return this.enqueue(target, request);
	}

	private async record(target: MemberRef): Promise<RecordedRequest | undefined> {
		try {
			return await this.#dependencies.outbox.recordRequest(target);
		} catch (error) {
			// An attempt from memory alone is better than none.
			this.reportFailure(error, target);
			return undefined;
		}
	}

	/** Processes requests that an earlier process or a parked guild left in the outbox. */
	async resume(): Promise<void> {
		for await (const { mark, ...target } of this.#dependencies.outbox.waiting()) {
			if (this.#stopping.signal.aborted) return;
			this.enqueue(target, { mark, held: undefined, isUrgent: false });
		}
	}

	/** Something that affects roles changed in the guild: a refusal of a call in flight is not final. */
	noteChange(guildId: string): void {
		const lane = this.#lanes.get(guildId);
		if (lane !== undefined) lane.changes += 1;
	}

	/** Call when something that may have parked the guild has changed; follow it with `resume`. */
	unpark(guildId: string): void {
		this.noteChange(guildId);
		const lane = this.#lanes.get(guildId);
		if (lane !== undefined) lane.parked = undefined;
	}

	parkedGuilds(): string[] {
		return [...this.#lanes].filter(([, lane]) => lane.parked !== undefined).map(([guildId]) => guildId);
	}

	/** Members who wait for an attempt or are being processed. Members of parked guilds are only in the outbox. */
	get size(): number {
		let size = this.#inFlight.size;
		for (const lane of this.#lanes.values()) size += lane.waiting.size + lane.pausing.size;
		return size;
	}

	/**
	 * Starts no more attempts, and gives those in flight a moment: one of them may be waiting for a rate limit. What
	 * hasn't ended by then stays in the outbox, like the waiting requests, and is repeated at the next start.
	 */
	async stop(): Promise<void> {
		this.#stopping.abort();
		for (const lane of this.#lanes.values()) lane.dismiss();
		const ended = new AbortController();
		const late = this.#dependencies.clock.delay(lastAttemptMs, ended.signal);
		await Promise.race([Promise.all(this.#inFlight), late]);
		ended.abort('ended');
		for (const { busy } of this.#lanes.values()) {
			for (const entry of busy.values()) entry.finish({ kind: 'stopped' });
		}
	}

	private enqueue(target: MemberRef, request: GrantRequest): GrantTicket {
		const { guildId, userId } = target;
		const lane = this.laneOf(guildId);
		const busy = lane.busy.get(userId);
		// From the outbox, and already being processed.
		if (!request.isUrgent && request.mark !== undefined && busy?.mark === request.mark) return busy.ticket;
		const twin = lane.waiting.get(userId) ?? lane.pausing.get(userId);
		if (twin !== undefined) {
			// It plans from later claims, so it answers this request too, but must not use roles seen before it.
			twin.mark = request.mark ?? twin.mark;
			twin.held &&= request.held;
			twin.isUrgent ||= request.isUrgent;
			// A member who acts does not wait out the pause of an earlier failure; a sweep does.
			if (request.isUrgent && lane.pausing.delete(userId)) lane.waiting.set(userId, twin);
			this.pump(guildId, lane);
			return twin.ticket;
		}
		const entry = new QueuedGrant(target, request);
		if (this.#stopping.signal.aborted || !this.#dependencies.served.serves(guildId)) {
			entry.finish({ kind: 'stopped' });
			return entry.ticket;
		}
		const ahead = lane.waiting.size + Number(lane.isTrying);
		if (ahead > maxAhead) entry.letWait();
		lane.waiting.set(userId, entry);
		this.pump(guildId, lane);
		// If the attempt hasn't started now, it reads the rules again later.
		entry.rules = undefined;
		return entry.ticket;
	}

	private reportFailure(error: unknown, target: MemberRef): void {
		const level = this.#lines.level(failureReason(error), 'error');
		this.#dependencies.logger[level]({ err: error, ...target }, 'A grant failed and will be retried');
	}

	private laneOf(guildId: string): GuildLane {
		let lane = this.#lanes.get(guildId);
		if (lane === undefined) {
			lane = new GuildLane();
			this.#lanes.set(guildId, lane);
		}
		return lane;
	}

	private pump(guildId: string, lane: GuildLane): void {
		if (!this.#dependencies.served.serves(guildId)) lane.dismiss();
		if (lane.isTrying || this.#stopping.signal.aborted) return;
		if (this.#dependencies.states.isFailing('database')) {
			void this.goOnWithStore();
			return;
		}
		const entry = lane.next();
		if (entry === undefined) return;
		const work = this.processEntry(entry, lane).finally(() => this.#inFlight.delete(work));
		this.#inFlight.add(work);
	}

	private async goOnWithStore(): Promise<void> {
		if (this.#isWaitingForStore) return;
		this.#isWaitingForStore = true;
		await this.#dependencies.states.untilWorking('database', this.#stopping.signal);
		this.#isWaitingForStore = false;
		for (const [guildId, lane] of this.#lanes) this.pump(guildId, lane);
	}

	private async processEntry(entry: QueuedGrant, lane: GuildLane): Promise<void> {
		const { guildId, userId } = entry.target;
		lane.waiting.delete(userId);
		lane.busy.set(userId, entry);
		lane.isTrying = true;
		try {
			const result = await this.tryOrPark(entry, lane).finally(() => {
				lane.isTrying = false;
			});
			if (result !== undefined) {
				const wasParked = lane.follow(result);
				// Neither this member nor the next one waits for the outbox.
				entry.finish(result);
				this.pump(guildId, lane);
				await this.conclude(entry, result);
				if (wasParked) await this.resume();
			}
		} catch (error) {
			this.reportFailure(error, entry.target);
			entry.letWait();
			if (this.#dependencies.states.isFailing('database')) this.enqueueAgain(entry, lane);
			else this.retryLater(entry, lane);
		}
		lane.busy.delete(userId);
		this.pump(guildId, lane);
	}

	/** @returns undefined if it has to be tried again, which is then scheduled */
	private async tryOrPark(
		entry: QueuedGrant,
		lane: GuildLane,
	): Promise<Exclude<GrantResult, { kind: 'passing' }> | undefined> {
		const { changes } = lane;
		// A member who has just verified is worth an attempt even in a parked guild: staff may have fixed it.
		const result = (entry.isUrgent ? undefined : lane.parked) ?? (await this.syncRoles(entry));
		if (result.kind === 'passing') this.retryLater(entry, lane);
		else if (result.kind === 'blocked' && lane.changes !== changes) this.enqueueAgain(entry, lane);
		else return result;
		return undefined;
	}

	/** Settles the request in the outbox, unless it stays there until the guild's obstacle is removed. */
	private async conclude(
		entry: QueuedGrant,
		result: Exclude<GrantResult, { kind: 'passing' }>,
	): Promise<void> {
		if (isObstacleOfAll(result)) return;
		const { mark, target } = entry;
		const { outbox } = this.#dependencies;
		const isPostponed = result.kind === 'granted' && result.isLeftBehind === true;
		const isLatest =
			mark === undefined ||
			(await (isPostponed ? outbox.postpone(target, mark) : outbox.settle(target, mark)));
		if (result.kind !== 'granted' || isLatest || result.added.length + result.removed.length === 0) return;
		// Another process may have answered the newer request with roles from before these calls.
		entry.mark = undefined;
		await this.request(target);
	}

	private async syncRoles(entry: QueuedGrant): Promise<GrantResult> {
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

	/** Back to the end of the queue; a newer request for the same member covers this one too. */
	private enqueueAgain(entry: QueuedGrant, lane: GuildLane): void {
		const { userId } = entry.target;
		const newer = lane.waiting.get(userId);
		if (this.#stopping.signal.aborted) entry.finish({ kind: 'stopped' });
		else if (newer === undefined) lane.waiting.set(userId, entry);
		else void newer.ticket.settled.then((report) => entry.finish(report));
	}

	private retryLater(entry: QueuedGrant, lane: GuildLane): void {
		const { guildId, userId } = entry.target;
		const { tries } = entry;
		entry.letWait();
		if (lane.waiting.has(userId)) {
			this.enqueueAgain(entry, lane);
			return;
		}
		const pause = Math.min(maxRetryMs, firstRetryMs * 2 ** (tries - 1));
		const jittered = pause * (0.5 + this.#dependencies.random() / 2);
		lane.pausing.set(userId, entry);
		void this.#dependencies.clock.delay(jittered, this.#stopping.signal).then(() => {
			if (this.#stopping.signal.aborted) entry.finish({ kind: 'stopped' });
			// Otherwise it was processed meanwhile, and may be in a later pause already.
			else if (lane.pausing.get(userId) === entry && entry.tries === tries) {
				lane.pausing.delete(userId);
				lane.waiting.set(userId, entry);
				this.pump(guildId, lane);
			}
		});
	}
}
