import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	PermissionFlagsBits,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Answerable, Command } from '../src/discord/command.js';
import { commandText } from '../src/i18n/command-text.js';
import { type Translator, translatorFor } from '../src/i18n/translator.js';
import type {
	Carried,
	ModerationCase,
	Moderator,
	ReceiverHindrance,
	Rechecked,
} from '../src/moderation/moderation.js';
import type { Proposal } from '../src/moderation/proposals.js';
import { ephemeral, type MessageView, textView } from '../src/views/message.js';
import { permissionName } from '../src/views/names.js';
import { claimAnswer } from './claim-answers.js';

/** What the commands need of the moderation. */
export interface ModerationService {
	/** Whether the guild's staff decides who may hold a purchase. From memory. */
	isHome(guildId: string): boolean;
	/** `withKept`: also the seats that are kept for former holders, as a case without a holder. */
	byCode(input: string, guildId: string, withKept?: boolean): Promise<readonly ModerationCase[] | undefined>;
	byMember(memberId: string, guildId: string, former?: boolean): Promise<readonly ModerationCase[]>;
	case(hash: string, holderId: string | undefined, guildId: string): Promise<ModerationCase | undefined>;
	receiverHindrance(toUserId: string, moderator: Moderator): Promise<ReceiverHindrance | undefined>;
	propose(proposal: Proposal): Promise<string>;
	takeProposal(id: string, moderator: Pick<Moderator, 'userId' | 'guildId'>): Promise<Proposal | undefined>;
	confirm(id: string, moderator: Moderator): Promise<Carried>;
	undo(hash: string, revision: number, moderator: Moderator): Promise<Carried>;
	recheck(hash: string, moderator: Moderator): Promise<Rechecked>;
}

/** Who is staff by a role that an administrator has chosen for it. */
export interface StaffByRole {
	makesStaff(guildId: string, roleIds: Iterable<string>): Promise<boolean>;
}

/** How often staff can look things up. Times are milliseconds since the epoch. */
interface StaffLimits {
	lookUp<Found>(
		staff: Pick<Moderator, 'userId' | 'guildId'>,
		look: () => Promise<{ readonly found: Found; readonly isMiss: boolean }>,
	): Promise<{ readonly found: Found } | { readonly retryAt: number }>;
	/** Undefined: now. */
	whoisRetryAt(staff: Pick<Moderator, 'userId' | 'guildId'>, memberId: string): Promise<number | undefined>;
	/** Undefined: now. */
	reconcileRetryAt(
		staff: Pick<Moderator, 'userId' | 'guildId'>,
		memberId: string,
	): Promise<number | undefined>;
	recheck<Outcome extends { readonly kind: string }>(
		hash: string,
		check: () => Promise<Outcome>,
	): Promise<Outcome | { readonly kind: 'too-soon'; readonly retryAt: number }>;
}

export interface ModerationCommandDependencies {
	readonly moderation: ModerationService;
	readonly staffRoles: StaffByRole;
	readonly limits: StaffLimits;
	/** Brings the member's roles in line now, and tells how far that has come within some seconds. */
	reconcile(
		guildId: string,
		userId: string,
	): Promise<{ readonly kind: 'granted' | 'blocked' | 'member-left' | 'waiting' }>;
	/** Which roles follow for the member, which of these are held, and whether any still wait. */
	rolesOf(
		guildId: string,
		userId: string,
	): Promise<{
		readonly wanted: readonly string[];
		readonly held: readonly string[] | undefined;
		readonly isPending: boolean;
	}>;
}

const member = { type: ApplicationCommandOptionType.User, ...commandText('claim.member') } as const;
const code = {
	type: ApplicationCommandOptionType.String,
	...commandText('claim.code'),
	// Long enough for a whole pasted receipt line, in which the code is then looked for.
	max_length: 500,
} as const;
const reason = {
	type: ApplicationCommandOptionType.String,
	...commandText('claim.reason'),
	required: true,
	max_length: 300,
} as const;
const to = { type: ApplicationCommandOptionType.User, ...commandText('claim.to'), required: true } as const;
const subcommand = { type: ApplicationCommandOptionType.Subcommand } as const;

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('claim'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	default_member_permissions: String(PermissionFlagsBits.ManageRoles),
	options: [
		{ ...subcommand, ...commandText('claim.lookup'), options: [member, code] },
		{ ...subcommand, ...commandText('claim.release'), options: [reason, member, code] },
		{ ...subcommand, ...commandText('claim.transfer'), options: [to, reason, member, code] },
		{ ...subcommand, ...commandText('claim.lock'), options: [reason, member, code] },
		{ ...subcommand, ...commandText('claim.unlock'), options: [reason, member, code] },
		{ ...subcommand, ...commandText('claim.recheck'), options: [member, code] },
		{ ...subcommand, ...commandText('claim.reconcile'), options: [{ ...member, required: true }] },
	],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/**
 * Whether the member is staff at this moment: by Manage Roles, or by one of the roles that were chosen for it. A server
 * can hand the commands to others in its own settings.
 */
export async function mayModerate(
	{ guildId, member, rights }: Answerable,
	staffRoles: StaffByRole,
): Promise<boolean> {
	if (rights.has(PermissionFlagsBits.ManageRoles)) return true;
	return !rights.isTimedOut && (await staffRoles.makesStaff(guildId, member.roles.cache.keys()));
}

export function moderatorsOnlyView(t: Translator): MessageView {
	return textView(t('moderation.moderatorsOnly', { permission: permissionName(t, 'ManageRoles') }));
}

/** The answer in another server to what home's staff alone do. */
export function homeOnlyView(t: Translator): MessageView {
	return textView(t('moderation.homeOnly'));
}

/** Who an interaction is from, as a moderator. */
export function moderatorOf({ guildId, user, rights }: Answerable): Moderator {
	return { userId: user.id, guildId, isAdministrator: rights.isAdministrator };
}

/** What of `/claim` is done in every server, about what is its own. The rest is about who holds a purchase. */
const doneEverywhere: ReadonlySet<string> = new Set(['lookup', 'reconcile']);

/** `/claim`: what moderators do about purchases. A change is confirmed on buttons: see `claimHandlers`. */
export function claimCommand(dependencies: ModerationCommandDependencies): Command {
	return {
		data,
		async run(interaction) {
			const t = translatorFor(interaction.locale);
			if (!(await mayModerate(interaction, dependencies.staffRoles))) {
				await interaction.reply(ephemeral(moderatorsOnlyView(t)));
				return;
			}
			const isDoneHere =
				doneEverywhere.has(interaction.options.getSubcommand()) ||
				dependencies.moderation.isHome(interaction.guildId);
			if (!isDoneHere) {
				await interaction.reply(ephemeral(homeOnlyView(t)));
				return;
			}
			// Ephemeral because codes and reasons are nobody else's business.
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			await interaction.editReply(await claimAnswer(t, interaction, dependencies));
		},
	};
}
