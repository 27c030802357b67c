import { knownEnd } from '../../base/purchase-fields.js';
import { TtlCache } from '../../base/time/ttl-cache.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import type { Ground } from '../../ground.js';

/** The number of claims with support. */
export interface SupportShare {
	readonly claims: number;
	/** Active claims whose support has not ended. */
	readonly supported: number;
}

type Floor = Ground & { readonly claims: ClaimStore };

const rememberedMs = 60_000;
/** How long `/stats` waits for the count: enough for tens of thousands of claims. With more it is in the next one. */
const patienceMs = 500;

/** Counts claims with support, at most once a minute: support ends without a write, so a stored counter would go wrong. */
export function createSupportShares({ claims, clock, logger }: Floor) {
	const shares = new TtlCache<SupportShare>(rememberedMs, clock);
	const count = async (): Promise<SupportShare> => {
		const now = clock.now();
		const share = { claims: 0, supported: 0 };
		for await (const { status, supportedUntil } of claims.scan.all()) {
			if (status !== 'active') continue;
			share.claims += 1;
			if ((knownEnd(supportedUntil) ?? 0) > now) share.supported += 1;
		}
		return share;
	};
	return {
		/** Undefined if counting fails or takes over half a second. Never rejects. */
		async read(): Promise<SupportShare | undefined> {
			const counted = shares.of('', count).catch((err: unknown) => {
				logger.warn({ err }, 'The claims with support could not be counted');
				return undefined;
			});
			return await Promise.race([counted, clock.delay(patienceMs).then(() => undefined)]);
		},
	};
}
