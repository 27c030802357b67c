import { z } from 'zod';
import type { Places } from '../../floors.js';
import type { Ground } from '../../ground.js';
import { defineKind, Table } from '../../storage/table.js';

/** The guilds that were greeted. */
export const greetedKind = defineKind({ prefix: 'greeted:', schema: z.object({ v: z.literal(1) }) });

/** Greets the owner once, if nothing is set up there. `greet`: false if no one could be reached. Never rejects. */
export async function greetOnce(
	guildId: string,
	greet: (guildId: string) => Promise<boolean>,
	{ store, guilds, logger }: Ground & Pick<Places, 'guilds'>,
): Promise<void> {
	const greeted = new Table(greetedKind, store);
	try {
		if ((await guilds.get(guildId)).buyerRoleId !== undefined) return;
		if ((await greeted.get(guildId)) !== undefined) return;
		if (!(await greet(guildId))) return;
		// Written afterwards: after a crash in between, two greetings are better than none.
		await greeted.set(guildId, { v: 1 });
	} catch (error) {
		logger.warn({ err: error, guildId }, 'The owner of the server could not be greeted');
	}
}
