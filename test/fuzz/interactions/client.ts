import { Client, ClientUser, Events, GatewayIntentBits, type Interaction } from 'discord.js';
import type { PeopledWorld } from '../../properties/peopled-world.js';
import type { Guild } from '../../world/guild.js';
import type { Json } from '../edge.js';
import { botId } from './payloads.js';

/** discord.js's processing of the gateway's packets, without a gateway. */
interface Inner {
	user: unknown;
	readonly guilds: { _add(guild: unknown): unknown };
	readonly actions: { readonly InteractionCreate: { handle(payload: unknown): void } };
}

/** discord.js's client in the servers of a world, as after the gateway's packets. It connects to nothing. */
export function clientIn(world: PeopledWorld): { read(payload: Json): Interaction | undefined } {
	const client = new Client({ intents: [GatewayIntentBits.Guilds] });
	const inner = client as unknown as Inner;
	const user = { id: botId, username: 'claimcheck', discriminator: '0', avatar: null, bot: true };
	inner.user = Reflect.construct(ClientUser, [client, user]);
	for (const server of world.servers) inner.guilds._add(guildOf(server));
	return {
		/** Returns undefined if discord.js takes it for no interaction. Throws if it can't read it. */
		read(payload) {
			let read: Interaction | undefined;
			const note = (interaction: Interaction): void => {
				read = interaction;
			};
			client.on(Events.InteractionCreate, note);
			try {
				inner.actions.InteractionCreate.handle(payload);
			} finally {
				client.off(Events.InteractionCreate, note);
			}
			return read;
		},
	};
}

function guildOf({ id, ownerId, auditChannelId, everyone, roles }: Guild): object {
	const roleOf = ({ id: roleId, position, permissions }: typeof everyone) => {
		return { id: roleId, name: 'A role', position, permissions: String(permissions), color: 0, flags: 0 };
	};
	return {
		id,
		name: 'A server',
		owner_id: ownerId,
		unavailable: false,
		preferred_locale: 'en-US',
		features: [],
		roles: [everyone, ...roles.values()].map(roleOf),
		channels: [{ id: auditChannelId, type: 0, name: 'audit', permission_overwrites: [], position: 0 }],
		members: [],
		emojis: [],
		stickers: [],
	};
}
