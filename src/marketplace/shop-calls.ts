import type { Ground } from '../ground.js';
import type { Endpoint } from './endpoints.js';
import type { MarketplaceFailure } from './result.js';
import type { Purchase } from './schemas.js';

/** One call as a whole, for logs and metrics. Holds no secret. */
export interface CallReport {
	readonly endpoint: Endpoint<unknown>['name'];
	readonly outcome: 'ok' | MarketplaceFailure['kind'];
	readonly reason?: string;
	readonly requests: number;
	readonly ms: number;
}

const outages: readonly CallReport['outcome'][] = ['unavailable', 'blocked', 'malformed'];

/** Refused by the bot itself or cancelled by the caller: no evidence about the shop. */
const ownReasons: readonly (string | undefined)[] = ['given up', 'the shop is not responding'];

/** A text may differ in every purchase. */
const maxForms = 20;

export type ShopCalls = ReturnType<typeof shopCalls>;

/** Reports finished calls to the log, the shop's state and the metrics. */
export function shopCalls({ logger, states, metrics }: Ground) {
	const formsNoted = new Set<string>();

	function noteState({ outcome, reason }: CallReport): void {
		const isOutage = outages.includes(outcome);
		if (isOutage && !ownReasons.includes(reason)) states.failed('shop', 'answers', reason ?? outcome);
		if (isOutage || outcome === 'rate-limited' || outcome === 'refused') return;
		states.worked('shop', 'answers');
		if (outcome === 'bad-key') states.failed('shop', 'key', 'API key refused');
		// Any other answer proves nothing about the key: some shops answer an unknown one as if there were nothing.
		if (outcome === 'ok') states.worked('shop', 'key');
	}

	return {
		note(call: CallReport): void {
			logger.debug({ ...call }, 'Called the shop');
			noteState(call);
			metrics.durations.shop.observe(call.ms);
		},

		/** Logs dates of a purchase that can't be read, once for each form. */
		noteUnread(unread: Purchase['unread']): void {
			for (const { field, form } of unread) {
				const id = `${field} ${form}`;
				if (formsNoted.size >= maxForms || formsNoted.has(id)) continue;
				formsNoted.add(id);
				logger.warn({ field, form }, 'A date from the shop is not readable, so it counts as unknown');
			}
		},
	};
}
