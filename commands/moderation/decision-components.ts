import type { PeopleOfDisputes } from '../../src/discord/guilds/people-of-disputes.js';
import { onComponent, openForm, privately, publicly } from '../../src/discord/interactions/handler.js';
import type { Disputes } from '../../src/moderation/disputes.js';
import type { FormLabels } from '../../src/moderation/form-labels.js';
import { decisionModal, disputeCardView } from '../../src/views/channels/dispute-card-view.js';
import {
	decideLeave,
	decideMove,
	sendDecision,
	showDispute,
} from '../../src/views/custom-ids/dispute-ids.js';
import { moderationFields } from '../../src/views/custom-ids/moderation-ids.js';
import { outdatedComponentView } from '../../src/views/interactions/refusal-view.js';
import { ephemeral } from '../../src/views/kit/message.js';
import { notice } from '../../src/views/kit/page.js';
import { carriedView } from '../../src/views/moderation/moderation-forms-view.js';
import { moderatorOf } from './moderation-services.js';

export interface DecisionServices {
	readonly disputes: Pick<Disputes, 'decide' | 'factsOf'>;
	readonly disputePeople: PeopleOfDisputes;
	readonly formLabels: Pick<FormLabels, 'recall'>;
}

/** Staff's actions on a dispute. The card shows the outcome to everyone who can read the channel. */
export const decisionComponents = [
	onComponent(
		'button',
		showDispute,
		'staff',
		({ args: [reference], t }, { disputes, disputePeople }: DecisionServices) =>
			privately(async () => {
				const facts = await disputes.factsOf(reference);
				return facts === undefined
					? outdatedComponentView(t)
					: disputeCardView(t, facts, await disputePeople(facts));
			}),
	),
	onComponent('button', decideMove, 'staff', ({ args: [reference], t }, { formLabels }: DecisionServices) =>
		openForm(decisionModal(t, 'move', reference, formLabels.recall(reference))),
	),
	onComponent('button', decideLeave, 'staff', ({ args: [reference], t }, { formLabels }: DecisionServices) =>
		openForm(decisionModal(t, 'leave', reference, formLabels.recall(reference))),
	),
	// Replaces the card with the outcome. Only a refusal is a separate message.
	onComponent('modal', sendDecision, 'staff', (asked, { disputes, disputePeople }: DecisionServices) =>
		publicly(async () => {
			const { args, t, guildT } = asked;
			const [act, reference, shown] = args;
			const why = asked.fields.text(moderationFields.reason);
			const decision = { act, why, revision: shown === 0 ? undefined : shown };
			const decided = await disputes.decide(reference, decision, moderatorOf(asked));
			if (decided.kind !== 'done') {
				const view =
					decided.kind === 'several' ? notice(t('dispute.ruled.several')) : carriedView(t, decided);
				return { view: undefined, followUp: ephemeral(view) };
			}
			const facts = await disputes.factsOf(reference);
			if (facts === undefined) return undefined;
			return disputeCardView(asked.isOnOwnAnswer ? t : guildT, facts, await disputePeople(facts));
		}),
	),
];
