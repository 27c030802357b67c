import { once } from 'node:events';
import {
	Client,
	DiscordAPIError,
	Events,
	GatewayIntentBits,
	PermissionFlagsBits,
	type REST,
	Routes,
} from 'discord.js';

interface Ids {
	readonly guildId: string;
	readonly channelId: string;
	readonly roleId: string;
	/** Another REST base, as for the bot itself. */
	readonly apiUrl?: string | undefined;
}

/** The place for the questions: a logged-in bot, and a server, a channel and a role to try things on. */
export interface Place extends Ids {
	readonly client: Client<true>;
	readonly rest: REST;
	readonly applicationId: string;
	readonly botId: string;
	/** Undoes something at the end, in reverse order. */
	readonly later: (undo: () => Promise<unknown>) => void;
	/** Undoes everything and logs out; resolves to the number of things that could not be undone. */
	readonly leave: () => Promise<number>;
}

/** Logs in, which costs one IDENTIFY. Rejects with discord.js' errors. */
export async function openPlace(token: string, ids: Ids): Promise<Place> {
	const { apiUrl } = ids;
	const client = new Client({
		intents: [GatewayIntentBits.Guilds],
		...(apiUrl !== undefined && { rest: { api: apiUrl } }),
	});
	const ready = once(client, Events.ClientReady);
	await client.login(token);
	await ready;
	if (!client.isReady()) throw new Error('The client is not ready');
	const undos: (() => Promise<unknown>)[] = [];
	return {
		...ids,
		client,
		rest: client.rest,
		applicationId: client.application.id,
		botId: client.user.id,
		later: (undo) => undos.push(undo),
		leave: async () => {
			let failed = 0;
			// One after the other, because Discord limits each of these.
			for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
				await undo().catch((error: unknown) => {
					// A deleted thing counts as undone.
					if (!(error instanceof DiscordAPIError && error.status === 404)) failed += 1;
				});
			}
			await client.destroy();
			return failed;
		},
	};
}

/** Writes to the channel; the message is deleted at the end. Rejects with discord.js' errors. */
export async function write(place: Place, body: unknown): Promise<{ readonly id: string }> {
	const message = (await place.rest.post(Routes.channelMessages(place.channelId), { body })) as {
		id: string;
	};
	place.later(() => place.rest.delete(Routes.channelMessage(place.channelId, message.id)));
	return message;
}

/** Reasons why nothing can be tried there, as sentences for the person. Rejects with discord.js' errors. */
export async function obstacles({ client, rest, applicationId, guildId, channelId, roleId }: Place) {
	const guild = client.guilds.cache.get(guildId);
	if (guild === undefined) return ['The bot is not in that server. Invite it with the link in the README.'];
	const registered = (await rest.get(Routes.applicationGuildCommands(applicationId, guildId))) as unknown[];
	const me = await guild.members.fetchMe();
	const held = guild.channels.cache.get(channelId)?.permissionsFor(me);
	const { ViewChannel, SendMessages, EmbedLinks, AttachFiles, ManageRoles } = PermissionFlagsBits;
	const isGivable = guild.roles.cache.get(roleId)?.editable === true && me.permissions.has(ManageRoles);
	const problems: readonly (readonly [is: boolean, says: string])[] = [
		[
			registered.length > 0,
			'This application has commands of its own in that server, which would be lost. Take an application or a server without.',
		],
		[held === undefined, 'The channel is not in that server, or the bot does not see it.'],
		[
			held?.has([ViewChannel, SendMessages, EmbedLinks, AttachFiles]) === false,
			'In the channel the bot needs View Channel, Send Messages, Embed Links and Attach Files.',
		],
		[
			!isGivable,
			'The bot can’t give that role: it needs Manage Roles, and the role has to stand below the bot’s.',
		],
	];
	return problems.filter(([is]) => is).map(([, says]) => says);
}
