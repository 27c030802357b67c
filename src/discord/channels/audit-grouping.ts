import type { AuditEvent, GroupedKind } from '../../views/channels/audit-view.js';

/** Events of one kind that get their own line within a minute; the rest share one message. */
const maxOfAKind = 5;
const windowMs = 60_000;
/** A longer group continues in a new message. */
const maxGroupMs = 10 * 60_000;

type Grouped = Extract<AuditEvent, { kind: 'verified' | 'refused' }>;

/** One message for many events of a kind, edited as it grows. */
export interface Fold {
	readonly kind: 'fold';
	messageId: string | undefined;
	/** True while queued; additions in the meantime are sent with it. */
	isWaiting: boolean;
	event(): AuditEvent;
}

interface Window {
	readonly since: number;
	count: number;
	last: number;
	fold: (Fold & { add(event: Grouped, now: number): void }) | undefined;
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
		window.fold ??= newFold(kind, now);
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
	// The clock may have been set back.
	if (fold === undefined) return Math.abs(now - since) >= windowMs;
	return Math.abs(now - last) >= windowMs || Math.abs(now - since) >= maxGroupMs;
}

/** Codes that could not be checked with the shop are not refused. */
function kindOf(event: Grouped): GroupedKind {
	if (event.kind === 'verified') return 'verified';
	return event.reason === 'uncheckable' ? 'uncheckable' : 'refused';
}

function newFold(of: GroupedKind, sinceMs: number): Fold & { add(event: Grouped, now: number): void } {
	let lastMs = sinceMs;
	const items = new Map<string, number>();
	const seen = new Set<string>();
	const userIds = new Set<string>();
	const references: string[] = [];
	let count = 0;
	return {
		kind: 'fold',
		messageId: undefined,
		isWaiting: false,
		add(event, now) {
			lastMs = now;
			userIds.add(event.userId);
			if (event.kind === 'refused') {
				count += 1;
				if (event.reference !== '') references.push(event.reference);
			} else if (!seen.has(event.hash)) {
				// A purchase that is verified twice counts once.
				seen.add(event.hash);
				count += 1;
				items.set(event.itemName, (items.get(event.itemName) ?? 0) + 1);
			}
		},
		event() {
			const minutes = Math.max(1, Math.ceil((lastMs - sinceMs) / 60_000));
			const about = { count, minutes, userIds: [...userIds] };
			if (of !== 'verified') return { kind: 'refused-many', of, ...about, references };
			const ranked = [...items].toSorted(([, a], [, b]) => b - a);
			const counted = ranked.map(([name, times]) => ({ name, count: times }));
			return { kind: 'verified-many', ...about, items: counted };
		},
	};
}
