import type { BurstKind } from '../../moderation/bursts.js';
import type { AuditEvent } from '../../views/channels/audit-view.js';

/** Events of one kind that get their own line within a minute; the rest share one message. */
const maxOfAKind = 5;
const windowMs = 60_000;
/** A longer burst continues in a new message. */
const maxBurstMs = 10 * 60_000;

type Grouped = Extract<AuditEvent, { kind: 'verified' | 'refused' }>;

/** One message for many events of a kind, edited as it grows. */
export interface Fold {
	readonly kind: 'fold';
	readonly of: BurstKind;
	/** Seconds since the epoch. */
	readonly since: number;
	/** Purchase hashes, or letters of references, of everything added so far. */
	readonly entries: readonly string[];
	/** The number of entries already stored. */
	kept: number;
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
	readonly #windows = new Map<BurstKind, Window>();

	/**
	 * @returns the line to send: the event itself, the fold that now includes it, or undefined if that fold is already
	 * queued
	 */
	take(event: AuditEvent, now: number): AuditEvent | Fold | undefined {
		if (event.kind !== 'verified' && event.kind !== 'refused') return event;
		const kind = burstKindOf(event);
		let window = this.#windows.get(kind);
		if (window === undefined || hasEnded(window, now)) {
			window = { since: now, count: 0, last: now, fold: undefined };
			this.#windows.set(kind, window);
		}
		window.count += 1;
		window.last = now;
		if (window.count <= maxOfAKind) return event;
		window.fold ??= newFold(kind, now);
		window.fold.add(event, now);
		if (window.fold.isWaiting) return undefined;
		window.fold.isWaiting = true;
		return window.fold;
	}
}

/** A burst ends after a minute without an event. */
function hasEnded({ since, last, fold }: Window, now: number): boolean {
	// The clock may have been set back.
	if (fold === undefined) return Math.abs(now - since) >= windowMs;
	return Math.abs(now - last) >= windowMs || Math.abs(now - since) >= maxBurstMs;
}

/** Codes that could not be checked with the shop are not refused. */
function burstKindOf(event: Grouped): BurstKind {
	if (event.kind === 'verified') return 'verified';
	return event.reason === 'uncheckable' ? 'uncheckable' : 'refused';
}

function newFold(of: BurstKind, sinceMs: number): Fold & { add(event: Grouped, now: number): void } {
	const since = Math.floor(sinceMs / 1_000);
	let lastMs = sinceMs;
	const entries: string[] = [];
	const items = new Map<string, number>();
	const seen = new Set<string>();
	let count = 0;
	return {
		kind: 'fold',
		of,
		since,
		entries,
		kept: 0,
		messageId: undefined,
		isWaiting: false,
		add(event, now) {
			lastMs = now;
			if (event.kind === 'refused') {
				count += 1;
				if (event.reference !== '') entries.push(event.reference.replace('-', ''));
			} else if (!seen.has(event.hash)) {
				// A purchase that is verified twice counts once.
				seen.add(event.hash);
				count += 1;
				entries.push(event.hash);
				items.set(event.itemName, (items.get(event.itemName) ?? 0) + 1);
			}
		},
		event() {
			const minutes = Math.max(1, Math.ceil((lastMs - sinceMs) / 60_000));
			if (of !== 'verified') return { kind: 'refused-many', of, count, minutes, since };
			const ranked = [...items].toSorted(([, a], [, b]) => b - a);
			const counted = ranked.map(([name, times]) => ({ name, count: times }));
			return { kind: 'verified-many', count, minutes, since, items: counted };
		},
	};
}
