import type { Answerable } from '../src/discord/command.js';
import { type Answer, type Asked, onComponent, post, reply, replyLater } from '../src/discord/handler.js';
import {
	itemFailureView,
	mayNotShareView,
	sharedAlreadyView,
	sharedView,
} from '../src/views/item-lookup-view.js';
import { sharedItemView, shareItem } from '../src/views/item-view.js';
import { forEveryone } from '../src/views/message.js';
import type { ItemLookup } from './item-card.js';

/** When somebody last did what they may do only once in a while, by a key for whoever and what. */
export interface SharePauses {
	/** Undefined: free, and taken from now on. Else when it is free again, in milliseconds since the epoch. */
	take(key: string, pauseMs: number): number | undefined;
	/** Gives back what was taken, since nothing came of it. */
	giveBack(key: string): void;
}

interface Services {
	readonly catalogue: ItemLookup;
	readonly sharePauses: SharePauses;
}

/** Between two cards of a member in a channel. A slow mode can make it longer. */
const pauseMs = 30_000;

/** The button of a card that posts it for everyone. */
export const shareComponents = [
	onComponent('button', shareItem, 'everyone', (asked, services: Services) =>
		postedItem(asked, services, asked.args[0]),
	),
];

/**
 * Posts an item's card into the channel for everyone, with the name of who did it: by the bot's hand, so only for a
 * member who may write there.
 */
export function postedItem(
	{ interaction, t, guildT }: Asked<Answerable>,
	{ catalogue, sharePauses }: Services,
	id: number,
): Answer {
	const { user } = interaction;
	if (!interaction.mayPost()) return reply(mayNotShareView(t));
	const key = `${interaction.channelId}:${user.id}`;
	const sharedAt = sharePauses.take(key, Math.max(pauseMs, interaction.slowModeMs));
	if (sharedAt !== undefined) return reply(sharedAlreadyView(t, sharedAt));
	const known = catalogue.get(id);
	if (known !== undefined) return post(sharedItemView(guildT, known, user.id));
	// Deferred for the asker alone, so that "no such item" is nobody else's business; what is found is posted after it.
	return replyLater(async () => {
		const found = await catalogue.find(id, user.id);
		if (!found.ok) {
			sharePauses.giveBack(key);
			return itemFailureView(t, found.failure, id);
		}
		return { view: sharedView(t), followUp: forEveryone(sharedItemView(guildT, found.value, user.id)) };
	});
}
