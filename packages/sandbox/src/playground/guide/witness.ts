import type { Interaction, LocalDiscord, LocalDiscordEvent } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import { type Readable, textOf } from '@claimcheck/local-discord/reading';
import { type APIMessage, MessageFlags } from 'discord-api-types/v10';

/** Records events in Discord from its creation on, so that a step's checks can be evaluated. Close it when done. */
export class Witness {
	readonly #discord: LocalDiscord;
	readonly #interactions: Interaction[] = [];
	/** Ids of messages that were written or changed. */
	readonly #messageIds = new Set<string>();
	readonly #end: () => void;

	constructor(discord: LocalDiscord) {
		this.#discord = discord;
		this.#end = discord.events.onAny((event) => this.#take(event));
	}

	close(): void {
		this.#end();
	}

	/** A member's acts so far that the bot has answered with text, oldest first. */
	answered(person: Pick<Person, 'id'>): readonly Interaction[] {
		return this.#interactions.filter(
			(handle) => handle.userId === person.id && messagesOf(handle).length > 0,
		);
	}

	/** The messages of the bot's latest reply to a member, in their current form. Empty before the first one. */
	latestAnswer(person: Pick<Person, 'id'>): readonly APIMessage[] {
		const latest = this.answered(person).at(-1);
		return latest === undefined ? [] : messagesOf(latest);
	}

	/** Messages written or changed in a channel for all its readers, in their current form, oldest first. */
	postsIn(channelId: string): readonly APIMessage[] {
		return this.#changedIn(channelId, undefined);
	}

	/** Ephemeral messages written or changed for a member, in the channels of a server, in their current form. */
	shownTo({ person, guildId }: { readonly person: Pick<Person, 'id'>; readonly guildId: string }) {
		const channelIds = [...(this.#discord.guilds.get(guildId)?.channels.keys() ?? [])];
		return channelIds.flatMap((channelId) => this.#changedIn(channelId, person.id));
	}

	/** Messages written or changed in a member's conversation with the bot, in their current form, oldest first. */
	directsTo(person: Pick<Person, 'id'>): readonly APIMessage[] {
		const channelId = this.#discord.directs().find(({ userId }) => userId === person.id)?.channelId;
		return channelId === undefined ? [] : this.postsIn(channelId);
	}

	changed(): readonly string[] {
		return [...this.#messageIds];
	}

	#changedIn(channelId: string, viewerId: string | undefined): readonly APIMessage[] {
		return this.#discord.messages
			.allInChannel(channelId)
			.filter(({ id, visibleTo }) => visibleTo === viewerId && this.#messageIds.has(id))
			.map(({ current }) => current);
	}

	#take(event: LocalDiscordEvent): void {
		if (event.type === 'interaction-dispatched') {
			const handle = this.#discord.interaction(event.interactionId);
			if (handle !== undefined) this.#interactions.push(handle);
		}
		if (event.type === 'message-created' || event.type === 'message-edited') {
			this.#messageIds.add(event.message.id);
		}
	}
}

/** True once it no longer shows "is thinking …". */
function messagesOf({ original, followUps, revisions }: Interaction): readonly APIMessage[] {
	// A button's message exists before the bot has done anything about the press.
	const answer = revisions.length === 0 ? undefined : original;
	return [answer, ...followUps].filter(
		(message) => message !== undefined && ((message.flags ?? 0) & MessageFlags.Loading) === 0,
	) as APIMessage[];
}

/** A message's readable text, on one line. */
export function wordsOf(message: Readable): string {
	return textOf(message)
		.replaceAll(/^(?:#{1,3}|-#) /gm, '')
		.replaceAll('**', '')
		.replaceAll(/\s*\n\s*/g, ' · ')
		.replaceAll(/\s+/g, ' ');
}

/** A purchase code shortened for display: enough to tell two apart, not enough to use. */
export function shortened(code: string): string {
	return `${code.slice(0, 4)}…${code.slice(-4)}`;
}
