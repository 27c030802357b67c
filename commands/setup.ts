import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	PermissionFlagsBits,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { ClaimPolicy } from '../src/claims/policy.js';
import { holdsCode } from '../src/claims/scrub-codes.js';
import type { Answerable, ChatInput, Command } from '../src/discord/command.js';
import type { Chooser, SetupOutcome, SetupOverview } from '../src/guilds/setup.js';
import type { SetupChange } from '../src/guilds/setup-change.js';
import { type CommandPath, commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import { ephemeral, type MessageView, textView } from '../src/views/message.js';
import { policyView } from '../src/views/policy-view.js';
import { managersOnlyView, policyOfHomeView } from '../src/views/refusal-view.js';
import { setupConfirmView } from '../src/views/setup-confirm-view.js';
import {
	LONGEST_KEY,
	licenceIsCodeView,
	ruleOutcomeView,
	setupRulesView,
} from '../src/views/setup-rules-view.js';
import { refusalText, setupView } from '../src/views/setup-view.js';
import type { ItemSearch } from './item-option.js';
import { findSubject, spelledAs, suggestSubjects } from './setup-subject.js';

/** The set-up of servers. Every choice is saved at once. */
interface SetupService {
	overview(guildId: string): Promise<SetupOverview>;
	policy(guildId: string): Promise<ClaimPolicy>;
	choose(chooser: Chooser, change: SetupChange, confirmed?: string): Promise<SetupOutcome>;
	/** Whether the rules for purchases are chosen in this guild. From memory. */
	isHome(guildId: string): boolean;
}

export interface SetupCommandDependencies {
	readonly setup: SetupService;
	readonly catalogue: ItemSearch;
	/** The licence types that purchases have had so far. From memory: it is asked at every keystroke. */
	readonly licenceTypes: () => readonly string[];
}

/** The settings take no more; a code for more would be one for everybody. */
const MOST_SEATS = 50;

const role = {
	type: ApplicationCommandOptionType.Role,
	...commandText('setup.role'),
	required: true,
} as const;

/** An option whose values are suggested while typing. */
const suggested = (path: CommandPath) =>
	({
		type: ApplicationCommandOptionType.String as const,
		...commandText(path),
		required: true,
		autocomplete: true as const,
		max_length: LONGEST_KEY,
	}) as const;

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('setup'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	default_member_permissions: String(PermissionFlagsBits.ManageGuild),
	options: [
		{
			type: ApplicationCommandOptionType.Subcommand,
			...commandText('setup.server'),
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			...commandText('setup.item'),
			options: [suggested('setup.item.item'), role],
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			...commandText('setup.category'),
			options: [suggested('setup.category.category'), role],
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			...commandText('setup.licence'),
			options: [suggested('setup.licence.licence'), role],
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			...commandText('setup.roles'),
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			...commandText('setup.policy'),
		},
		{
			type: ApplicationCommandOptionType.Subcommand,
			...commandText('setup.seats'),
			options: [
				suggested('setup.licence.licence'),
				{
					type: ApplicationCommandOptionType.Integer,
					...commandText('setup.seats.members'),
					required: true,
					min_value: 1,
					max_value: MOST_SEATS,
				},
			],
		},
	],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/setup`: what a server's managers choose for it. */
export function setupCommand(dependencies: SetupCommandDependencies): Command {
	const { setup, catalogue } = dependencies;
	return {
		data,
		async run(interaction) {
			const t = translatorFor(interaction.locale);
			if (!mayManage(interaction)) {
				await interaction.reply(ephemeral(managersOnlyView(t)));
				return;
			}
			if (isPolicy(interaction) && !setup.isHome(interaction.guildId)) {
				await interaction.reply(ephemeral(policyOfHomeView(t)));
				return;
			}
			// Deferred because the settings are read from the store, which may be on another machine.
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			switch (interaction.options.getSubcommand()) {
				case 'server':
					await interaction.editReply(setupView(t, await setup.overview(interaction.guildId)));
					return;
				case 'roles': {
					const overview = await setup.overview(interaction.guildId);
					await interaction.editReply(setupRulesView(t, overview, 0, (id) => catalogue.get(id)?.name));
					return;
				}
				case 'policy':
					await interaction.editReply(policyView(t, await setup.policy(interaction.guildId)));
					return;
				case 'seats':
					await interaction.editReply(await chooseSeats(interaction, dependencies));
					return;
				default:
					await setRule(interaction, dependencies);
			}
		},
		autocomplete: async (interaction) => {
			if (isPolicy(interaction) && !setup.isHome(interaction.guildId)) await interaction.respond([]);
			else await suggestSubjects(interaction, dependencies);
		},
	};
}

/** Whether it is about who may hold a claim, which home says for all servers. */
function isPolicy({ options }: { readonly options: Pick<ChatInput['options'], 'getSubcommand'> }): boolean {
	return ['policy', 'seats'].includes(options.getSubcommand());
}

/** Whether the member may manage the server: others can be handed the command in the server's own settings. */
export function mayManage({ rights }: Answerable): boolean {
	return rights.has(PermissionFlagsBits.ManageGuild);
}

/** The member of an interaction as the one who chooses. */
export function chooserOf({ guildId, user, rights }: Answerable): Chooser {
	const { ManageGuild, ManageRoles } = PermissionFlagsBits;
	return {
		guildId,
		userId: user.id,
		isAdministrator: rights.isAdministrator,
		canManage: rights.has(ManageGuild | ManageRoles),
		isAbove: (roleId) => rights.isAbove(roleId),
	};
}

/** How many may share a code; 1 takes it back to the usual. */
async function chooseSeats(
	interaction: ChatInput,
	{ setup, licenceTypes }: SetupCommandDependencies,
): Promise<MessageView> {
	const typed = interaction.options.getString('licence', true).trim();
	const known = spelledAs(typed, licenceTypes());
	if (known === undefined && holdsCode(typed)) return licenceIsCodeView(translatorFor(interaction.locale));
	const licenseType = known ?? typed;
	const seats = interaction.options.getInteger('members', true);
	const t = translatorFor(interaction.locale);
	const outcome = await setup.choose(chooserOf(interaction), { what: 'seats', licenseType, seats });
	const refusal = refusalText(t, outcome);
	return refusal === '' ? policyView(t, await setup.policy(interaction.guildId)) : textView(refusal);
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
	const t = translatorFor(interaction.locale);
	if (outcome.kind === 'to-confirm') {
		await interaction.editReply(setupConfirmView(t, outcome));
		return;
	}
	const overview = await setup.overview(interaction.guildId);
	const names = (id: number) => catalogue.get(id)?.name;
	await interaction.editReply(ruleOutcomeView(t, outcome, { subject, roleId, isUnseen }, overview, names));
}
