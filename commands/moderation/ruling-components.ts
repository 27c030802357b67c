import type { PeopleOfDisputes } from '../../src/discord/channels/dispute-board.js';
import type { MemberNames } from '../../src/discord/guilds/member-names.js';
import { onComponent, openModal, replyLater, updateLater } from '../../src/discord/interactions/handler.js';
import type { Answerable, ButtonInput } from '../../src/discord/interactions/interaction-ports.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Judge, Ruled } from '../../src/moderation/disputes/dispute-outcomes.js';
import type { Disputes } from '../../src/moderation/disputes/disputes.js';
import type { Rulings } from '../../src/moderation/disputes/rulings.js';
import {
	decisionModal,
	disputeCardView,
	disputeHistoryView,
	refusedRulingView,
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
import { ephemeral } from '../../src/views/kit/message.js';
import { peopleIn } from '../../src/views/moderation/moderation-text.js';
import { moderatorOf } from './moderation-services.js';

export interface RulingServices {
	readonly disputes: Disputes;
	readonly rulings: Rulings;
	readonly disputePeople: PeopleOfDisputes;
	readonly memberNames: Pick<MemberNames, 'of'>;
}

interface OnCard {
	readonly args: readonly [reference: string];
	readonly interaction: Answerable & Pick<ButtonInput, 'isOnOwnAnswer'>;
	readonly t: Translator;
	readonly guildT: Translator;
}

/** Decides, and replaces the card with the outcome. Only a refusal is a separate message. */
function onCard(
	{ args: [reference], interaction, t, guildT }: OnCard,
	{ disputes, disputePeople }: RulingServices,
	decide: (reference: string, judge: Judge) => Promise<Ruled>,
) {
	return updateLater(async () => {
		const { kind } = await decide(reference, moderatorOf(interaction));
		if (kind !== 'done') return { view: undefined, followUp: ephemeral(refusedRulingView(t, kind)) };
		const facts = await disputes.factsOf(reference);
		if (facts === undefined) return undefined;
		return disputeCardView(interaction.isOnOwnAnswer ? t : guildT, facts, await disputePeople(facts));
	});
}

/** Staff's actions on a dispute. The card shows the outcome to everyone who can read the channel. */
export const rulingComponents = [
	onComponent(
		'button',
		showDispute,
		'staff',
		({ args: [reference], t }, { disputes, disputePeople }: RulingServices) =>
			replyLater(async () => {
				const facts = await disputes.factsOf(reference);
				return facts === undefined
					? outdatedComponentView(t)
					: disputeCardView(t, facts, await disputePeople(facts));
			}),
	),
	onComponent('button', decideMove, 'staff', ({ args: [reference], t }) =>
		openModal(decisionModal(t, 'move', reference)),
	),
	onComponent('button', decideLeave, 'staff', ({ args: [reference], t }) =>
		openModal(decisionModal(t, 'leave', reference)),
	),
	onComponent('modal', sendDecideMove, 'staff', (asked, services: RulingServices) => {
		const why = asked.interaction.fields.getTextInputValue(disputeInputs.reason);
		return onCard(asked, services, (reference, judge) => services.rulings.move(reference, judge, why));
	}),
	onComponent('modal', sendDecideLeave, 'staff', (asked, services: RulingServices) => {
		const why = asked.interaction.fields.getTextInputValue(disputeInputs.reason);
		return onCard(asked, services, (reference, judge) => services.rulings.leave(reference, judge, why));
	}),
	onComponent('button', undoRuling, 'staff', (asked, services: RulingServices) =>
		onCard(asked, services, (reference, judge) => services.rulings.undo(reference, judge)),
	),
	onComponent('button', reopenDispute, 'staff', (asked, services: RulingServices) =>
		onCard(asked, services, (reference, judge) => services.rulings.reopen(reference, judge)),
	),
	onComponent(
		'button',
		disputeHistory,
		'staff',
		({ args: [reference], t }, { disputes, memberNames }: RulingServices) =>
			replyLater(async () => {
				const file = await disputes.historyOf(reference);
				if (file === undefined) return outdatedComponentView(t);
				const nameOf = await memberNames.of(peopleIn(file.history));
				return disputeHistoryView(t, { file, reference }, nameOf);
			}),
	),
];
