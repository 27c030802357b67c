import { type Client, Routes } from 'discord.js';
import type { ClaimScan } from '../claims/claim-scan.js';
import { readScope, registrationScopes, registrationTarget } from '../discord/registration.js';
import type { GuildList, ServedNotes } from '../guilds/served-notes.js';
import type { Logger } from '../logger.js';

/**
 * Warns where the store has never been used and commands are registered already: if the bot was in use before, its
 * claims are elsewhere, and every code counts as new.
 */
export class EmptyStoreAlarm {
	readonly #parts: {
		readonly client: Client;
		readonly claims: Pick<ClaimScan, 'all'>;
		readonly notes: Pick<ServedNotes, 'home'>;
		readonly logger: Logger;
	};
	#isSuspicious = false;

	constructor(parts: {
		/** With the bot's token set, by the time of `look`. */
		readonly client: Client;
		readonly claims: Pick<ClaimScan, 'all'>;
		readonly notes: Pick<ServedNotes, 'home'>;
		readonly logger: Logger;
	}) {
		this.#parts = parts;
	}

	get isSuspicious(): boolean {
		return this.#isSuspicious;
	}

	/** Call before anything is written. Rejects with the store's errors; what Discord does not tell is left out. */
	async look(served: GuildList): Promise<void> {
		const { claims, notes, logger } = this.#parts;
		if ((await notes.home()) !== undefined) return;
		for await (const _ of claims.all()) return;
		try {
			this.#isSuspicious = await this.#hasCommands(served);
		} catch (error) {
			logger.warn({ err: error }, 'The registered commands could not be read');
		}
		if (this.#isSuspicious) {
			logger.warn(
				'The store is empty, and commands are registered already. At a first start that is right. If the bot was in use before, stop it and check DATABASE_URL: without its claims every code counts as new',
			);
		}
	}

	async #hasCommands(served: GuildList): Promise<boolean> {
		const { rest } = this.#parts.client;
		const { id } = (await rest.get(Routes.currentApplication())) as { readonly id: string };
		for (const scope of registrationScopes(registrationTarget(id, served, []))) {
			if ((await readScope(rest, scope)).length > 0) return true;
		}
		return false;
	}
}
