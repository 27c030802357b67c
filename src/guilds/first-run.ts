import { z } from 'zod';
import type { Logger } from '../base/logger.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, Table } from '../storage/table.js';
import type { GuildSettingsStore } from './guild-settings.js';

/** Greets new owners, without a Discord library. */
export interface Greeter {
	/**
	 * Greets the guild's owner.
	 * @returns false if no one could be reached; rejects with Discord's errors
	 */
	greet(guildId: string): Promise<boolean>;
}

/** The guilds that were greeted. */
export const greetedKind = defineKind({ prefix: 'greeted:', schema: z.object({ v: z.literal(1) }) });

/**
 * Greets the guild's owner once, if nothing has been set up there: the bot has just been invited. Never rejects.
 */
export async function greetOnce(
	guildId: string,
	parts: {
		readonly store: ListedStore;
		readonly guilds: Pick<GuildSettingsStore, 'get'>;
		readonly greeter: Greeter;
		readonly logger: Pick<Logger, 'warn'>;
	},
): Promise<void> {
	const { guilds, greeter, logger } = parts;
	const greeted = new Table(greetedKind, parts.store);
	try {
		if ((await guilds.get(guildId)).buyerRoleId !== undefined) return;
		if ((await greeted.get(guildId)) !== undefined) return;
		if (!(await greeter.greet(guildId))) return;
		// Written afterwards: after a crash in between, two greetings are better than none.
		await greeted.set(guildId, { v: 1 });
	} catch (error) {
		logger.warn({ err: error, guildId }, 'The owner of the server could not be greeted');
	}
}
