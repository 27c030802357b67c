import type { RecheckLoad } from '../base/measures.js';
import type { StoredCounts, Today } from '../guilds/checkup/findings.js';
import { readLoad } from '../refunds/recheck-load.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { VerificationStatistics } from '../statistics/verification-statistics.js';

export interface CountsInStoreParts {
	readonly outbox: Pick<GrantOutbox, 'waitingIn'>;
	readonly statistics: Pick<VerificationStatistics, 'report'>;
	readonly store: Parameters<typeof readLoad>[0];
	/** True if purchases are checked for refunds. */
	readonly isRechecking: boolean;
}

export class CountsInStore implements StoredCounts {
	readonly #parts: CountsInStoreParts;

	constructor(parts: CountsInStoreParts) {
		this.#parts = parts;
	}

	async waiting(guildId: string): Promise<number> {
		return await this.#parts.outbox.waitingIn(guildId);
	}

	async today(guildId: string): Promise<Today> {
		const { verified, refused } = await this.#parts.statistics.report(guildId, 1);
		return { verified, refused };
	}

	async refundChecks(): Promise<RecheckLoad | undefined> {
		const { isRechecking, store } = this.#parts;
		return isRechecking ? await readLoad(store) : undefined;
	}
}
