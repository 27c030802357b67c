import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	PermissionFlagsBits,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Answerable, ChatInput, Command } from '../src/discord/command.js';
import type { Chooser, SetupChange, SetupOutcome, SetupOverview } from '../src/guilds/setup.js';
import { translatorFor } from '../src/i18n/translator.js';
import { ephemeral } from '../src/views/message.js';
import { managersOnlyView } from '../src/views/refusal-view.js';
import { LONGEST_KEY, ruleOutcomeView, setupRulesView } from '../src/views/setup-rules-view.js';
import { setupView } from '../src/views/setup-view.js';
import type { ItemSearch } from './item-option.js';
import { findSubject, suggestSubjects } from './setup-subject.js';

/** The set-up of servers. Every choice is saved at once. */
interface SetupService {
	overview(guildId: string): Promise<SetupOverview>;
	choose(chooser: Chooser, change: SetupChange): Promise<SetupOutcome>;
}

export interface SetupCommandDependencies {
	readonly setup: SetupService;
	readonly catalogue: ItemSearch;
	/** The licence types that purchases have had so far. From memory: it is asked at every keystroke. */
	readonly licenceTypes: () => readonly string[];
}

const role = {
	type: ApplicationCommandOptionType.Role,
	name: 'role',
	description: 'The role that they get besides the buyer role',
	required: true,
} as const;

/** An option whose values are suggested while typing. */
const suggested = <Name extends string>(name: Name, description: string) =>
	({
		type: ApplicationCommandOptionType.String as const,
		name,
		description,
		required: true,
		autocomplete: true as const,
		max_length: LONGEST_KEY,
	}) as const;

export const data = {
	type: ApplicationCommandType.ChatInput,
	name: 'setup',
	description: 'Set this server up: roles for buyers, the audit channel',
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	default_member_permissions: String(PermissionFlagsBits.ManageGuild),
	options: [
		{
			type: ApplicationCommandOptionType.Subcommand,
			name: 'server',
			description: 'Choose the buyer role, the supported role and the audit channel',
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			name: 'item',
			description: 'Give the buyers of one item a role of their own',
			options: [suggested('item', 'Start typing the name and pick it from the list, or give the id'), role],
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			name: 'category',
			description: 'Give the buyers of a whole category a role of their own',
			options: [suggested('category', 'Start typing and pick it from the list'), role],
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			name: 'licence',
			description: 'Give the buyers of a licence type a role of their own',
			options: [suggested('licence', 'As the marketplace spells it, such as extended'), role],
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			name: 'roles',
			description: 'See the roles for items, categories and licence types, and remove some',
		},
	],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/setup`: what a server's managers choose for it. */
export function setupCommand(dependencies: SetupCommandDependencies): Command {
	const { setup, catalogue } = dependencies;
	return {
		data,
		async run(interaction) {
			if (!mayManage(interaction)) {
				await interaction.reply(ephemeral(managersOnlyView(translatorFor(interaction.locale))));
				return;
			}
			// Deferred because the settings are read from the store, which may be on another machine.
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			switch (interaction.options.getSubcommand()) {
				case 'server':
					await interaction.editReply(setupView(await setup.overview(interaction.guildId)));
					return;
				case 'roles': {
					const overview = await setup.overview(interaction.guildId);
					await interaction.editReply(setupRulesView(overview, 0, (id) => catalogue.get(id)?.name));
					return;
				}
				default:
					await setRule(interaction, dependencies);
			}
		},
		autocomplete: (interaction) => suggestSubjects(interaction, dependencies),
	};
}

/** Whether the member may manage the server: others can be handed the command in the server's own settings. */
export function mayManage({ memberPermissions }: Answerable): boolean {
	return memberPermissions.has(PermissionFlagsBits.ManageGuild);
}

/** The member of an interaction as the one who chooses. */
export function chooserOf({ guildId, user, memberPermissions }: Answerable): Chooser {
	const isAdministrator = memberPermissions.has(PermissionFlagsBits.Administrator);
	return { guildId, userId: user.id, isAdministrator };
}

async function setRule(interaction: ChatInput, dependencies: SetupCommandDependencies): Promise<void> {
	const { setup, catalogue } = dependencies;
	const found = await findSubject(interaction, dependencies);
	if ('view' in found) {
		await interaction.editReply(found.view);
		return;
	}
	const { subject, isUnseen } = found;
	const roleId = interaction.options.getRole('role', true).id;
	const outcome = await setup.choose(chooserOf(interaction), { what: 'rule', subject, roleId });
	const overview = await setup.overview(interaction.guildId);
	const names = (id: number) => catalogue.get(id)?.name;
	await interaction.editReply(ruleOutcomeView(outcome, { subject, roleId, isUnseen }, overview, names));
}
