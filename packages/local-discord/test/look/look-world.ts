import type { APIMessage } from 'discord-api-types/v10';
import { systemClock } from '../../src/clock.js';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.js';
import { LiveWorld } from '../../src/page/live-world.js';
import type { SightData } from '../../web/look/sight-data.js';
import type { LookMessage, LookPicture, LookPlace } from './look-picture.js';

const now = Date.UTC(2026, 10, 22, 15, 30);

/** A local Discord to which the messages of the pictures are really sent: what it would refuse is no picture. */
export class LookWorld {
	readonly sight: Omit<SightData, 'isLight'>;
	/** Uploads, by name. */
	readonly media: Record<string, { readonly type: string; readonly bytes: Uint8Array }> = {};
	readonly #discord: LocalDiscord;
	readonly #place: LookPlace;

	private constructor(discord: LocalDiscord) {
		this.#discord = discord;
		const guild = discord.createGuild({ name: 'Northlight' });
		const role = guild.addRole({ name: 'Buyer', color: 0xe67e22 });
		const maya = discord.person(guild, { name: 'Maya' });
		guild.giveRole(maya.id, role.id);
		const channelId = [...guild.channels.keys()][0] ?? '';
		const other = guild.addChannel({ name: 'support' });
		const ids = { userId: maya.id, roleId: role.id, channelId, otherChannelId: other.id };
		this.#place = { ...ids, guildId: guild.id, now };
		const [pageGuild] = new LiveWorld(discord, { title: 'Look', people: [], mediaOrigins: [] }).snapshot()
			.guilds;
		this.sight = {
			locale: 'en-GB',
			timeZone: 'UTC',
			now,
			names: { [maya.id]: 'Maya', [role.id]: 'Buyer', [channelId]: 'general', [other.id]: 'support' },
			colours: { [role.id]: '#e67e22', [maya.id]: '#e67e22' },
			mediaOrigin: new URL(discord.apiUrl).origin,
			...(pageGuild !== undefined && { guild: pageGuild }),
		};
	}

	static async start(): Promise<LookWorld> {
		const clock = { ...systemClock, now: () => now };
		return new LookWorld(await startLocalDiscord({ botName: 'Claimcheck', clock, botPermissions: 0x8n }));
	}

	/** The messages of a picture, as the API shows them once they were sent. */
	async messagesOf(picture: LookPicture): Promise<APIMessage[]> {
		const messages: APIMessage[] = [];
		for (const message of picture.messages(this.#place)) messages.push(await this.#send(message));
		return messages;
	}

	close(): Promise<void> {
		return this.#discord.close();
	}

	async #send({ body, files = {}, turned = (it) => it }: LookMessage): Promise<APIMessage> {
		const form = new FormData();
		const names = Object.entries(files);
		const attachments = names.map(([filename], id) => ({ id: String(id), filename }));
		form.set('payload_json', JSON.stringify({ ...body, ...(names.length > 0 && { attachments }) }));
		for (const [at, [name, bytes]] of names.entries()) {
			const type = typeOf(name);
			this.media[name] = { type, bytes };
			form.set(`files[${at}]`, new Blob([bytes], { type }), name);
		}
		const { apiUrl, token } = this.#discord;
		const answer = await fetch(`${apiUrl}/v10/channels/${this.#place.channelId}/messages`, {
			method: 'POST',
			headers: { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (https://example.com, 1.0.0)' },
			body: form,
		});
		if (!answer.ok) throw new Error(`Refused: ${await answer.text()}`);
		return turned((await answer.json()) as APIMessage);
	}
}

const types: Readonly<Record<string, string>> = {
	png: 'image/png',
	webm: 'video/webm',
	wav: 'audio/wav',
	json: 'application/json',
};

function typeOf(name: string): string {
	return types[name.split('.').at(-1) ?? ''] ?? 'text/plain';
}
