import type { Logger } from '../../base/logger.js';
import type { ClaimScan } from '../../claims/claim-scan.js';
import type { GuildList, ServedGuildsStore } from '../served-guilds-store.js';

export interface EmptyStoreAlarmParts {
	/** Whether any command is registered where the bot would register its own. Works by the time of `look`. */
	readonly hasCommands: (served: GuildList) => Promise<boolean>;
	readonly claims: Pick<ClaimScan, 'all'>;
	readonly notes: Pick<ServedGuildsStore, 'home'>;
	readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Warns if the store has never been used and commands are registered already: if the bot was in use before, its
 * claims are elsewhere, and every code counts as new.
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

	/** Call before anything is written. Rejects with the store's errors; failures of Discord are only logged. */
	async look(served: GuildList): Promise<void> {
		const { hasCommands, claims, notes, logger } = this.#parts;
		if ((await notes.home()) !== undefined) return;
		for await (const _ of claims.all()) return;
		try {
			this.#isSuspicious = await hasCommands(served);
		} catch (error) {
			logger.warn({ err: error }, 'The registered commands could not be read');
		}
		if (this.#isSuspicious) {
			logger.warn(
				'The store is empty, and commands are registered already. At a first start that is right. If the bot was in use before, stop it and check DATABASE_URL: without its claims every code counts as new',
			);
		}
	}
}
