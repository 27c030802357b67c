import { readServed } from '../../guilds/served-guilds.js';
import type { Store } from '../../storage/store.js';
import { exitCodes } from './program.js';
import { confirms, type Session, say, UsageError, withStore } from './session.js';

/** `forget-server ID`: deletes the data stored about a server that is no longer served. Claims stay. */
export async function runForgetServer(session: Session, guildId: string, isSure: boolean): Promise<number> {
	if (!/^\d{17,20}$/.test(guildId)) throw new UsageError('The ID of a server has 17 to 20 digits');
	return await withStore(session, 'Looked at', async (store) => {
		if ((await readServed(store))?.includes(guildId)) {
			throw new UsageError(
				`${guildId} is served. Remove it from DISCORD_GUILD_ID and start the bot, then forget it`,
			);
		}
		say(
			session,
			`Settings, panels, waiting roles and counts of ${guildId} will be deleted. Who holds what stays`,
		);
		if (!(await confirms(session, `Forget ${guildId}?`, isSure))) return exitCodes.findings;
		say(session, `Forgotten: ${await removeRowsOf(guildId, store)} entries`);
		return exitCodes.ok;
	});
}

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
