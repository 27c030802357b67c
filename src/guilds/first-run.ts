import { z } from 'zod';
import type { Logger } from '../base/logger.js';
import { update, type ValueStore } from '../storage/update.js';
import type { GuildSettingsStore } from './guild-settings.js';

/** Tells people how to begin, without Discord's library. */
export interface Greeter {
	/** Greets who owns the guild; false where nobody could be reached. Rejects as Discord does. */
	greet(guildId: string): Promise<boolean>;
}

export interface FirstRunParts {
	readonly store: ValueStore;
	readonly settings: Pick<GuildSettingsStore, 'get'>;
	readonly greeter: Greeter;
	readonly logger: Pick<Logger, 'warn'>;
}

const prefix = 'greeted:';
/** A guild in which the first greeting has been sent, under `greeted:` and its id. */
export const greetedSchema = z.object({ v: z.literal(1) });

/** Greets whoever owns home once, if nothing has been set up there: somebody has just invited the bot. */
export class FirstRun {
	readonly #parts: FirstRunParts;

	constructor(parts: FirstRunParts) {
		this.#parts = parts;
	}

	/** Never rejects. */
	async look(guildId: string): Promise<void> {
		const { store, settings, greeter, logger } = this.#parts;
		try {
			if ((await settings.get(guildId)).buyerRoleId !== undefined) return;
			if ((await store.get(prefix + guildId)) !== undefined) return;
			if (!(await greeter.greet(guildId))) return;
			// Noted afterwards: a crash in between greets twice rather than never.
			await update(store, prefix + guildId, () => ({ next: { v: 1 }, result: undefined }));
		} catch (error) {
			logger.warn({ err: error, guildId }, 'The owner of the server could not be greeted');
		}
	}
}
