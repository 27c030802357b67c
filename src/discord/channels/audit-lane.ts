import type { AuditChannel } from '../../guilds/audit-channels.js';
import type { AuditEvent } from '../../views/channels/audit-view.js';
import { AuditGrouping, type Fold } from './audit-grouping.js';

/** Queue limit of a guild whose channel accepts no messages; dropped lines are still in the log. */
const maxBacklog = 500;
/** Staff actions are kept far longer, but with a limit: anyone with a server of their own is staff there. */
const maxStaffBacklog = 5_000;
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
	/** Lines were dropped since the last message. */
	isOverfull = false;

	get size(): number {
		return this.#waiting.length;
	}

	/** @returns `merged` if it became part of a line that is already queued, `full` if it was left out */
	add(event: AuditEvent, now: number): 'queued' | 'merged' | 'full' {
		const line = this.#folds.take(event, now);
		if (line === undefined) return 'merged';
		if (this.size < (isMembersDoing(line) ? maxBacklog : maxStaffBacklog)) {
			this.#waiting.push(line);
			return 'queued';
		}
		if (line.kind === 'fold') line.isWaiting = false;
		return 'full';
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
		this.isOverfull = false;
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
