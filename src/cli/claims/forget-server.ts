import { exitCodes } from '../../base/errors.js';
import { readServed } from '../../servers/served-guilds.js';
import type { Store } from '../../storage/store.js';
import { UsageError } from '../program/run-program.js';
import type { Command } from './session.js';

export const forgetServer: Command = {
	takes: 'ID',
	says: 'removes all but purchases of a server that is no longer served, open disputes too. Asks, or --yes',
	async run(session, { argument: guildId = '', yes }) {
		if (!/^\d{17,20}$/.test(guildId)) throw new UsageError('The ID of a server has 17 to 20 digits');
		const store = await session.store();
		if ((await readServed(store))?.includes(guildId)) {
			throw new UsageError(
				`${guildId} is served. Remove it from DISCORD_GUILD_ID and start the bot, then forget it`,
			);
		}
		session.say(
			`All that is stored about ${guildId} will be deleted: settings, panels, counts, references, disputes and requests, open ones too, and roles and messages that wait. Who holds what stays`,
		);
		if (!(await session.confirms(`Forget ${guildId}?`, yes))) return exitCodes.trouble;
		session.say(`Forgotten: ${await removeRowsOf(guildId, store)} entries`);
		return exitCodes.ok;
	},
};

/** True if the row belongs to the guild. Claims and the lists of members contain only people. */
function isOf(guildId: string, key: string, value: unknown): boolean {
	if (['claim:', 'member:', 'due:', 'meta:'].some((prefix) => key.startsWith(prefix))) return false;
	const isNamed =
		typeof value === 'object' && value !== null && 'guildId' in value && value.guildId === guildId;
	return isNamed || key.split(':').includes(guildId);
}

async function removeRowsOf(guildId: string, store: Store): Promise<number> {
	let removed = 0;
	for await (const pair of store.list('')) {
		if (pair.corrupt || !isOf(guildId, pair.key, pair.value)) continue;
		await store.transact(async (tx) => tx.remove(pair.key));
		removed += 1;
	}
	return removed;
}
