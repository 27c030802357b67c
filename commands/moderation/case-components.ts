import { PermissionFlagsBits } from 'discord.js';
import { onComponent, openModal, replyLater } from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { CaseFacts } from '../../src/moderation/disputes/case-facts.js';
import type { Judge } from '../../src/moderation/disputes/dispute-outcomes.js';
import type { Disputes } from '../../src/moderation/disputes/disputes.js';
import type { Rulings } from '../../src/moderation/disputes/rulings.js';
import {
	type CasePeople,
	caseHistoryView,
	caseView,
	decisionModal,
	ruledView,
} from '../../src/views/channels/case-view.js';
import {
	caseHistory,
	decideLeave,
	decideMove,
	disputeInputs,
	openCase,
	reopenCase,
	sendDecideLeave,
	sendDecideMove,
	undoCase,
} from '../../src/views/custom-ids/dispute-ids.js';
import { outdatedComponentView } from '../../src/views/interactions/refusal-view.js';

export interface CaseServices {
	readonly disputes: Disputes;
	readonly rulings: Rulings;
	/** What Discord tells of the people of a case. Never rejects. */
	readonly peopleOf: (facts: CaseFacts) => Promise<CasePeople>;
}

const judgeOf = ({ guildId, user, rights }: Answerable): Judge => ({
	guildId,
	userId: user.id,
	isAdministrator: rights.isAdministrator,
	canManageRoles: rights.has(PermissionFlagsBits.ManageRoles),
});

/** What home's staff do with a dispute. The card shows what came of it, to everybody who reads the channel. */
export const caseComponents = [
	onComponent(
		'button',
		openCase,
		'home-staff',
		({ args: [reference], interaction, t }, { disputes, peopleOf }: CaseServices) =>
			replyLater(async () => {
				const facts = await disputes.case(reference, interaction.guildId);
				return facts === undefined ? outdatedComponentView(t) : caseView(t, facts, await peopleOf(facts));
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
		({ args: [reference], interaction, t }, { rulings }: CaseServices) =>
			replyLater(async () => {
				const why = interaction.fields.getTextInputValue(disputeInputs.reason);
				return ruledView(t, (await rulings.move(reference, judgeOf(interaction), why)).kind);
			}),
	),
	onComponent(
		'modal',
		sendDecideLeave,
		'home-staff',
		({ args: [reference], interaction, t }, { rulings }: CaseServices) =>
			replyLater(async () => {
				const why = interaction.fields.getTextInputValue(disputeInputs.reason);
				return ruledView(t, (await rulings.leave(reference, judgeOf(interaction), why)).kind);
			}),
	),
	onComponent(
		'button',
		undoCase,
		'home-staff',
		({ args: [reference], interaction, t }, { rulings }: CaseServices) =>
			replyLater(async () => ruledView(t, (await rulings.undo(reference, judgeOf(interaction))).kind)),
	),
	onComponent(
		'button',
		reopenCase,
		'home-staff',
		({ args: [reference], interaction, t }, { rulings }: CaseServices) =>
			replyLater(async () => ruledView(t, (await rulings.reopen(reference, judgeOf(interaction))).kind)),
	),
	onComponent(
		'button',
		caseHistory,
		'home-staff',
		({ args: [reference], interaction, t }, { disputes }: CaseServices) =>
			replyLater(async () => {
				const file = await disputes.historyOf(reference, interaction.guildId);
				return file === undefined ? outdatedComponentView(t) : caseHistoryView(t, file, reference);
			}),
	),
];
