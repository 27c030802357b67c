import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';

const gatheredMs = 60_000;
/** References in one line; 64 million others exist, so a member's is never there by chance. */
const maxReferences = 500;

export type GatheredLines = ReturnType<typeof gatherLines>;

/** Failures of one outage: the first is logged immediately, the rest once a minute with their count and references. */
export function gatherLines(logger: Pick<Logger, 'error'>, clock: Pick<Clock, 'delay'>) {
	const stopping = new AbortController();
	const open = new Map<string, { count: number; references: string[] }>();

	async function gather(key: string, message: string, reason: string): Promise<void> {
		for (;;) {
			const gathered = { count: 0, references: [] };
			open.set(key, gathered);
			await clock.delay(gatheredMs, stopping.signal);
			const { count, references } = gathered;
			if (count > 0) logger.error({ reason, count, references }, message);
			if (count === 0 || stopping.signal.aborted) break;
		}
		open.delete(key);
	}

	return {
		/**
		 * @param own logs the first failure, with the fields of its own interaction, and the rest at `debug`
		 * @param fields `reason`: one of a small set, such as `SQLITE_FULL` or `HTTP 503`
		 */
		note(
			own: Pick<Logger, 'debug' | 'error'>,
			message: string,
			fields: { readonly reason: string; readonly reference?: string },
		): void {
			const { reason, reference } = fields;
			const key = `${message}: ${reason}`;
			const gathered = open.get(key);
			own[gathered === undefined ? 'error' : 'debug'](fields, message);
			if (gathered === undefined) return void gather(key, message, reason);
			gathered.count += 1;
			if (reference !== undefined && gathered.references.length < maxReferences)
				gathered.references.push(reference);
		},

		/** Logs what has been gathered. */
		stop: () => stopping.abort('stopped'),
	};
}

const pauseMs = 60 * 60_000;

export type LevelOf = ReturnType<typeof rareLines>;

/** At most one line an hour about each trouble of a small, fixed set: gives `level` if one is due, else `debug`. */
export function rareLines({ now }: Pick<Clock, 'now'>) {
	const loggedAt = new Map<string, number>();
	return <Level extends string>(trouble: string, level: Level): Level | 'debug' => {
		const at = now();
		// A time in the future comes from a clock that was ahead.
		if (Math.abs(at - (loggedAt.get(trouble) ?? Number.NEGATIVE_INFINITY)) < pauseMs) return 'debug';
		loggedAt.set(trouble, at);
		return level;
	};
}
