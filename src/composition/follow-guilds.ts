import { type Client, Events, type Guild, type GuildMember } from 'discord.js';
import type { Logger } from '../base/logger.js';
import { watchArrivals } from '../discord/guilds/has-arrived.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Reconciler } from '../roles/reconciler.js';

/**
 * Notifies the reconciler when something that roles depend on may have changed in a served guild: a role, the bot's own
 * roles, the bot's arrival; and, only with the members intent, of members who join and of cached ones who accept the
 * server's rules.
 */
export function followGuilds(
	client: Client,
	served: Pick<ServedGuilds, 'serves'>,
	reconciler: Reconciler,
	logger: Logger,
): void {
	const isolated = (work: Promise<void>): void => {
		work.catch((error) => logger.error({ err: error }, 'A guild update could not be processed'));
	};
	const guildChanged = ({ id }: Guild): void => {
		if (served.serves(id)) isolated(reconciler.guildChanged(id));
	};
	const memberReturned = ({ guild: { id: guildId }, id: userId }: GuildMember): void => {
		if (served.serves(guildId)) isolated(reconciler.memberReturned({ guildId, userId }));
	};
	client.on(Events.GuildRoleCreate, (role) => guildChanged(role.guild));
	client.on(Events.GuildRoleUpdate, (_, role) => guildChanged(role.guild));
	client.on(Events.GuildRoleDelete, (role) => guildChanged(role.guild));
	watchArrivals(client, guildChanged);
	// Discord sends a bot its own role changes without any intent.
	client.on(Events.GuildMemberUpdate, (before, member) => {
		if (member.id === client.user?.id) guildChanged(member.guild);
		else if (before.pending && !member.pending) memberReturned(member);
	});
	client.on(Events.GuildMemberAdd, memberReturned);
}
