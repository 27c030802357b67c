import { z } from 'zod';
import type { ClaimStore } from '../claims/claim-store.js';
import type { PurchaseCode } from '../claims/purchase-code.js';
import type { AuditLog } from '../discord/audit-log.js';
import type { Logger } from '../logger.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import { Recheck, type RecheckEvent } from '../refunds/recheck.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Store } from '../storage/store.js';
import { update } from '../storage/update.js';

/** The background checks for refunds; undefined where `days` is 0. Does nothing before `start`. */
export function createRecheck(
	parts: {
		store: Store;
		claims: ClaimStore;
		checkPurchase: PurchaseCheck;
		queue: GrantQueue;
		audit: AuditLog;
		logger: Logger;
		now: () => number;
		delay: (ms: number, signal: AbortSignal) => Promise<void>;
	},
	days: number,
): Recheck<PurchaseCode> | undefined {
	if (days === 0) return undefined;
	const { store, claims, checkPurchase, queue, logger, now, delay } = parts;
	return new Recheck<PurchaseCode>(
		{
			claims,
			checkPurchase: (code) => checkPurchase(code, { priority: 'background' }),
			revocations: countRevocations(store),
			requestRoles: async ({ guildIds, holderId }) => {
				for (const guildId of guildIds) await queue.request({ guildId, userId: holderId });
			},
			onEvent: report(parts),
			now,
			delay,
			onError: (error) => logger.error({ err: error }, 'Checking the claims again failed'),
		},
		days,
	);
}

function report({ audit, logger }: { audit: AuditLog; logger: Logger }) {
	return (event: RecheckEvent): void => {
		if (event.kind === 'revoking-stopped') {
			const message = 'So many claims turned invalid that it looks like an outage: no more are revoked today';
			logger.error({ limit: event.limit }, message);
			audit.write(undefined, event);
			return;
		}
		const { claim, kind } = event;
		logger.info({ kind, claim: claim.hash, userId: claim.holderId }, 'A claim changed with its purchase');
		for (const guildId of claim.guildIds) {
			audit.write(guildId, { kind, userId: claim.holderId, itemName: claim.item.name });
		}
	};
}

const countSchema = z.object({ v: z.literal(1), day: z.number(), count: z.number() });
const countKey = 'revocations';

function countRevocations(store: Store) {
	return {
		async take(day: number, limit: number): Promise<boolean> {
			return await update(store, countKey, (current) => {
				const known = countSchema.safeParse(current).data;
				const count = known?.day === day ? known.count : 0;
				return count >= limit ? { result: false } : { next: { v: 1, day, count: count + 1 }, result: true };
			});
		},
	};
}
