import { MessageFlags } from 'discord.js';
import type { Answerable, ComponentHandler } from '../src/discord/command.js';
import { translatorFor } from '../src/i18n/translator.js';
import {
	itemFailureView,
	mayNotShareView,
	sharedAlreadyView,
	sharedView,
} from '../src/views/item-lookup-view.js';
import { sharedItemView, shareItem } from '../src/views/item-view.js';
import { ephemeral, type MessageView, type ReplyView } from '../src/views/message.js';
import { outdatedComponentView } from '../src/views/refusal-view.js';
import type { ItemLookup } from './item-card.js';

/** When somebody last did what they may do only once in a while, by a key for who and what. */
export interface SharePauses {
	/** Undefined: free, and taken from now on. Else when it is free again, in milliseconds since the epoch. */
	take(key: string, pauseMs: number): number | undefined;
	/** Gives back what was taken, since nothing came of it. */
	giveBack(key: string): void;
}

/** Between two cards of a member in a channel. A slow mode can make it longer. */
const pauseMs = 30_000;

/** The button of a card that posts it for everyone. */
export function shareHandlers(catalogue: ItemLookup, pauses: SharePauses): readonly ComponentHandler[] {
	return [
		{
			kind: 'button',
			name: shareItem.name,
			async run(interaction) {
				const [id] = shareItem.decode(interaction.customId) ?? [];
				if (id !== undefined) await postItem(interaction, { catalogue, pauses }, id);
				else await interaction.reply(ephemeral(outdatedComponentView(translatorFor(interaction.locale))));
			},
		},
	];
}

/**
 * Posts an item's card into the channel for everyone, with the name of who did it: by the bot's hand, so only for a
 * member who may write there.
 */
export async function postItem(
	interaction: Answerable,
	{ catalogue, pauses }: { readonly catalogue: ItemLookup; readonly pauses: SharePauses },
	id: number,
): Promise<void> {
	const t = translatorFor(interaction.locale);
	if (!interaction.mayPost()) {
		await interaction.reply(ephemeral(mayNotShareView(t)));
		return;
	}
	const key = `${interaction.channelId}:${interaction.user.id}`;
	const sharedAt = pauses.take(key, Math.max(pauseMs, interaction.slowModeMs));
	if (sharedAt !== undefined) {
		await interaction.reply(ephemeral(sharedAlreadyView(t, sharedAt)));
		return;
	}
	// What everyone sees is in the server's language, what the asker alone sees in their own.
	const everyones = translatorFor(interaction.guildLocale);
	const known = catalogue.get(id);
	if (known !== undefined) {
		await interaction.reply(forEveryone(sharedItemView(everyones, known, interaction.user.id)));
		return;
	}
	// Deferred for the asker alone, so that "no such item" is nobody else's business; what is found is posted after it.
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const found = await catalogue.find(id, interaction.user.id);
	if (!found.ok) pauses.giveBack(key);
	await interaction.editReply(found.ok ? sharedView(t) : itemFailureView(t, found.failure, id));
	if (!found.ok) return;
	await interaction.followUp(forEveryone(sharedItemView(everyones, found.value, interaction.user.id)));
}

function forEveryone({ flags: _, ...view }: MessageView): ReplyView {
	return view;
}
