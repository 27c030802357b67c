import { type Client, Events } from 'discord.js';
import type { Logger } from '../base/logger.js';
import { watchArrivals } from '../discord/guilds/has-arrived.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Reconciler } from '../roles/reconciler.js';

/** Notifies the reconciler of changes in the served guilds. */
export function followGuilds(
	client: Client,
	served: Pick<ServedGuilds, 'serves'>,
	reconciler: Reconciler,
	logger: Logger,
): void {
	const isolated = (work: Promise<void>): void => {
		work.catch((error) => logger.error({ err: error }, 'A guild update could not be processed'));
	};
	watchRoleEvents(client, {
		guildChanged: (guildId) => {
			if (served.serves(guildId)) isolated(reconciler.guildChanged(guildId));
		},
		memberReturned: (guildId, userId) => {
			if (served.serves(guildId)) isolated(reconciler.memberReturned({ guildId, userId }));
		},
	});
}

/**
 * Calls `guildChanged` when something that roles depend on may have changed in a guild: a role, the bot's own roles,
 * the bot's arrival. Calls `memberReturned` for every member who joins, and for cached members who accept the server's
 * rules; only with the members intent.
 */
export function watchRoleEvents(
	client: Client,
	handlers: {
		guildChanged(guildId: string): void;
		memberReturned(guildId: string, userId: string): void;
	},
): void {
	client.on(Events.GuildRoleCreate, (role) => handlers.guildChanged(role.guild.id));
	client.on(Events.GuildRoleUpdate, (_, role) => handlers.guildChanged(role.guild.id));
	client.on(Events.GuildRoleDelete, (role) => handlers.guildChanged(role.guild.id));
	watchArrivals(client, (guild) => handlers.guildChanged(guild.id));
	// Discord sends a bot its own role changes without any intent.
	client.on(Events.GuildMemberUpdate, (before, member) => {
		if (member.id === client.user?.id) handlers.guildChanged(member.guild.id);
		else if (before.pending && !member.pending) handlers.memberReturned(member.guild.id, member.id);
	});
	client.on(Events.GuildMemberAdd, (member) => handlers.memberReturned(member.guild.id, member.id));
}
