import type { AuditEvent } from '../../messages/audit.js';
import type { AuditChannel } from '../../servers/guild-settings.js';

/** Queue limit of a guild whose channel accepts no messages; the oldest lines are dropped, but are in the log. */
const maxBacklog = 5_000;
/** More never fit into one message. */
const maxLines = 50;

type AuditLine = AuditEvent | Fold;

/** The queue of one guild, so that a broken channel delays no other guild. */
export class AuditLane {
	readonly #group = auditGrouping();
	readonly #waiting: AuditLine[] = [];
	work: Promise<void> | undefined;
	/** The channel as the writer of the last line has just read it; valid for the next message only. */
	read: { readonly channel: AuditChannel | undefined } | undefined;
	sentAt = Number.NEGATIVE_INFINITY;

	get size(): number {
		return this.#waiting.length;
	}

	/** @returns false if it became part of a line that is already queued */
	add(event: AuditEvent, now: number): boolean {
		const line = this.#group(event, now);
		if (line === undefined) return false;
		this.#waiting.push(line);
		if (this.size > maxBacklog) this.drop(1);
		return true;
	}

	/** The events of the next message: those before the next fold, or those of a fold, which has its own message. */
	next(): { readonly events: readonly AuditEvent[]; readonly fold?: Fold } {
		const [first] = this.#waiting;
		if (first?.kind === 'fold') {
			// Anything added from here on has to be sent again.
			first.isWaiting = false;
			return { events: [first.event()], fold: first };
		}
		const events: AuditEvent[] = [];
		for (const line of this.#waiting.slice(0, maxLines)) {
			if (line.kind === 'fold') break;
			events.push(line);
		}
		return { events };
	}

	/** The first lines have been sent. A fold among them may be waiting for its next message already. */
	sent(count: number, now: number): void {
		this.#waiting.splice(0, count);
		this.sentAt = now;
	}

	/** Drops the first lines, and returns them. */
	drop(count: number): readonly AuditLine[] {
		const dropped = this.#waiting.splice(0, count);
		for (const line of dropped) if (line.kind === 'fold') line.isWaiting = false;
		return dropped;
	}

	/** Drops the first lines, except staff actions. */
	dropMembersLines(count: number): void {
		this.#waiting.unshift(...this.drop(count).filter(({ kind }) => !membersKinds.has(kind)));
	}
}

/** Events that any member can cause without limit. */
const membersKinds: ReadonlySet<AuditLine['kind']> = new Set<AuditLine['kind']>([
	'verified',
	'refused',
	'limit',
	'unlinked',
	'data-deleted',
	'fold',
]);

/** Events of one kind that get their own line within a minute; the rest share one message. */
const maxOfAKind = 5;
const windowMs = 60_000;
/** A longer group continues in a new message. */
const maxGroupMs = 10 * 60_000;

type Grouped = Extract<AuditEvent, { kind: 'verified' | 'refused' }>;

/** Events that share a message, which is edited: a member's from the first one, or a flood of many members. */
export class Fold {
	readonly kind = 'fold';
	messageId: string | undefined;
	/** True while queued; additions in the meantime are sent with it. */
	isWaiting = false;
	readonly #apart: number;
	readonly #sinceMs: number;
	#lastMs: number;
	#count = 0;
	readonly #events: Grouped[] = [];

	/** @param apart the number of its first events that have lines of their own */
	constructor(apart: number, now: number) {
		this.#apart = apart;
		this.#sinceMs = now;
		this.#lastMs = now;
	}

	/** @returns false if the event has a line of its own */
	take(event: Grouped, now: number): boolean {
		this.#lastMs = now;
		this.#count += 1;
		if (this.#count <= this.#apart) return false;
		this.#events.push(event);
		return true;
	}

	/** After a minute without an event, if there are many. */
	hasEnded(now: number): boolean {
		if (this.#count <= this.#apart) return now - this.#sinceMs >= windowMs;
		return now - this.#lastMs >= windowMs || now - this.#sinceMs >= maxGroupMs;
	}

	event(): AuditEvent {
		const [first] = this.#events;
		// A purchase that is verified twice counts once.
		const names = new Map(
			this.#events.flatMap((event) => (event.kind === 'verified' ? [[event.hash, event.itemName]] : [])),
		);
		const count = names.size || this.#events.length;
		if (first !== undefined && count === 1) return first;
		const minutes = Math.max(1, Math.ceil((this.#lastMs - this.#sinceMs) / 60_000));
		const userIds = [...new Set(this.#events.map(({ userId }) => userId))];
		if (names.size === 0) {
			const reasons = this.#events.map((event) => event.kind === 'refused' && event.reason);
			const [reason] = reasons;
			const of = reason && reason !== 'taken' && reasons.every((it) => it === reason) ? reason : 'taken';
			return { kind: 'refused-many', of, count, minutes, userIds };
		}
		const times = new Map<string, number>();
		for (const name of names.values()) times.set(name, (times.get(name) ?? 0) + 1);
		const items = [...times].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count);
		return { kind: 'verified-many', count, minutes, userIds, items };
	}
}

/**
 * Keeps floods out of a guild's audit channel, so that staff actions can still be found: a thousand verifications or
 * refusals become one line, and so do a member's refusals, and purchases that a member verifies again.
 * @returns a function that gives the line to send: the event, its fold, or undefined if that fold is already queued
 */
export function auditGrouping() {
	/** By the kind of event, and by the kind and the member. */
	const folds = new Map<string, Fold>();

	function foldOf(key: string, apart: number, now: number): Fold {
		const known = folds.get(key);
		if (known?.hasEnded(now) === false) return known;
		const fold = new Fold(apart, now);
		// Now the newest: the oldest ones come first.
		folds.delete(key);
		folds.set(key, fold);
		for (const [oldest, each] of folds) {
			if (!each.hasEnded(now)) break;
			folds.delete(oldest);
		}
		return fold;
	}

	return (event: AuditEvent, now: number): AuditLine | undefined => {
		if (event.kind !== 'verified' && event.kind !== 'refused') return event;
		// Codes that could not be checked with the shop are not refused.
		const kind = 'reason' in event && event.reason === 'uncheckable' ? event.reason : event.kind;
		const key = `${kind}:${event.userId}`;
		const isOwn = folds.get(key)?.hasEnded(now) === false;
		let fold = foldOf(isOwn ? key : kind, isOwn ? 0 : maxOfAKind, now);
		if (!fold.take(event, now)) {
			if (event.kind === 'verified' && !event.returning) return event;
			fold = foldOf(key, 0, now);
			fold.take(event, now);
		}
		if (fold.isWaiting) return undefined;
		fold.isWaiting = true;
		return fold;
	};
}
