import type { AuditEvent } from '../../views/channels/audit-view.js';

/** The number of events of a kind that get a line each within a minute; the rest share one line. */
const mostOfAKind = 5;
const windowMs = 60_000;
/** How many items are named in such a line. */
const mostItems = 10;

/** One message for many events of a kind, edited as it grows. */
export interface Fold {
	readonly kind: 'fold';
	/** The message, once there is one. */
	messageId: string | undefined;
	/** Whether it is queued: what is added meanwhile is sent with it. */
	isWaiting: boolean;
	/** The line for everything added so far. */
	event(): AuditEvent;
}

interface Window {
	readonly since: number;
	count: number;
	fold: (Fold & { add(event: AuditEvent): void }) | undefined;
}

/**
 * Keeps floods out of a guild's audit channel: a thousand members who verify, or who are refused, are one line, so
 * that the actions of staff can still be found.
 */
export class AuditGrouping {
	readonly #windows = new Map<AuditEvent['kind'], Window>();

	/**
	 * What has to be sent for the event: itself, the line that now covers it, or nothing, since that line is queued
	 * already.
	 */
	take(event: AuditEvent, now: number): AuditEvent | Fold | undefined {
		if (event.kind !== 'verified' && event.kind !== 'refused') return event;
		let window = this.#windows.get(event.kind);
		if (window === undefined || Math.abs(now - window.since) >= windowMs) {
			window = { since: now, count: 0, fold: undefined };
			this.#windows.set(event.kind, window);
		}
		window.count += 1;
		if (window.count <= mostOfAKind) return event;
		window.fold ??= newFold(event.kind, window.since);
		window.fold.add(event);
		if (window.fold.isWaiting) return undefined;
		window.fold.isWaiting = true;
		return window.fold;
	}
}

/** `since`: milliseconds since the epoch. */
function newFold(kind: 'verified' | 'refused', since: number): Fold & { add(event: AuditEvent): void } {
	let count = 0;
	const items = new Map<string, number>();
	return {
		kind: 'fold',
		messageId: undefined,
		isWaiting: false,
		add(event) {
			count += 1;
			if (event.kind === 'verified') items.set(event.itemName, (items.get(event.itemName) ?? 0) + 1);
		},
		event() {
			if (kind === 'refused') return { kind: 'refused-many', count, since: Math.floor(since / 1_000) };
			const most = [...items].toSorted(([, a], [, b]) => b - a).slice(0, mostItems);
			return { kind: 'verified-many', count, items: most.map(([name, times]) => ({ name, count: times })) };
		},
	};
}
