import { PermissionFlagsBits } from 'discord.js';
import type { PeopleOfDisputes } from '../../src/discord/channels/people-of-disputes.js';
import { onComponent, openModal, replyLater } from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { Judge } from '../../src/moderation/disputes/dispute-outcomes.js';
import type { Disputes } from '../../src/moderation/disputes/disputes.js';
import type { Rulings } from '../../src/moderation/disputes/rulings.js';
import {
	decisionModal,
	disputeCardView,
	disputeHistoryView,
	ruledView,
} from '../../src/views/channels/dispute-card-view.js';
import {
	decideLeave,
	decideMove,
	disputeHistory,
	disputeInputs,
	reopenDispute,
	sendDecideLeave,
	sendDecideMove,
	showDispute,
	undoRuling,
} from '../../src/views/custom-ids/dispute-ids.js';
import { outdatedComponentView } from '../../src/views/interactions/refusal-view.js';

export interface RulingServices {
	readonly disputes: Disputes;
	readonly rulings: Rulings;
	readonly disputePeople: Pick<PeopleOfDisputes, 'of'>;
}

const judgeOf = ({ guildId, user, rights }: Answerable): Judge => ({
	guildId,
	userId: user.id,
	isAdministrator: rights.isAdministrator,
	canManageRoles: rights.has(PermissionFlagsBits.ManageRoles),
});

/** What home's staff do with a dispute. The card shows what came of it, to everybody who reads the channel. */
export const rulingComponents = [
	onComponent(
		'button',
		showDispute,
		'home-staff',
		({ args: [reference], interaction, t }, { disputes, disputePeople }: RulingServices) =>
			replyLater(async () => {
				const facts = await disputes.factsOf(reference, interaction.guildId);
				return facts === undefined
					? outdatedComponentView(t)
					: disputeCardView(t, facts, await disputePeople.of(facts));
			}),
	),
	onComponent('button', decideMove, 'home-staff', ({ args: [reference], t }) =>
		openModal(decisionModal(t, 'move', reference)),
	),
	onComponent('button', decideLeave, 'home-staff', ({ args: [reference], t }) =>
		openModal(decisionModal(t, 'leave', reference)),
	),
	onComponent(
		'modal',
		sendDecideMove,
		'home-staff',
		({ args: [reference], interaction, t }, { rulings }: RulingServices) =>
			replyLater(async () => {
				const why = interaction.fields.getTextInputValue(disputeInputs.reason);
				return ruledView(t, (await rulings.move(reference, judgeOf(interaction), why)).kind);
			}),
	),
	onComponent(
		'modal',
		sendDecideLeave,
		'home-staff',
		({ args: [reference], interaction, t }, { rulings }: RulingServices) =>
			replyLater(async () => {
				const why = interaction.fields.getTextInputValue(disputeInputs.reason);
				return ruledView(t, (await rulings.leave(reference, judgeOf(interaction), why)).kind);
			}),
	),
	onComponent(
		'button',
		undoRuling,
		'home-staff',
		({ args: [reference], interaction, t }, { rulings }: RulingServices) =>
			replyLater(async () => ruledView(t, (await rulings.undo(reference, judgeOf(interaction))).kind)),
	),
	onComponent(
		'button',
		reopenDispute,
		'home-staff',
		({ args: [reference], interaction, t }, { rulings }: RulingServices) =>
			replyLater(async () => ruledView(t, (await rulings.reopen(reference, judgeOf(interaction))).kind)),
	),
	onComponent(
		'button',
		disputeHistory,
		'home-staff',
		({ args: [reference], interaction, t }, { disputes }: RulingServices) =>
			replyLater(async () => {
				const file = await disputes.historyOf(reference, interaction.guildId);
				return file === undefined ? outdatedComponentView(t) : disputeHistoryView(t, file, reference);
			}),
	),
];
