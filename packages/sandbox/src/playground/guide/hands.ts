import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalDiscordEvent, OptionValues } from '@claimcheck/local-discord';
import type { Interaction } from '@claimcheck/local-discord/interaction';
import { buttonsOf } from '@claimcheck/local-discord/reading';
import type { APIMessage } from 'discord-api-types/v10';
import type { Stage } from '../../stage.js';
import type { Actor } from './troupe.js';
import { wordsOf } from './witness.js';

/** Far longer than the bot may take: after this it won't happen. */
const patienceMs = 30_000;
/** Length of the quoted message in a report about missing text. */
const maxSeenLength = 200;

interface HandsParts {
	readonly stage: Stage;
	/** Announces the next action, and leaves time to read it. */
	readonly caption: (caption: string) => Promise<void>;
}

/** Does in a replay what people do by hand. Rejects if they could not, or if the bot doesn't respond. */
export class Hands {
	readonly #parts: HandsParts;

	constructor(parts: HandsParts) {
		this.#parts = parts;
	}

	/** Sends a command in #verify and waits for the reply; `shown` is how the audience sees its options. */
	async types(actor: Actor, name: string, values: OptionValues = {}, shown = ''): Promise<APIMessage> {
		await this.#parts.caption(`${actor.name} types /${name} ${shown}`.trimEnd());
		const { stage } = this.#parts;
		const channelId = actor.guildId === stage.guild.id ? stage.channels.verify : actor.person.channelId;
		return this.#answer(actor, actor.person.chatInput(name, values, { channelId }));
	}

	/** Presses the button with this label on the newest message that has it, and waits for the reply. */
	async presses(actor: Actor, label: string): Promise<APIMessage> {
		return this.#answer(actor, await this.#press(actor, label));
	}

	/** Presses the button that opens a form, fills it in by the labels of its fields, and waits for the reply. */
	async fillsIn(
		actor: Actor,
		label: string,
		values: Readonly<Record<string, string>>,
		shown = Object.values(values).join(', '),
	): Promise<APIMessage> {
		const opened = await this.#press(actor, label);
		const form = await within(patienceMs, `A form for ${actor.name}`, opened.modalOpened());
		await this.#parts.caption(`${actor.name} fills in “${form.title}”: ${shown}`);
		return this.#answer(actor, actor.person.fillIn(opened, values));
	}

	/** Something that isn't done in Discord, for example in a panel of the page. */
	async does(caption: string, act: () => unknown): Promise<void> {
		await this.#parts.caption(caption);
		await act();
	}

	async #press(actor: Actor, label: string): Promise<Interaction> {
		const [message, button] = await this.#newest(actor, `the button “${label}”`, (it) =>
			buttonsOf(it).find((other) => other.label.includes(label) && !other.isDisabled && other.customId),
		);
		await this.#parts.caption(`${actor.name} presses “${button.label}”`);
		return actor.person.clickButton(message, button.customId ?? '');
	}

	/** Waits for the newest visible message with this text. */
	async #newest<T>(
		actor: Actor,
		what: string,
		find: (message: APIMessage) => T | undefined,
	): Promise<readonly [APIMessage, T]> {
		const look = (): readonly [APIMessage, T] | undefined => {
			for (const message of this.#seenBy(actor)) {
				const found = find(message);
				if (found !== undefined) return [message, found];
			}
			return undefined;
		};
		const there = look();
		if (there !== undefined) return there;
		const { events } = this.#parts.stage.discord;
		// Many messages are posted first and get their buttons a moment later.
		const isChange = ({ type }: LocalDiscordEvent) => type.startsWith('message-') && look() !== undefined;
		try {
			await events.until(isChange, `${actor.name} found nowhere ${what}`, patienceMs);
		} catch (error) {
			const [newest] = this.#seenBy(actor);
			const words = newest === undefined ? 'nothing' : wordsOf(newest).slice(0, maxSeenLength);
			throw new Error(`${error instanceof Error ? error.message : error}, and reads: “${words}”`);
		}
		return this.#newest(actor, what, find);
	}

	/** A person's visible messages, in all channels and in the conversation with the bot, newest first. */
	#seenBy({ person, guildId }: Actor): readonly APIMessage[] {
		const { discord } = this.#parts.stage;
		const channelIds = [
			...(discord.guilds.get(guildId)?.channels.keys() ?? []),
			...discord.directs().flatMap(({ channelId, userId }) => (userId === person.id ? [channelId] : [])),
		];
		return channelIds
			.flatMap((id) => discord.messages.inChannel(id, person.id))
			.map(({ current }) => current)
			.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
	}

	async #answer(actor: Actor, handle: Interaction): Promise<APIMessage> {
		const first = Promise.race([handle.answered(), handle.followedUp()]);
		return within(patienceMs, `An answer to ${actor.name}`, first);
	}
}

/** The result of `work`. Rejects after `ms`, saying that `what` did not come. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
	const ended = new AbortController();
	const late = sleep(ms, undefined, { signal: ended.signal }).then(() => {
		throw new Error(`${what} did not come within ${Math.round(ms / 1000)} s`);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		ended.abort();
		// Its cancellation by the line above isn't an error.
		late.catch(() => undefined);
	}
}
