import { z } from 'zod';
import type { Logger } from '../base/logger.js';
import { update, type ValueStore } from '../storage/update.js';
import type { GuildSettingsStore } from './guild-settings.js';

/** Greets new owners, without a Discord library. */
export interface Greeter {
	/**
	 * Greets the guild's owner.
	 * @returns false if no one could be reached; rejects with Discord's errors
	 */
	greet(guildId: string): Promise<boolean>;
}

const prefix = 'greeted:';
/** A guild that was greeted, under `greeted:` and its id. */
export const greetedSchema = z.object({ v: z.literal(1) });

/**
 * Greets the guild's owner once, if nothing has been set up there: the bot has just been invited. Never rejects.
 */
export async function greetOnce(
	guildId: string,
	parts: {
		readonly store: ValueStore;
		readonly guilds: Pick<GuildSettingsStore, 'get'>;
		readonly greeter: Greeter;
		readonly logger: Pick<Logger, 'warn'>;
	},
): Promise<void> {
	const { store, guilds, greeter, logger } = parts;
	try {
		if ((await guilds.get(guildId)).buyerRoleId !== undefined) return;
		if ((await store.get(prefix + guildId)) !== undefined) return;
		if (!(await greeter.greet(guildId))) return;
		// Written afterwards: after a crash in between, two greetings are better than none.
		await update(store, prefix + guildId, () => ({ next: { v: 1 }, result: undefined }));
	} catch (error) {
		logger.warn({ err: error, guildId }, 'The owner of the server could not be greeted');
	}
}
