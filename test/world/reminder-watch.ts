import type { Notice } from '../../src/notifications/notice.js';
import { claimPrefix } from '../claim-row.js';
import { stateOf } from './claim-states.js';
import type { Schedule } from './schedule.js';
import { dayMs, hourMs, minuteMs } from './servers.js';
import type { SimulatedDiscord } from './simulated-discord.js';
import type { SimulatedStore, Written } from './simulated-store.js';
import type { Sometimes } from './sometimes.js';

type Reminder = Extract<Notice, { kind: 'reminder' }>;

/** From the bot's last look at the rows until its message arrives, each call in between as slow as can be. */
const inFlightMs = 3 * minuteMs;
/** The same with a process that is frozen on the way. */
const frozenMs = 12 * minuteMs;
/** Reminders pause this long after Discord found messages too fast. */
const pauseMs = 6 * hourMs;
/** A purchase is found in the pass after the moment, once an hour. */
const foundMs = 70 * minuteMs;
const stages = [14, 3] as const;

/** When something was so, the latest time: milliseconds since the epoch. */
interface Period {
	from: number;
	until: number;
}

/** A member holds an active purchase with this end of support in a server. */
interface Holding extends Period {
	readonly hash: string;
	readonly userId: string;
	readonly guildId: string;
	readonly end: number;
}

interface WatchedReminders {
	readonly schedule: Schedule;
	readonly sometimes: Sometimes;
	readonly newChannelsPerDay: number;
	readonly discord: Pick<SimulatedDiscord, 'isMemberSince'>;
	readonly store: Pick<SimulatedStore, 'read'>;
}

/** Looks at each reminder that reaches Discord, and knows which ones are due. Asks the product nothing. */
export class ReminderWatch {
	readonly #world: WatchedReminders;
	readonly #broken: (what: string) => void;
	readonly #isClockSane: boolean;
	/** How long it can be from the bot's last look at the rows until a message arrives. */
	readonly #onTheWayMs: number;
	/** By claim, and by member, server and end. */
	readonly #held = new Map<string, Map<string, Holding>>();
	/** By member: their latest wish to be reminded. */
	readonly #asked = new Map<string, Period>();
	/** How often each reminder was read, and those that a closed door turned away. */
	readonly #read = new Map<string, number>();
	readonly #tried = new Set<string>();
	/** By day, members whom no reminder had reached before. */
	readonly #firstOn = new Map<number, number>();
	readonly #reached = new Set<string>();
	#pausedAt = Number.NEGATIVE_INFINITY;

	constructor(
		world: WatchedReminders,
		broken: (what: string) => void,
		{ isClockSane, hasFreezes }: { readonly isClockSane: boolean; readonly hasFreezes: boolean },
	) {
		this.#world = world;
		this.#broken = broken;
		this.#isClockSane = isClockSane;
		this.#onTheWayMs = inFlightMs + (hasFreezes ? frozenMs : 0);
	}

	written({ key, before, after }: Written): void {
		if (key.startsWith(claimPrefix)) this.#claim(key.slice(claimPrefix.length), after);
		if (key.startsWith('remind:')) this.#choice(key.slice('remind:'.length), before, after);
		if (key.startsWith('notice:')) this.#notice(key, before, after);
		if (key === 'new-channels') this.#budget(before, after);
	}

	/** A reminder reaches Discord. `isRead`: the member sees it, and it is not the same message once more. */
	arrived({ userId, guildId }: { userId: string; guildId: string }, notice: Reminder, isRead: boolean): void {
		const { schedule, sometimes } = this.#world;
		const now = schedule.time;
		const isRecent = ({ until }: Period): boolean => until >= now - this.#onTheWayMs;
		const asked = this.#asked.get(userId);
		if (asked === undefined || !isRecent(asked))
			this.#broken(`${userId} was reminded, and did not ask for it`);
		const held = this.#held.get(notice.hash)?.get(keyOf(userId, guildId, notice.end));
		if (held === undefined || !isRecent(held))
			this.#broken(`${userId} was reminded of ${notice.hash}, and holds nothing of it`);
		const name = nameOf(userId, notice.hash, notice.end, notice.days);
		this.#tried.add(name);
		if (isRead) {
			const times = (this.#read.get(name) ?? 0) + 1;
			this.#read.set(name, times);
			if (this.#isClockSane && times > 1) this.#broken(`reminded ${times} times: ${name}`);
			sometimes.note(
				notice.days === 3
					? 'a member is reminded three days before support ends'
					: 'a member is reminded fourteen days before support ends',
			);
		} else sometimes.note('a reminder finds a closed door, and there are no more of them');
		if (!this.#isClockSane) return;
		if (notice.end < now - this.#onTheWayMs) this.#broken(`reminded after the end: ${name}`);
		const sincePause = now - this.#pausedAt;
		// The pause is counted from the refusal, and written later.
		if (sincePause > this.#onTheWayMs && sincePause < pauseMs - this.#onTheWayMs)
			this.#broken(`reminded during a pause: ${name}`);
		this.#first(userId, now);
	}

	/**
	 * The reminders that are due, could be sent, and were not. A member is reminded if all that counts was so at the
	 * moment and has stayed so. To be used once everything is quiet.
	 */
	missing(): string[] {
		// Three members never use up fifty channels.
		if (!this.#isClockSane || this.#world.newChannelsPerDay < 50) return [];
		const all = [...this.#held.values()].flatMap((held) => [...held.values()]);
		return all.flatMap((held) =>
			stages
				.flatMap((days) => (this.#isMissing(held, days, all) ? [days] : []))
				.map((days) => `${held.userId} was not reminded of ${held.hash}, ${days} days before the end`),
		);
	}

	#isMissing({ hash, userId, end, until }: Holding, days: number, all: readonly Holding[]): boolean {
		const { schedule, discord } = this.#world;
		const now = schedule.time;
		const moment = end - days * dayMs;
		// The later reminder says the same.
		const last = days === 3 ? end : end - 3 * dayMs;
		if (until !== Infinity || moment > now - foundMs || last < now) return false;
		const hasAsked = this.#asked.get(userId);
		if (hasAsked === undefined || hasAsked.until !== Infinity || hasAsked.from > moment) return false;
		// Whichever server it is about.
		const places = all.filter((it) => it.hash === hash && it.userId === userId && it.end === end);
		const isSettled = ({ from, until, guildId }: Holding): boolean =>
			from <= moment && until === Infinity && discord.isMemberSince(guildId, userId, moment);
		if (!places.every(isSettled)) return false;
		return !this.#tried.has(nameOf(userId, hash, end, days)) && !this.#isDamped(userId, hash, end, days);
	}

	/** Of one purchase there is one reminder a day, however often its end changes. */
	#isDamped(userId: string, hash: string, end: number, days: number): boolean {
		const { recent = [] } = (this.#world.store.read(`remind:${userId}`) ?? {}) as {
			recent?: readonly { id: string }[];
		};
		const own = `reminder-${hash.slice(0, 32)}-`;
		return recent.some(({ id }) => id.startsWith(own) && id !== `${own}${end}-${days}`);
	}

	#claim(hash: string, after: unknown): void {
		const { schedule } = this.#world;
		const state = stateOf(after);
		const end = state?.supportedUntil;
		const known = this.#held.get(hash) ?? new Map<string, Holding>();
		this.#held.set(hash, known);
		const isCounted = state?.status === 'active' && state.given === undefined && end !== undefined;
		const now = new Set<string>();
		for (const { userId, guildIds } of isCounted ? state.holders : []) {
			for (const guildId of guildIds) {
				const key = keyOf(userId, guildId, end ?? 0);
				now.add(key);
				if (known.get(key)?.until === Infinity) continue;
				known.set(key, { hash, userId, guildId, end: end ?? 0, from: schedule.time, until: Infinity });
			}
		}
		for (const [key, it] of known) if (it.until === Infinity && !now.has(key)) it.until = schedule.time;
	}

	#choice(userId: string, before: unknown, after: unknown): void {
		const { schedule } = this.#world;
		if (before === undefined) this.#asked.set(userId, { from: schedule.time, until: Infinity });
		const asked = this.#asked.get(userId);
		if (after === undefined && asked !== undefined) asked.until = schedule.time;
	}

	#notice(key: string, before: unknown, after: unknown): void {
		const [, userId = '', id = ''] = key.split(':');
		if (!id.startsWith('reminder-')) return;
		const [was, is] = [before, after] as { state: string; notice?: Reminder }[];
		if (is?.state === 'done' && (was?.state === 'waiting' || was?.state === 'sending'))
			this.#world.sometimes.note('a reminder is dropped, since it serves nothing any more');
		// With the row a member has deleted the memory of it.
		if (is === undefined)
			for (const name of this.#read.keys()) if (name.startsWith(`${userId} `)) this.#read.delete(name);
	}

	#budget(before: unknown, after: unknown): void {
		const { schedule, sometimes, newChannelsPerDay } = this.#world;
		const [was, is] = [before, after] as { count: number; pausedUntil?: number }[];
		if (is?.count === newChannelsPerDay) sometimes.note('a day’s new channels for reminders are used up');
		if (is?.pausedUntil === undefined || is.pausedUntil === was?.pausedUntil) return;
		sometimes.note('Discord finds messages too fast, and reminders pause');
		this.#pausedAt = schedule.time;
	}

	#first(userId: string, now: number): void {
		if (this.#reached.has(userId)) return;
		this.#reached.add(userId);
		const day = Math.floor(now / dayMs);
		// Sent on the day before, maybe.
		if (Math.floor((now - this.#onTheWayMs) / dayMs) < day) return;
		const today = (this.#firstOn.get(day) ?? 0) + 1;
		this.#firstOn.set(day, today);
		if (today > this.#world.newChannelsPerDay) this.#broken(`${today} new channels for reminders on a day`);
	}
}

function keyOf(userId: string, guildId: string, end: number): string {
	return `${userId} ${guildId} ${end}`;
}

function nameOf(userId: string, hash: string, end: number, days: number): string {
	return `${userId} ${hash} ${end} ${days}`;
}
