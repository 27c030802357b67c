import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Answerable, Command } from '../src/discord/command.js';
import { commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import type { VerifyOutcome, VerifyRequest } from '../src/verification/verify.js';
import { verifyView } from '../src/views/verify-view.js';
import { followRole, type RolePatience } from './role-answer.js';

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('verify'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	options: [
		{
			type: ApplicationCommandOptionType.String,
			...commandText('verify.code'),
			required: true,
			// Long enough for a whole pasted receipt line, in which the code is then looked for.
			max_length: 500,
		},
	],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

export interface VerifyCommandDependencies extends RolePatience {
	verify(request: VerifyRequest): Promise<VerifyOutcome>;
	/** Told of every outcome, with the reference that the member sees. */
	onOutcome(interaction: Answerable, outcome: VerifyOutcome): void;
}

export function verifyCommand(dependencies: VerifyCommandDependencies): Command {
	return {
		data,
		run: (interaction) =>
			answerVerification(interaction, interaction.options.getString('code', true), dependencies),
	};
}

/** Answers to a code, whichever way it came: the same limits, the same answer, the same report for each. */
export async function answerVerification(
	interaction: Answerable,
	input: string,
	dependencies: VerifyCommandDependencies,
): Promise<void> {
	const startedAt = dependencies.now();
	// Ephemeral because the code is a secret; deferred because the marketplace may outlast Discord's 3 s window.
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const outcome = await dependencies.verify({
		guildId: interaction.guildId,
		userId: interaction.user.id,
		input,
		heldRoles: heldRolesOf(interaction),
	});
	dependencies.onOutcome(interaction, outcome);
	await answer(interaction, outcome, dependencies, startedAt);
}

async function answer(
	interaction: Answerable,
	outcome: VerifyOutcome,
	dependencies: VerifyCommandDependencies,
	startedAt: number,
): Promise<void> {
	const t = translatorFor(interaction.locale);
	const context = { now: startedAt, reference: interaction.id };
	if (outcome.kind !== 'verified') {
		await interaction.editReply(verifyView(t, outcome, context));
		return;
	}
	await followRole(outcome.role, dependencies, startedAt, (role) =>
		interaction.editReply(verifyView(t, { ...outcome, role }, context)),
	);
}

/**
 * The member's roles, where a plan may be made from them: whoever has not agreed to the server's rules yet gets none, as
 * the queue finds out when it asks Discord.
 */
export function heldRolesOf({ member }: Answerable): readonly string[] | undefined {
	return member.pending ? undefined : [...member.roles.cache.keys()];
}
