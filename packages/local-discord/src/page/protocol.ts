import type { APIMessage } from 'discord-api-types/v10';
import type { RegisteredCommand } from '../command-registry.js';
import type { Channel, Role } from '../guild-parts.js';
import type { Interaction } from '../interaction.js';

// The JSON protocol between the page in the browser and its server over their single socket. Only types, since both
// sides are built from this file.

/** The socket's own name among its subprotocols; the other one is `key.` and the page's key. */
export const socketProtocol = 'local-discord.page.1';
export const keyProtocolPrefix = 'key.';

/** A member to act as in the page. A user can be listed several times, once for each server. */
export interface PagePerson {
	readonly userId: string;
	readonly guildId: string;
	/** The person's alias in the frames, such as `buyer`. */
	readonly alias: string;
	readonly name: string;
	/** Discord's locale of the person, such as `de`. */
	readonly locale: string;
	/** True if the person is currently in the server. */
	readonly isMember: boolean;
	/** The channel that a frame shows first for the person; by default, the first one that they see. */
	readonly firstChannelId?: string | undefined;
	/** The server's channels that the person can't see. */
	readonly hiddenChannelIds: readonly string[];
}

/** A sum of permission bits doesn't fit into a JSON number. */
type PageRole = Omit<Role, 'permissions'> & { readonly permissions: string };
export type PageChannel = Omit<Channel, 'overwrites'>;

export interface PageMember {
	readonly userId: string;
	readonly name: string;
	readonly isBot: boolean;
	readonly roleIds: readonly string[];
	/** The member's permissions in the server: a sum of Discord's permission bits. */
	readonly permissions: string;
}

export interface PageGuild {
	readonly id: string;
	readonly name: string;
	/** The roles from the bottom up. */
	readonly roles: readonly PageRole[];
	readonly channels: readonly PageChannel[];
	readonly members: readonly PageMember[];
	/** The server's own and the global commands. */
	readonly commands: readonly RegisteredCommand[];
}

export interface PageMessage {
	/** The message as Discord's API shows it. */
	readonly message: APIMessage;
	readonly guildId: string | undefined;
	/** Set if only this user sees it. */
	readonly visibleTo: string | undefined;
}

/** An interaction as the member sees it, without its messages. */
export interface PageInteraction
	extends Pick<Interaction, 'id' | 'kind' | 'target' | 'guildId' | 'channelId' | 'messageId' | 'userId'>,
		Pick<Interaction, 'dispatchedAt' | 'failure' | 'modal'> {
	/** Milliseconds until the first response. */
	readonly acknowledgedAfterMs: number | undefined;
}

/** A user's direct conversation with the bot. */
export interface PageDirect {
	readonly channelId: string;
	readonly userId: string;
}

/** The places where messages are written, and by whom. */
export interface PageSetting {
	/** The local Discord's time, in milliseconds since the epoch, which may differ from the browser's. */
	readonly now: number;
	readonly guilds: readonly PageGuild[];
	readonly people: readonly PagePerson[];
	readonly directs: readonly PageDirect[];
}

/** The complete state when the page connects. */
export interface PageWorld extends PageSetting {
	readonly title: string;
	readonly applicationId: string;
	readonly botName: string;
	/** Images and videos are requested below `/media/KEY?url=…`; external addresses are not loaded. */
	readonly mediaKey: string;
	readonly mediaOrigins: readonly string[];
	/** Local replacements for external addresses, keyed by the prefix that they replace. */
	readonly standIns: Readonly<Record<string, string>>;
	/** Oldest first, at most 500 per channel. */
	readonly messages: readonly PageMessage[];
	/** The latest ones, oldest first. */
	readonly interactions: readonly PageInteraction[];
	/** The latest lines of the inspector, oldest first. */
	readonly records: readonly PageRecord[];
	/** The parts that the page's owner adds, by name. */
	readonly parts: Readonly<Record<string, unknown>>;
}

/** A line of the inspector. Tokens are masked. */
export interface PageRecord {
	/** Grows by one with each line. */
	readonly number: number;
	readonly at: number;
	/** `rest`: a request by the bot; `gateway`: an event sent to the bot; others by the page's owner, such as `shop`. */
	readonly source: string;
	/** For example `POST /interactions/{…}/callback` or `INTERACTION_CREATE`. */
	readonly title: string;
	/** For example `200`. */
	readonly status: string;
	readonly isProblem: boolean;
	/** Milliseconds until the response, if one was expected. */
	readonly durationMs: number | undefined;
	readonly sent: unknown;
	readonly answered: unknown;
}

export type ServerFrame =
	| { readonly type: 'world'; readonly world: PageWorld }
	/** The time, the servers and the people, after any of them has changed. */
	| { readonly type: 'setting'; readonly setting: PageSetting }
	| { readonly type: 'message'; readonly message: PageMessage }
	| { readonly type: 'message-gone'; readonly channelId: string; readonly id: string }
	| { readonly type: 'interaction'; readonly interaction: PageInteraction }
	| { readonly type: 'record'; readonly record: PageRecord }
	/** The current state of the part. */
	| { readonly type: 'part'; readonly name: string; readonly data: unknown }
	| { readonly type: 'done'; readonly id: number; readonly result: unknown }
	| { readonly type: 'refused'; readonly id: number; readonly problem: string };

/** A person does something; the server replies `done` or `refused` with the same id. */
export interface ActFrame {
	readonly id: number;
	readonly act: string;
	readonly args: unknown;
}
