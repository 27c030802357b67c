import type { Logger } from '../base/logger.js';
import type { ClaimScan } from '../claims/claim-scan.js';
import type { BotAccount } from './bot-account.js';
import type { ServedGuildsStore } from './served-guilds-store.js';

export interface EmptyStoreAlarmParts {
	/** Logged in by the time of `look`. */
	readonly account: Pick<BotAccount, 'hasCommands'>;
	readonly claims: Pick<ClaimScan, 'all'>;
	readonly notes: Pick<ServedGuildsStore, 'read'>;
	readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Warns if the store is new but commands are already registered: the bot was in use before, its claims are in another
 * store, and every code counts as unused.
 */
export class EmptyStoreAlarm {
	readonly #parts: EmptyStoreAlarmParts;
	#isSuspicious = false;

	constructor(parts: EmptyStoreAlarmParts) {
		this.#parts = parts;
	}

	get isSuspicious(): boolean {
		return this.#isSuspicious;
	}

	/** Call before the first write. Rejects with the store's errors; failures of Discord are only logged. */
	async look(guildIds: readonly string[]): Promise<void> {
		const { account, claims, notes, logger } = this.#parts;
		if ((await notes.read()) !== undefined) return;
		for await (const _ of claims.all()) return;
		try {
			this.#isSuspicious = await account.hasCommands(guildIds);
		} catch (error) {
			logger.warn({ err: error }, 'The registered commands could not be read');
		}
		if (this.#isSuspicious) {
			logger.warn(
				'The database is empty, but commands are already registered. That is normal on the first start after `npm run register`. If the bot was in use before, stop it and check DATABASE_URL: without its purchases every code counts as new',
			);
		}
	}
}
