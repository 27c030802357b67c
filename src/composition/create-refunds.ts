import { z } from 'zod';
import type { ClaimStore } from '../claims/claim-store.js';
import type { PurchaseCode } from '../claims/purchase-code.js';
import type { AuditLog } from '../discord/audit-log.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Logger } from '../logger.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Metrics } from '../metrics.js';
import { Recheck, type RecheckLoad } from '../refunds/recheck.js';
import { type RefundEvent, Refunds } from '../refunds/refunds.js';
import { Renewals } from '../refunds/renewals.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Store } from '../storage/store.js';
import { update } from '../storage/update.js';

export interface RefundParts {
	readonly store: Store;
	readonly claims: ClaimStore;
	readonly checkPurchase: PurchaseCheck;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly served: Pick<ServedGuilds, 'serves' | 'isHome'>;
	/** Whether our clock is right as far as is known: else no purchase is revoked. */
	readonly isClockTrusted: () => boolean;
	readonly audit: Pick<AuditLog, 'write'>;
	readonly metrics: Pick<Metrics, 'rechecks' | 'recheckLoad'>;
	readonly logger: Logger;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What follows from the shop's answers, whoever asks. */
export function createRefunds(parts: RefundParts): Refunds {
	const { store, claims, queue, served, now, isClockTrusted } = parts;
	return new Refunds({
		checks: claims.checks,
		revocations: countRevocations(store),
		purchases: async () => (await readLoad(store))?.purchases ?? 0,
		requestRoles: async (target) => {
			if (served.serves(target.guildId)) await queue.request(target);
		},
		onEvent: report(parts),
		now,
		isClockTrusted,
	});
}

/** Checks for returning members whether they have renewed support. */
export function createRenewals(parts: RefundParts, refunds: Refunds): Renewals<PurchaseCode> {
	const { claims, checkPurchase, served, logger, now, delay } = parts;
	return new Renewals<PurchaseCode>({
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
export function createRecheck(
	parts: RefundParts,
	refunds: Refunds,
	days: number,
): Recheck<PurchaseCode> | undefined {
	if (days === 0) return undefined;
	const { store, claims, checkPurchase, metrics, logger, now, delay, isClockTrusted } = parts;
	return new Recheck<PurchaseCode>(
		{
			checks: claims.checks,
			codeOf: (hash) => claims.codeOf(hash),
			checkPurchase: (code) => checkPurchase(code, { priority: 'background' }),
			refunds,
			isClockTrusted,
			onLoad: async (load) => {
				metrics.recheckLoad(load);
				await update(store, loadKey, () => ({ next: { v: 1, ...load }, result: undefined }));
			},
			onChecked: (result) => metrics.rechecks.inc({ result }),
			onSkipped: (hash, why) =>
				logger.error(
					{ claim: hash.slice(0, 8), why },
					'A purchase cannot be checked and is left out for a day',
				),
			now,
			random: Math.random,
			delay,
			onError: (error) => logger.error({ err: error }, 'Checking the claims again failed'),
		},
		days,
	);
}

function report({ audit, logger, served }: RefundParts) {
	return (event: RefundEvent): void => {
		if (event.kind === 'revoking-stopped') {
			const message = 'So many claims turned invalid that it looks like an outage: no more are revoked today';
			logger.error({ limit: event.limit }, message);
			audit.write(undefined, event);
			return;
		}
		const { kind, hash, itemName, holder } = event;
		logger.info({ kind, claim: hash, userId: holder.userId }, 'A claim changed with its purchase');
		for (const guildId of holder.guildIds) {
			if (served.serves(guildId)) audit.write(guildId, { kind, userId: holder.userId, itemName });
		}
	};
}

const loadSchema = z.object({
	v: z.literal(1),
	purchases: z.number(),
	due: z.number(),
	overdue: z.number(),
	neededADay: z.number(),
	possibleADay: z.number(),
});
const loadKey = 'recheck:load';

/** What there was to check when a round last began, in whichever process; undefined before the first one. */
export async function readLoad(store: Pick<Store, 'get'>): Promise<RecheckLoad | undefined> {
	return loadSchema.safeParse(await store.get(loadKey)).data;
}

const countSchema = z.object({
	v: z.literal(1),
	day: z.number(),
	count: z.number(),
	/** Whether it has been announced that the day's limit is reached. */
	told: z.boolean().optional(),
});
const countKey = 'revocations';

function countRevocations(store: Store) {
	return {
		async take(day: number, limit: number): Promise<'taken' | 'just-full' | 'full'> {
			return await update(store, countKey, (current) => {
				const known = countSchema.safeParse(current).data;
				const { count, told } = known?.day === day ? known : { count: 0, told: false };
				if (count < limit) return { next: { v: 1, day, count: count + 1 }, result: 'taken' };
				if (told) return { result: 'full' };
				return { next: { v: 1, day, count, told: true }, result: 'just-full' };
			});
		},
	};
}
