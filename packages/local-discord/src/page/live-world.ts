import { randomBytes } from 'node:crypto';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { ClientRefusal } from '../client-refusal.js';
import type { LocalDiscordEvent } from '../events.js';
import type { Guild } from '../guild.js';
import type { Interaction } from '../interaction.js';
import type { LocalDiscord } from '../local-discord.js';
import { allows } from '../permissions.js';
import type { Person } from '../person.js';
import type { PageOptions } from './page-server.js';
import type {
	PageGuild,
	PageInteraction,
	PagePerson,
	PageSetting,
	PageWorld,
	ServerFrame,
} from './protocol.js';

/** A person to act as. */
export interface CastMember {
	readonly userId: string;
	readonly guildId: string;
	/** For example `buyer`. */
	readonly alias: string;
	readonly locale?: string;
	/** The channel that a frame shows first for the person. Default: the first one that they see. */
	readonly firstChannelId?: string | undefined;
}

const maxMessages = 500;
const maxInteractions = 300;

/** The local Discord as the page sees it: a snapshot, and then each change. */
export class LiveWorld {
	/** The key in image addresses, because the browser can't add a key when it requests an image. */
	readonly mediaKey = randomBytes(24).toString('base64url');
	readonly #discord: LocalDiscord;
	readonly #options: PageOptions;
	readonly #people: (CastMember & { locale: string })[];
	readonly #listeners = new Set<(frame: ServerFrame) => void>();
	/** A burst of changes is reported once. */
	#isSettingDue = false;
	readonly #end: () => void;
	/** The latest ones, oldest first, so that a reloaded page shows who used which command. */
	#interactionIds: readonly string[] = [];

	constructor(discord: LocalDiscord, options: PageOptions) {
		this.#discord = discord;
		this.#options = options;
		this.#people = options.people.map((person) => ({ locale: 'en-US', ...person }));
		this.#end = discord.events.onAny((event) => this.#take(event));
	}

	/** Calls `listener` with each change from now on; the returned function stops that. */
	follow(listener: (frame: ServerFrame) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	close(): void {
		this.#end();
	}

	snapshot(): Omit<PageWorld, 'records'> {
		const { applicationId, users, botId } = this.#discord;
		return {
			title: this.#options.title,
			applicationId,
			botName: users.get(botId).displayName,
			...this.#setting(),
			mediaKey: this.mediaKey,
			mediaOrigins: this.#options.mediaOrigins ?? [],
			standIns: this.#options.standIns ?? {},
			messages: this.#messages(),
			interactions: this.#interactionIds.flatMap((id) => this.#interaction(id)),
			parts: this.#options.parts?.() ?? {},
		};
	}

	/** Throws ClientRefusal if this server has no member with this id to act as. */
	person({ userId, guildId }: { readonly userId: string; readonly guildId: string }): Person {
		const known = this.#people.find((it) => it.userId === userId && it.guildId === guildId);
		const guild = this.#discord.guilds.get(guildId);
		if (known === undefined || guild === undefined) throw new ClientRefusal('There is nobody to act as here');
		// `person` would make a member who has left join again.
		if (!guild.members.has(userId)) {
			throw new ClientRefusal(`${this.#discord.users.get(userId).displayName} is not in ${guild.name}`);
		}
		return this.#discord.person(guild, { id: userId, locale: known.locale });
	}

	/** Throws ClientRefusal if it is unknown. */
	interaction(id: string): Interaction {
		const interaction = this.#discord.interaction(id);
		if (interaction === undefined) throw new ClientRefusal('This form is not open any more');
		return interaction;
	}

	setLocale(key: { readonly userId: string; readonly guildId: string }, locale: string): void {
		for (const person of this.#people) {
			if (person.userId === key.userId) person.locale = locale;
		}
		this.settingChanged();
	}

	/**
	 * Gives a role of the page's cast to another person. The previous holder of this alias in this server is no longer in
	 * the cast.
	 */
	recast(person: CastMember): void {
		const isSame = ({ alias, guildId }: CastMember) => alias === person.alias && guildId === person.guildId;
		const at = this.#people.findIndex(isSame);
		if (at === -1) this.#people.push({ locale: 'en-US', ...person });
		else {
			const firstChannelId = this.#people[at]?.firstChannelId;
			this.#people[at] = { locale: 'en-US', firstChannelId, ...person };
		}
		this.settingChanged();
	}

	/** Sends the time, the servers and the people, once for all changes of a moment. Also called after the clock moves. */
	settingChanged(): void {
		if (this.#isSettingDue) return;
		this.#isSettingDue = true;
		setImmediate(() => {
			this.#isSettingDue = false;
			this.#send({ type: 'setting', setting: this.#setting() });
		});
	}

	#take(event: LocalDiscordEvent): void {
		switch (event.type) {
			case 'message-created':
			case 'message-edited':
			case 'message-deleted':
				this.#sendMessage(event);
				return;
			case 'interaction-dispatched':
				if (event.kind !== 'autocomplete') {
					this.#interactionIds = [...this.#interactionIds, event.interactionId].slice(-maxInteractions);
				}
				this.#sendInteraction(event.interactionId);
				return;
			case 'interaction-acknowledged':
			case 'interaction-failed':
				this.#sendInteraction(event.interactionId);
				return;
			case 'guild-changed':
			case 'commands-registered':
				this.settingChanged();
				return;
		}
	}

	#sendMessage(event: Extract<LocalDiscordEvent, { type: `message-${string}` }>): void {
		const { id, channel_id: channelId } = event.message;
		if (event.type === 'message-deleted') {
			this.#send({ type: 'message-gone', channelId, id });
			return;
		}
		const guildId = this.#guildOfChannel(channelId);
		// The page learns of a direct conversation from its first message.
		if (guildId === undefined) this.settingChanged();
		this.#send({ type: 'message', message: { message: event.message, guildId, visibleTo: event.visibleTo } });
	}

	#sendInteraction(id: string): void {
		for (const interaction of this.#interaction(id)) this.#send({ type: 'interaction', interaction });
	}

	/** Undefined for the suggestions of an option, since the member doesn't see them as an interaction. */
	#interaction(id: string): readonly PageInteraction[] {
		const interaction = this.#discord.interaction(id);
		return interaction === undefined || interaction.kind === 'autocomplete'
			? []
			: [pageInteraction(interaction)];
	}

	#send(frame: ServerFrame): void {
		for (const listener of this.#listeners) listener(frame);
	}

	#setting(): PageSetting {
		return {
			now: this.#discord.now(),
			guilds: [...this.#discord.guilds.values()].map((guild) => this.#guild(guild)),
			people: this.#pagePeople(),
			directs: this.#discord.directs(),
		};
	}

	#pagePeople(): PagePerson[] {
		return this.#people.map(({ userId, guildId, alias, locale, firstChannelId }) => ({
			userId,
			guildId,
			alias,
			locale,
			firstChannelId,
			name: this.#discord.users.get(userId).displayName,
			isMember: this.#discord.guilds.get(guildId)?.members.has(userId) ?? false,
			hiddenChannelIds: this.#hiddenChannels(userId, guildId),
		}));
	}

	#hiddenChannels(userId: string, guildId: string): string[] {
		const guild = this.#discord.guilds.get(guildId);
		if (guild?.members.has(userId) !== true) return [];
		return [...guild.channels.keys()].filter(
			(id) => !allows(guild.permissionsOf(userId, id), PermissionFlagsBits.ViewChannel),
		);
	}

	#messages(): PageWorld['messages'] {
		const { guilds, messages } = this.#discord;
		const channels = [
			...[...guilds.values()].flatMap((guild) => [...guild.channels.keys()]),
			...this.#discord.directs().map(({ channelId }) => channelId),
		];
		return channels.flatMap((channelId) =>
			messages
				.allInChannel(channelId)
				.slice(-maxMessages)
				.map(({ current, guildId, visibleTo }) => ({ message: current, guildId, visibleTo })),
		);
	}

	#guildOfChannel(channelId: string): string | undefined {
		return [...this.#discord.guilds.values()].find((guild) => guild.channels.has(channelId))?.id;
	}

	#guild(guild: Guild): PageGuild {
		return {
			id: guild.id,
			name: guild.name,
			roles: guild.rolesFromBelow().map((role) => ({ ...role, permissions: String(role.permissions) })),
			channels: [...guild.channels.values()].map(({ overwrites: _, ...channel }) => channel),
			members: [...guild.members.values()].map(({ user, roleIds }) => ({
				userId: user.id,
				name: user.displayName,
				isBot: user.isBot,
				roleIds: [...roleIds],
				permissions: String(guild.permissionsOf(user.id)),
			})),
			commands: [...this.#discord.commands.list(guild.id), ...this.#discord.commands.list()],
		};
	}
}

function pageInteraction(handle: Interaction): PageInteraction {
	const { id, kind, target, guildId, channelId, messageId, userId, dispatchedAt, failure, modal } = handle;
	return {
		id,
		kind,
		target,
		guildId,
		channelId,
		messageId,
		userId,
		dispatchedAt,
		acknowledgedAfterMs: handle.acknowledgement?.afterMs,
		failure,
		modal,
	};
}
