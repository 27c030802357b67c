import { endUndo, forgetGuild } from '../../claims/admin/forget-guild.js';
import type { ClaimPolicy } from '../../claims/policy.js';
import { readSettings } from '../../config.js';
import { GuildSettingsStore } from '../../guilds/guild-settings.js';
import { ServedGuildsStore } from '../../guilds/served-guilds-store.js';
import type { Store } from '../../storage/store.js';
import { counted } from './counted.js';
import { exitCodes } from './exit-codes.js';
import { confirms, type Session, say, withStore } from './session.js';
import { UsageError } from './usage.js';

/** `move-home ID`: makes another server home, whose staff then decide about claims. */
export async function runMoveHome(session: Session, id: string, isSure: boolean): Promise<number> {
	const guildId = guildIdIn(id);
	const { DATABASE_URL } = readSettings(session.environment, ['DATABASE_URL']);
	return await withStore(session, DATABASE_URL, 'Looked at', async (store, onProgress) => {
		const notes = new ServedGuildsStore(store);
		const before = await notes.home();
		if (before?.home === guildId) {
			say(session, `Home is ${guildId} already`);
			return exitCodes.ok;
		}
		const policyOf = (of: string) => new GuildSettingsStore(store, () => none).policyOf(of);
		if (before !== undefined)
			say(session, `Home is ${before.home}: ${described(await policyOf(before.home))}`);
		say(session, `Home becomes ${guildId}: ${described(await policyOf(guildId))}`);
		say(session, whatStays);
		if (!(await confirms(session, 'Move home?', isSure))) return exitCodes.findings;
		await notes.moveHome(guildId);
		// After the move: otherwise lookups that a running bot still makes for the former home would be left over.
		const ended = await removeRows(store, (key) => key.startsWith('looked-up:'));
		const undos = await endUndo({ store, onProgress });
		say(
			session,
			`Home is now ${guildId}. Cancelled ${counted(ended, 'lookup')}; ${counted(undos, 'change')} can no longer be undone`,
		);
		say(
			session,
			`Put ${guildId} first in DISCORD_GUILD_ID and start the bot. A running one ends within a minute`,
		);
		return exitCodes.ok;
	});
}

/** `forget-server ID`: deletes the data stored about a server that is no longer served. Claims stay. */
export async function runForgetServer(session: Session, id: string, isSure: boolean): Promise<number> {
	const guildId = guildIdIn(id);
	const { DATABASE_URL } = readSettings(session.environment, ['DATABASE_URL']);
	return await withStore(session, DATABASE_URL, 'Looked at', async (store, onProgress) => {
		const notes = new ServedGuildsStore(store);
		const [home, served] = await Promise.all([notes.home(), notes.served()]);
		if (home?.home === guildId) throw new UsageError(`${guildId} is home: \`move-home\` comes first`);
		if (served?.list.includes(guildId)) {
			throw new UsageError(
				`${guildId} is served. Remove it from DISCORD_GUILD_ID and start the bot, then forget it`,
			);
		}
		say(
			session,
			`Settings, panels, waiting roles and counts of ${guildId} will be deleted. Who holds what stays`,
		);
		if (!(await confirms(session, `Forget ${guildId}?`, isSure))) return exitCodes.findings;
		const claims = await forgetGuild({ store, onProgress }, guildId);
		const rows = await removeRows(store, (key, value) => isOf(guildId, key, value));
		say(session, `Forgotten: ${rows} entries, and ${claims} claims were shown there`);
		return exitCodes.ok;
	});
}

const none = { buyerRoleId: undefined, auditChannelId: undefined };

const whatStays = `Claims, kept seats, locks and revocations stay. Changes that wait to be confirmed end, and nothing can be undone.
BUYER_ROLE_ID and AUDIT_CHANNEL_ID count for home alone: set the new home's, or choose them there with /setup server.`;

function guildIdIn(id: string): string {
	if (!/^\d{17,20}$/.test(id)) throw new UsageError('The ID of a server has 17 to 20 digits');
	return id;
}

function described({ unlinking, seats }: ClaimPolicy): string {
	const unlink =
		unlinking.kind === 'after-days'
			? `members can unlink their purchases, and the code is available after ${unlinking.days} days`
			: 'members can’t unlink their purchases';
	const more = Object.entries(seats).map(([type, count]) => `${JSON.stringify(type)} ${count}`);
	return `${unlink}; one seat for each code${more.length > 0 ? `, but ${more.join(', ')}` : ''}`;
}

/**
 * True if the key belongs to the guild. Claims are handled separately, and the lists of members contain only people.
 */
function isOf(guildId: string, key: string, value: unknown): boolean {
	if (['looked-up:', 'ref:', 'notice:', 'dispute:'].some((prefix) => key.startsWith(prefix))) {
		return typeof value === 'object' && value !== null && 'guildId' in value && value.guildId === guildId;
	}
	const isOther = ['claim:', 'member:', 'due:', 'meta:'].some((prefix) => key.startsWith(prefix));
	return !isOther && key.split(':').includes(guildId);
}

async function removeRows(store: Store, isMeant: (key: string, value: unknown) => boolean): Promise<number> {
	let removed = 0;
	for await (const pair of store.list('')) {
		if (pair.corrupt || !isMeant(pair.key, pair.value)) continue;
		if (await store.compareAndSet(pair.key, pair.value, undefined)) removed += 1;
	}
	return removed;
}
