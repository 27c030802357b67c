import type { AuditEvent, GroupedKind } from '../../messages/audit.js';
import type { AuditChannel } from '../../servers/guild-settings.js';

/** Queue limit of a guild whose channel accepts no messages; the oldest lines are dropped, but are in the log. */
const maxBacklog = 5_000;
/** More never fit into one message. */
const maxLines = 50;

type AuditLine = AuditEvent | Fold;

/** The queue of one guild, so that a broken channel delays no other guild. */
export class AuditLane {
	readonly #folds = new AuditGrouping();
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
		const line = this.#folds.take(event, now);
		if (line === undefined) return false;
		this.#waiting.push(line);
		if (this.size > maxBacklog) this.drop(1);
		return true;
	}

	/** The lines of the next message: a fold, which has one of its own, or the events before the next fold. */
	next(): Fold | readonly AuditEvent[] {
		const [first] = this.#waiting;
		if (first?.kind === 'fold') return first;
		const events: AuditEvent[] = [];
		for (const line of this.#waiting.slice(0, maxLines)) {
			if (line.kind === 'fold') break;
			events.push(line);
		}
		return events;
	}

	/** The first lines have been sent. A fold among them may be waiting for its next message already. */
	sent(count: number, now: number): void {
		this.#waiting.splice(0, count);
		this.sentAt = now;
	}

	/** Drops the first lines. */
	drop(count: number): void {
		this.#take(count);
	}

	/** Drops the first lines, except staff actions. */
	dropMembersLines(count: number): void {
		this.#waiting.unshift(...this.#take(count).filter((line) => !isMembersDoing(line)));
	}

	#take(count: number): AuditLine[] {
		const taken = this.#waiting.splice(0, count);
		for (const line of taken) if (line.kind === 'fold') line.isWaiting = false;
		return taken;
	}
}

/** Events that any member can cause without limit. */
function isMembersDoing(line: AuditLine): boolean {
	return membersKinds.has(line.kind);
}

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

/** One message for many events of a kind, edited as it grows. */
export class Fold {
	readonly kind = 'fold';
	messageId: string | undefined;
	/** True while queued; additions in the meantime are sent with it. */
	isWaiting = false;
	readonly #of: GroupedKind;
	readonly #sinceMs: number;
	#lastMs: number;
	readonly #events: Grouped[] = [];

	constructor(of: GroupedKind, sinceMs: number) {
		this.#of = of;
		this.#sinceMs = sinceMs;
		this.#lastMs = sinceMs;
	}

	add(event: Grouped, now: number): void {
		this.#lastMs = now;
		this.#events.push(event);
	}

	event(): AuditEvent {
		const minutes = Math.max(1, Math.ceil((this.#lastMs - this.#sinceMs) / 60_000));
		const userIds = [...new Set(this.#events.map(({ userId }) => userId))];
		if (this.#of !== 'verified') {
			const shown = this.#events.map((event) => ('reference' in event ? event.reference : ''));
			const references = shown.filter((reference) => reference !== '');
			return { kind: 'refused-many', of: this.#of, count: shown.length, minutes, userIds, references };
		}
		// A purchase that is verified twice counts once.
		const names = new Map(
			this.#events.flatMap((event) => (event.kind === 'verified' ? [[event.hash, event.itemName]] : [])),
		);
		const times = new Map<string, number>();
		for (const name of names.values()) times.set(name, (times.get(name) ?? 0) + 1);
		const items = [...times].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count);
		return { kind: 'verified-many', count: names.size, minutes, userIds, items };
	}
}

interface Window {
	readonly since: number;
	count: number;
	last: number;
	fold: Fold | undefined;
}

/**
 * Keeps floods out of a guild's audit channel: a thousand verifications or refusals become one line, so that staff
 * actions can still be found.
 */
export class AuditGrouping {
	/** By the kind of event, and by the kind and the member. */
	readonly #windows = new Map<string, Window>();

	/**
	 * Events of one member that are many are grouped apart from those of others.
	 * @returns the line to send: the event itself, the fold that now includes it, or undefined if that fold is already
	 * queued
	 */
	take(event: AuditEvent, now: number): AuditEvent | Fold | undefined {
		if (event.kind !== 'verified' && event.kind !== 'refused') return event;
		const kind = kindOf(event);
		const own = this.#count(`${kind}:${event.userId}`, now);
		const window = own.count > maxOfAKind ? own : this.#count(kind, now);
		if (window.count <= maxOfAKind) return event;
		window.fold ??= new Fold(kind, now);
		window.fold.add(event, now);
		if (window.fold.isWaiting) return undefined;
		window.fold.isWaiting = true;
		return window.fold;
	}

	#count(key: string, now: number): Window {
		let window = this.#windows.get(key);
		if (window === undefined || hasEnded(window, now)) {
			window = { since: now, count: 0, last: now, fold: undefined };
			// Now the newest: the oldest ones come first.
			this.#windows.delete(key);
			this.#windows.set(key, window);
			for (const [oldest, each] of this.#windows) {
				if (!hasEnded(each, now)) break;
				this.#windows.delete(oldest);
			}
		}
		window.count += 1;
		window.last = now;
		return window;
	}
}

/** A group ends after a minute without an event. */
function hasEnded({ since, last, fold }: Window, now: number): boolean {
	if (fold === undefined) return now - since >= windowMs;
	return now - last >= windowMs || now - since >= maxGroupMs;
}

/** Codes that could not be checked with the shop are not refused. */
function kindOf(event: Grouped): GroupedKind {
	if (event.kind === 'verified') return 'verified';
	return event.reason === 'uncheckable' ? 'uncheckable' : 'refused';
}
