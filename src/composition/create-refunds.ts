import type { Logger } from '../base/logger.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Metrics } from '../operations/metrics.js';
import { Recheck } from '../refunds/recheck.js';
import { keepLoad, readLoad } from '../refunds/recheck-load.js';
import { type RefundEvent, Refunds } from '../refunds/refunds.js';
import { Renewals } from '../refunds/renewals.js';
import { createRevocationBudget } from '../refunds/revocation-budget.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Slice } from '../sharding/slice.js';
import type { Store } from '../storage/store.js';

export interface RefundParts {
	readonly store: Store;
	readonly claims: ClaimStore;
	readonly checkPurchase: PurchaseCheck;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly served: Pick<ServedGuilds, 'serves' | 'isHome'>;
	/** Whether our clock is right as far as is known: else no purchase is revoked. */
	readonly isClockTrusted: () => boolean;
	readonly slice: Slice;
	/** Requests a minute that the shop takes of all processes. */
	readonly shopPerMinute: number;
	/** Told of each claim that changes with an answer. */
	readonly onEvent: (event: RefundEvent) => void;
	readonly metrics: Pick<Metrics, 'rechecks' | 'recheckLoad'>;
	readonly logger: Logger;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** A number in [0, 1). */
	readonly random: () => number;
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What follows from the shop's answers, whoever asks. */
export function createRefunds(parts: RefundParts): Refunds {
	const { store, claims, queue, served, now, isClockTrusted } = parts;
	return new Refunds({
		checks: claims.checks,
		revocations: createRevocationBudget(store),
		purchases: async () => (await readLoad(store))?.purchases ?? 0,
		requestRoles: async (target) => {
			if (served.serves(target.guildId)) await queue.request(target);
		},
		onEvent: parts.onEvent,
		now,
		isClockTrusted,
	});
}

/** Checks for returning members whether they have renewed support. */
export function createRenewals(parts: RefundParts, refunds: Refunds): Renewals {
	const { claims, checkPurchase, served, logger, now, delay } = parts;
	return new Renewals({
		codeOf: (hash) => claims.codeOf(hash),
		checkPurchase: (code, { priority, guildId }) =>
			checkPurchase(code, { priority, share: served.isHome(guildId) ? 'home' : 'others' }),
		refunds,
		now,
		delay,
		onError: (error) =>
			logger.error({ err: error }, 'The marketplace could not be asked about renewed support'),
	});
}

/** The background checks for refunds; undefined where `days` is 0. Does nothing before `start`. */
export function createRecheck(parts: RefundParts, refunds: Refunds, days: number): Recheck | undefined {
	if (days === 0) return undefined;
	const { store, claims, checkPurchase, slice, shopPerMinute, isClockTrusted } = parts;
	const { metrics, logger, now, random, delay } = parts;
	return new Recheck(
		{
			slice,
			shopPerMinute,
			checks: claims.checks,
			codeOf: (hash) => claims.codeOf(hash),
			checkPurchase: (code) => checkPurchase(code, { priority: 'background' }),
			refunds,
			isClockTrusted,
			onLoad: async (load) => {
				metrics.recheckLoad(load);
				await keepLoad(store, load);
			},
			onChecked: (result) => metrics.rechecks.inc({ result }),
			onSkipped: (hash, why) =>
				logger.error(
					{ claim: hash.slice(0, 8), why },
					'A purchase cannot be checked and is left out for a day',
				),
			now,
			random,
			delay,
			onError: (error) => logger.error({ err: error }, 'Checking the claims again failed'),
		},
		days,
	);
}
