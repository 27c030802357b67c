import { type Client, Events, type Guild, type GuildMember, Routes } from 'discord.js';
import type { Logger } from '../../base/logger.js';
import type { Servers } from '../../floors.js';
import type { Ground } from '../../ground.js';
import { translatorFor } from '../../i18n/translator.js';
import type { Reconciler } from '../../roles/reconciler.js';
import type { ServedGuilds, ServedWatch } from '../../servers/served-guilds.js';
import { greetOnce } from '../../services/setup/first-run.js';
import { greetingInChannelView, greetingView } from '../../ui/messages/notices.js';
import { apiCodes, unlessRejected } from '../connection/api-errors.js';
import { hasArrived, isConnected, watchArrivals } from '../connection/client.js';
import type { MentionIn } from '../registration/command-mentions.js';

/** Greets the owners of the served guilds and inspects them: now, or as soon as one is known. */
export function followServed(
	client: Client<true>,
	parts: Ground &
		Pick<Servers, 'guilds' | 'served'> & {
			readonly servedWatch: ServedWatch;
			readonly doctor: { logProblems(): Promise<void> };
			readonly mentionIn: MentionIn;
		},
): void {
	const { served, servedWatch, doctor, mentionIn } = parts;
	const greet = (guildId: string): Promise<boolean> => greetOwner(client, mentionIn, guildId);
	// Those of the guilds that the bot is in already, and of those that it joins.
	const greetIfServed = (guildId: string): void => {
		if (served.serves(guildId)) void greetOnce(guildId, greet, parts);
	};
	void servedWatch.known.then(async () => {
		for (const guildId of client.guilds.cache.keys()) greetIfServed(guildId);
		watchArrivals(client, ({ id }) => greetIfServed(id));
		await doctor.logProblems();
	});
	// While no guild is served, the first one that the bot joins may be.
	client.on(Events.GuildCreate, () => servedWatch.task.wake());
}

/**
 * Notifies the reconciler of changed roles, of the bot's arrival and, with the members intent, of members who join or
 * accept the rules.
 */
export function followGuilds(
	client: Client,
	served: ServedGuilds,
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

/** Discord asks for a reconnect several times a day, which takes seconds. */
const graceMs = 10_000;

/** Reports a gateway connection that is lost for longer than a reconnect takes, and its return. Returns a probe. */
export function followGateway(client: Client, { states, clock }: Pick<Ground, 'states' | 'clock'>) {
	const look = (): void => {
		if (isConnected(client)) states.worked('discord', 'gateway');
		else states.failed('discord', 'gateway', 'gateway connection lost');
	};
	client.on(Events.ShardReconnecting, () => void clock.delay(graceMs).then(look));
	for (const event of [Events.ClientReady, Events.ShardReady, Events.ShardResume] as const)
		client.on(event, () => isConnected(client) && states.worked('discord', 'gateway'));
	return async (): Promise<void> => {
		await client.rest.get(Routes.gatewayBot());
		// No event says that a connection holds which has been lost twice within minutes.
		if (isConnected(client)) states.worked('discord', 'gateway');
	};
}

/** Greets a guild's owner directly or, if that is closed, in its system channel. False if neither is possible. */
async function greetOwner(client: Client, mentionIn: MentionIn, guildId: string): Promise<boolean> {
	const guild = client.guilds.cache.get(guildId);
	if (guild === undefined || !hasArrived(guild)) return false;
	const t = translatorFor(guild.preferredLocale, mentionIn(guildId));
	const greet = () => client.users.send(guild.ownerId, greetingView(t, guildId));
	if ((await unlessRejected([apiCodes.cannotMessageUser], undefined, greet)) !== undefined) return true;
	await guild.systemChannel?.send({ ...greetingInChannelView(t) });
	return guild.systemChannel !== null;
}
