import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10';
import { z } from 'zod';

// The fields of a command that the stand-in uses, after Discord's own schema has accepted it.

const localizations = z.record(z.string(), z.string()).nullish();

// Leaves out the recursion, which the compiler would emit as unknown in the declarations.
const flatOption = z.looseObject({
	type: z.number(),
	name: z.string(),
	name_localizations: localizations,
	description: z.string(),
	description_localizations: localizations,
	required: z.boolean().nullish(),
	autocomplete: z.boolean().nullish(),
	choices: z
		.array(
			z.object({
				name: z.string(),
				name_localizations: localizations,
				value: z.union([z.string(), z.number()]),
			}),
		)
		.nullish(),
	min_length: z.number().nullish(),
	max_length: z.number().nullish(),
	min_value: z.number().nullish(),
	max_value: z.number().nullish(),
	channel_types: z.array(z.number()).nullish(),
});

const option: z.ZodType<CommandOption> = flatOption.extend({
	get options() {
		return z.array(option).nullish();
	},
});

/** A command as a bot registers it. */
export const commandBodySchema = z.object({
	type: z.number().default(ApplicationCommandType.ChatInput),
	name: z.string(),
	name_localizations: localizations,
	description: z.string().nullish(),
	description_localizations: localizations,
	options: z.array(option).nullish(),
	// discord.js sends the bits as a string, but Discord's own schema says number: both are accepted.
	default_member_permissions: z.union([z.string(), z.number()]).nullish(),
	dm_permission: z.boolean().nullish(),
	contexts: z.array(z.number()).nullish(),
	integration_types: z.array(z.number()).nullish(),
	nsfw: z.boolean().nullish(),
});

/** An option, subcommand or subcommand group of a command. */
export interface CommandOption extends z.infer<typeof flatOption> {
	readonly options?: CommandOption[] | null | undefined;
}
/** A command as a bot has registered it. */
export type CommandBody = z.infer<typeof commandBodySchema>;

/** True for a subcommand or a group of subcommands. */
export function isGroup({ type }: CommandOption): boolean {
	return (
		type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup
	);
}
