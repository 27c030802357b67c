import {
	DiscordjsErrorCodes,
	DiscordjsTypeError,
	type Interaction,
	InteractionType,
	Locale,
} from 'discord.js';
import { z } from 'zod';
import type { Logger } from '../../base/logger.js';
import { ephemeral, type MessageView } from '../../views/kit/message.js';
import type { Way } from './interaction-adapters.js';

/**
 * True if the interaction lacks an option or field that this version requires, or its type differs: its command
 * was registered, or its modal opened, by another version.
 */
export function isOfAnotherVersion(error: unknown): boolean {
	return error instanceof DiscordjsTypeError && ofAnotherVersion.has(error.code);
}

const ofAnotherVersion: ReadonlySet<DiscordjsErrorCodes> = new Set([
	DiscordjsErrorCodes.CommandInteractionOptionType,
	DiscordjsErrorCodes.CommandInteractionOptionEmpty,
	DiscordjsErrorCodes.CommandInteractionOptionNotFound,
	DiscordjsErrorCodes.CommandInteractionOptionNoSubcommand,
	DiscordjsErrorCodes.ModalSubmitInteractionFieldNotFound,
	DiscordjsErrorCodes.ModalSubmitInteractionFieldType,
	DiscordjsErrorCodes.ModalSubmitInteractionFieldEmpty,
]);

/** Sends an error message to a member whose handler failed. Never rejects. */
export async function sendFailure(
	interaction: Interaction,
	{ calls, answers }: Way,
	viewNow: () => MessageView,
	logger: Logger,
): Promise<void> {
	if (!interaction.isRepliable() || answers.lost) return;
	const view = viewNow();
	try {
		if (!answers.acknowledged) await answers.first(() => calls.reply(ephemeral(view)));
		else if (calls.isThinking)
			await answers.later(
				() => calls.editReply(view),
				true,
				() => calls.followUp(ephemeral(view)),
			);
		else await answers.later(() => calls.followUp(ephemeral(view)), true);
	} catch (failure) {
		logger.error({ err: failure }, 'A failed interaction could not be responded to');
	}
}

const snowflake = z.string().regex(/^\d{17,20}$/);

/** The minimum needed to respond to an interaction that can't be read. Autocomplete accepts no message. */
export const unreadableInteraction = z.object({
	id: snowflake,
	application_id: snowflake,
	token: z.string().regex(/^[\w.=-]+$/),
	type: z.literal([
		InteractionType.ApplicationCommand,
		InteractionType.MessageComponent,
		InteractionType.ModalSubmit,
	]),
	guild_id: snowflake.nullable().catch(null),
	locale: z.enum(Locale).catch(Locale.EnglishUS),
});
