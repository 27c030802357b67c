import {
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type {
	Answerable,
	ButtonInput,
	Command,
	ComponentHandler,
	SelectInput,
} from '../src/discord/command.js';
import { commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import type { MemberRef } from '../src/member-ref.js';
import type { OwnPurchase } from '../src/members/purchases.js';
import type { UnlinkAnswer, UnlinkQuestion } from '../src/members/unlinking.js';
import type { RoleProgress } from '../src/verification/verify.js';
import { ephemeral } from '../src/views/message.js';
import {
	chooseToUnlink,
	openPurchases,
	purchasesView,
	restoredView,
	restoreRoles,
	turnPurchases,
} from '../src/views/purchases-view.js';
import { outdatedComponentView } from '../src/views/refusal-view.js';
import { unlinkedView, unlinkPurchase, unlinkQuestionView } from '../src/views/unlink-view.js';
import { followRole, type RolePatience } from './role-answer.js';
import { heldRolesOf } from './verify.js';

export interface PurchasesService extends RolePatience {
	/** The member's own, the latest first. */
	purchasesOf(place: MemberRef): Promise<readonly OwnPurchase[]>;
	/** Asks for the roles that follow from the member's purchases in the guild. */
	restore(place: MemberRef, heldRoles: readonly string[] | undefined): Promise<RoleProgress>;
	/** May the member let go of the purchase with this hash? */
	mayUnlink(place: MemberRef, hash: string): Promise<UnlinkQuestion>;
	unlink(place: MemberRef, hash: string): Promise<UnlinkAnswer>;
}

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('purchases'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	options: [],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/purchases`: a member's own purchases, for nobody else to see. */
export function purchasesCommand(purchases: PurchasesService): Command {
	return { data, run: (interaction) => showPurchases(interaction, purchases) };
}

/** What the buttons of `/purchases` do, and the one of a panel that leads there. */
export function purchasesHandlers(purchases: PurchasesService): readonly ComponentHandler[] {
	return [
		{
			kind: 'button',
			name: openPurchases.name,
			run: (interaction) => showPurchases(interaction, purchases),
		},
		{ kind: 'button', name: turnPurchases.name, run: (interaction) => turnPage(interaction, purchases) },
		{ kind: 'button', name: restoreRoles.name, run: (interaction) => restore(interaction, purchases) },
		{ kind: 'select', name: chooseToUnlink.name, run: (interaction) => askToUnlink(interaction, purchases) },
		{ kind: 'button', name: unlinkPurchase.name, run: (interaction) => unlink(interaction, purchases) },
	];
}

async function showPurchases(interaction: Answerable, purchases: PurchasesService): Promise<void> {
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const own = await purchases.purchasesOf(placeOf(interaction));
	await interaction.editReply(purchasesView(translatorFor(interaction.locale), own, 0));
}

async function turnPage(interaction: ButtonInput, purchases: PurchasesService): Promise<void> {
	const t = translatorFor(interaction.locale);
	const [page] = turnPurchases.decode(interaction.customId) ?? [];
	if (page === undefined) {
		await interaction.reply(ephemeral(outdatedComponentView(t)));
		return;
	}
	await interaction.deferUpdate();
	await interaction.editReply(purchasesView(t, await purchases.purchasesOf(placeOf(interaction)), page));
}

async function restore(interaction: ButtonInput, purchases: PurchasesService): Promise<void> {
	const startedAt = purchases.now();
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const heldRoles = heldRolesOf(interaction);
	const role = await purchases.restore(placeOf(interaction), heldRoles);
	const t = translatorFor(interaction.locale);
	await followRole(role, purchases, startedAt, (kind) => interaction.editReply(restoredView(t, kind)));
}

async function askToUnlink(interaction: SelectInput, purchases: PurchasesService): Promise<void> {
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const question = await purchases.mayUnlink(placeOf(interaction), interaction.values[0] ?? '');
	await interaction.editReply(unlinkQuestionView(translatorFor(interaction.locale), question));
}

async function unlink(interaction: ButtonInput, purchases: PurchasesService): Promise<void> {
	const t = translatorFor(interaction.locale);
	const [hash] = unlinkPurchase.decode(interaction.customId) ?? [];
	if (hash === undefined) {
		await interaction.reply(ephemeral(outdatedComponentView(t)));
		return;
	}
	await interaction.deferUpdate();
	await interaction.editReply(unlinkedView(t, await purchases.unlink(placeOf(interaction), hash)));
}

function placeOf({ guildId, user }: Answerable): MemberRef {
	return { guildId, userId: user.id };
}
