import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { MemberRef } from '../base/member-ref.js';
import type { Random } from '../base/random.js';
import { RareLines } from '../base/time/rare-lines.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import { failureReason } from '../dependencies/failure-reason.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Metrics } from '../operations/metrics.js';
import type { Slice } from '../sharding/slice.js';
import type { BlockedRoles } from './blocked-roles.js';
import type { GrantResult, RoleSync } from './grant.js';
import type { GrantOutbox, RecordedRequest } from './grant-outbox.js';
import type { MemberRoles } from './role-api.js';

/** The last word on a request: passing failures are retried and never end here. */
type GrantReport =
	| Exclude<GrantResult, { kind: 'passing' }>
	/** The process stops. The request stays in the outbox for the next one. */
	| { readonly kind: 'stopped' };

export interface GrantTicket {
	/** The result of the first attempt; `waiting` if it has to be retried. Never rejects. */
	readonly first: Promise<Exclude<GrantReport, { kind: 'stopped' }> | { readonly kind: 'waiting' }>;
	/** The final result, after an outage maybe hours later. Never rejects. */
	readonly settled: Promise<GrantReport>;
}

/** A member who waits for an attempt, is being processed, or pauses between two attempts. */
interface QueuedGrant {
	readonly target: MemberRef;
	/** The roles as an interaction has told them; undefined: Discord has to be asked. */
	held: MemberRoles | undefined;
	/** The guild's rules as the interaction has read them, for an attempt that begins now. */
	rules: RoleRules | undefined;
	/** The member has just acted: worth an attempt even if the guild's others wait. */
	isUrgent: boolean;
	readonly ticket: GrantTicket;
	readonly tellFirst: (result: Awaited<GrantTicket['first']>) => void;
	readonly settle: (report: GrantReport) => void;
	/** The outbox mark of the newest request that this entry answers; undefined where it could not be recorded. */
	mark: number | undefined;
	tries: number;
}

/** The members of one guild. */
interface GuildLane {
	/** By user, in the order of arrival. A user is in one of `waiting` and `pausing` at most. */
	readonly waiting: Map<string, QueuedGrant>;
	/** Between two tries, after a passing failure. */
	readonly pausing: Map<string, QueuedGrant>;
	readonly busy: Map<string, QueuedGrant>;
	/** Whether one of those is being tried: the others' results are being recorded. */
	isTrying: boolean;
	/** Set while roles can't be given in the guild: waiting requests are answered without a call. */
	parked: Extract<GrantResult, { kind: 'blocked' }> | undefined;
	/** Counts changes in the guild: a refusal older than the latest change means nothing. */
	changes: number;
}

/** A request to sync a member's roles, as the queue receives it. */
type GrantRequest = Pick<QueuedGrant, 'mark' | 'held' | 'isUrgent'> & Partial<Pick<QueuedGrant, 'rules'>>;

export interface GrantQueueDependencies {
	readonly outbox: Pick<GrantOutbox, 'recordRequest' | 'withdraw' | 'settle' | 'postpone' | 'waiting'>;
	/** In other guilds requests are recorded, for when they are served again. */
	readonly served: Pick<ServedGuilds, 'serves'>;
	/** Requests in the guilds of other processes are recorded for them. */
	readonly slice: Pick<Slice, 'covers'>;
	/** One attempt. An error is retried like a passing failure. */
	readonly roles: Pick<RoleSync, 'sync'>;
	readonly blockedRoles: Pick<BlockedRoles, 'follow'>;
	readonly metrics: Pick<Metrics, 'grants'>;
	readonly logger: Pick<Logger, 'debug' | 'error'>;
	/** While the store fails no role can be planned: everybody waits for it together. */
	readonly states: Pick<DependencyStates, 'isFailing' | 'untilWorking'>;
	readonly clock: Clock;
	readonly random: Random;
}

/**
 * Behind more members than these, the role is reported in a second answer, and the first one comes immediately: in a line
 * that grows, everybody would watch "is thinking …" for as long as `followRoles` waits at most. Discord takes some 100 ms
 * for a role.
 */
const maxAhead = 1;
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/**
 * Brings members' roles in line with their claims, one member of a guild after the other: Discord takes a guild's role
 * calls one by one, and each call has to know whether the one before was refused. Requests are recorded in the outbox
 * first, so that a crash forgets none; passing failures are retried with a growing pause; a guild in which roles can't be
 * given is parked until `unpark`.
 */
export class GrantQueue {
	readonly #dependencies: GrantQueueDependencies;
	readonly #lanes = new Map<string, GuildLane>();
	readonly #stopping = new AbortController();
	readonly #inFlight = new Set<Promise<void>>();
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
	async announce(target: MemberRef): Promise<RecordedRequest | undefined> {
		try {
			return await this.#dependencies.outbox.recordRequest(target);
		} catch (error) {
			// Better an attempt from memory alone than none.
			this.reportFailure(error, target);
			return undefined;
		}
	}

	/** The announced change did not happen. Never rejects: `resume` processes what stays in the outbox. */
	async withdraw(target: MemberRef, announced: RecordedRequest | undefined): Promise<void> {
		if (announced === undefined) return;
		const { outbox } = this.#dependencies;
		await outbox.withdraw(target, announced).catch((error) => this.reportFailure(error, target));
		// The earlier request now has this one's mark, so whoever processes it can't settle it any more.
		if (announced.isSecond) this.enqueue(target, { mark: announced.mark, held: undefined, isUrgent: false });
	}

	/**
	 * Requests a sync of the member's roles. Resolves once the request is recorded. `held`: the member's roles as an
	 * interaction has just shown them. `announced`: what `announce` has recorded for it. `rules`: the guild's, as the
	 * interaction has read them.
	 */
	async request(
		target: MemberRef,
		held?: MemberRoles,
		announced?: RecordedRequest,
		rules?: RoleRules,
	): Promise<GrantTicket> {
		const isUrgent = held !== undefined;
		const asked = announced ?? (await this.announce(target));
		// Another open request, or a look at this one by `resume`, may have changed the member's roles since the interaction.
		const isChanging = asked?.isSecond === true || this.#lanes.get(target.guildId)?.busy.has(target.userId);
		const request = { mark: asked?.mark, held: isChanging ? undefined : held, isUrgent, rules };
		return this.enqueue(target, request);
	}

	/** Processes what an earlier process or a parked guild has left in the outbox. */
	async resume(): Promise<void> {
		for await (const { mark, ...target } of this.#dependencies.outbox.waiting()) {
			if (this.#stopping.signal.aborted) return;
			this.enqueue(target, { mark, held: undefined, isUrgent: false });
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
		if (lane !== undefined) lane.parked = undefined;
	}

	parkedGuilds(): string[] {
		return [...this.#lanes].filter(([, lane]) => lane.parked !== undefined).map(([guildId]) => guildId);
	}

	/** Members who wait for an attempt or are being processed. Those of parked guilds are in the outbox alone. */
	get size(): number {
		let size = this.#inFlight.size;
		for (const lane of this.#lanes.values()) size += lane.waiting.size + lane.pausing.size;
		return size;
	}

	/**
	 * Starts nothing more and resolves when the attempts under way have ended. Waiting requests stay in the outbox.
	 */
	async stop(): Promise<void> {
		this.#stopping.abort();
		for (const lane of this.#lanes.values()) dismiss(lane);
		await Promise.all(this.#inFlight);
	}

	private enqueue(target: MemberRef, request: GrantRequest): GrantTicket {
		const { guildId, userId } = target;
		const lane = this.laneOf(guildId);
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
			this.pump(guildId, lane);
			return twin.ticket;
		}
		const entry = createEntry(target, request);
		if (this.#stopping.signal.aborted || !this.serves(guildId)) {
			entry.settle({ kind: 'stopped' });
			return entry.ticket;
		}
		const ahead = lane.waiting.size + Number(lane.isTrying);
		if (ahead > maxAhead) entry.tellFirst({ kind: 'waiting' });
		lane.waiting.set(userId, entry);
		this.pump(guildId, lane);
		// Whoever has to wait gets the roles of rules that are read then.
		entry.rules = undefined;
		return entry.ticket;
	}

	private serves(guildId: string): boolean {
		const { served, slice } = this.#dependencies;
		return served.serves(guildId) && slice.covers(guildId);
	}

	private reportFailure(error: unknown, target: MemberRef): void {
		const level = this.#lines.level(failureReason(error), 'error');
		this.#dependencies.logger[level]({ err: error, ...target }, 'A grant failed and will be retried');
	}

	private laneOf(guildId: string): GuildLane {
		let lane = this.#lanes.get(guildId);
		if (lane === undefined) {
			lane = createLane();
			this.#lanes.set(guildId, lane);
		}
		return lane;
	}

	private pump(guildId: string, lane: GuildLane): void {
		if (!this.serves(guildId)) dismiss(lane);
		if (lane.isTrying || this.#stopping.signal.aborted) return;
		if (this.#dependencies.states.isFailing('store')) {
			void this.goOnWithStore();
			return;
		}
		const entry = nextOf(lane);
		if (entry === undefined) return;
		const work = this.processEntry(entry, lane).finally(() => this.#inFlight.delete(work));
		this.#inFlight.add(work);
	}

	/** Goes on with all lanes once the store works. */
	private async goOnWithStore(): Promise<void> {
		if (this.#isWaitingForStore) return;
		this.#isWaitingForStore = true;
		await this.#dependencies.states.untilWorking('store', this.#stopping.signal);
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
				const wasParked = follow(lane, result);
				// Neither the member, whose roles are there, nor who comes next waits for the outbox.
				entry.settle(result);
				this.pump(guildId, lane);
				await this.conclude(entry, result);
				if (wasParked) await this.resume();
			}
		} catch (error) {
			this.reportFailure(error, entry.target);
			entry.tellFirst({ kind: 'waiting' });
			if (this.#dependencies.states.isFailing('store')) this.enqueueAgain(entry, lane);
			else this.retryLater(entry, lane);
		}
		lane.busy.delete(userId);
		this.pump(guildId, lane);
	}

	/** Undefined: it has to be tried again, and will be. */
	private async tryOrPark(
		entry: QueuedGrant,
		lane: GuildLane,
	): Promise<Exclude<GrantResult, { kind: 'passing' }> | undefined> {
		const { changes } = lane;
		// A member who has just verified is worth an attempt even in a parked guild: somebody may have fixed it.
		const result = (entry.isUrgent ? undefined : lane.parked) ?? (await this.syncRoles(entry));
		if (result.kind === 'passing') this.retryLater(entry, lane);
		else if (result.kind === 'blocked' && lane.changes !== changes) this.enqueueAgain(entry, lane);
		else return result;
		return undefined;
	}

	/** Settles the request in the outbox, unless it stays there for when the guild's obstacle is gone. */
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
		// Another process may have answered the newer request with roles that were older than these calls.
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

	/**
	 * Back into the queue, behind whoever came meanwhile; a newer request for the same member covers this one too.
	 */
	private enqueueAgain(entry: QueuedGrant, lane: GuildLane): void {
		const { userId } = entry.target;
		const newer = lane.waiting.get(userId);
		if (this.#stopping.signal.aborted) entry.settle({ kind: 'stopped' });
		else if (newer === undefined) lane.waiting.set(userId, entry);
		else void newer.ticket.settled.then(entry.settle);
	}

	private retryLater(entry: QueuedGrant, lane: GuildLane): void {
		const { guildId, userId } = entry.target;
		const { tries } = entry;
		entry.tellFirst({ kind: 'waiting' });
		if (lane.waiting.has(userId)) {
			this.enqueueAgain(entry, lane);
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
				this.pump(guildId, lane);
			}
		});
	}
}

function createLane(): GuildLane {
	return {
		waiting: new Map(),
		pausing: new Map(),
		busy: new Map(),
		isTrying: false,
		parked: undefined,
		changes: 0,
	};
}

/** Tells who waits in the guild that their requests stay in the outbox. */
function dismiss(lane: GuildLane): void {
	for (const entry of [...lane.waiting.values(), ...lane.pausing.values()]) entry.settle({ kind: 'stopped' });
	lane.waiting.clear();
	lane.pausing.clear();
}

/** The first one who is not being processed: two attempts for one member could give and remove in the wrong order. */
function nextOf(lane: GuildLane): QueuedGrant | undefined {
	for (const entry of lane.waiting.values()) if (!lane.busy.has(entry.target.userId)) return entry;
	return undefined;
}

function createEntry(target: MemberRef, request: GrantRequest): QueuedGrant {
	let tellFirst: QueuedGrant['tellFirst'] = () => {};
	let tellSettled: (report: GrantReport) => void = () => {};
	const first = new Promise<Awaited<GrantTicket['first']>>((resolve) => (tellFirst = resolve));
	const settled = new Promise<GrantReport>((resolve) => (tellSettled = resolve));
	const settle = (report: GrantReport): void => {
		tellFirst(report.kind === 'stopped' ? { kind: 'waiting' } : report);
		tellSettled(report);
	};
	return { rules: undefined, ...request, target, ticket: { first, settled }, tellFirst, settle, tries: 0 };
}

/**
 * A role with powers that nobody confirmed is withheld from each member by itself: Discord refuses nothing, roles are
 * still removed, and the change that fixes it is followed by a drift check.
 */
function isObstacleOfAll(result: GrantResult): result is Extract<GrantResult, { kind: 'blocked' }> {
	return result.kind === 'blocked' && result.obstacle !== 'role-powerful';
}

/** Parks the lane, or lets it go on, as one member's result shows. Returns whether it was parked and no longer is. */
function follow(lane: GuildLane, result: GrantResult): boolean {
	if (isObstacleOfAll(result)) {
		// Of everybody who waits: what this one member has is not theirs.
		const { held: _, ...obstacle } = result;
		lane.parked = obstacle;
	}
	if (result.kind !== 'granted' || result.added.length === 0) return false;
	const wasParked = lane.parked !== undefined;
	lane.parked = undefined;
	return wasParked;
}
