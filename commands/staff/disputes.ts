import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { peopleOfDispute } from '../../src/discord/guilds/discord-guilds.js';
import { componentsOf, openForm, privately, publicly } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { FormLabel } from '../../src/services/moderation/form-labels.js';
import { defineCustomId, reference, wholeNumber } from '../../src/ui/custom-id.js';
import { form } from '../../src/ui/form.js';
import { ephemeral } from '../../src/ui/message.js';
import {
	decideDispute,
	disputeAct,
	disputeCardView,
	showDispute,
} from '../../src/ui/messages/dispute-card.js';
import { notice, text } from '../../src/ui/page.js';
import { outdatedComponentView } from '../../src/ui/refusal.js';
import { memberText, purchaseText } from '../../src/ui/staff-texts.js';
import { sentences } from '../../src/ui/text.js';
import { carriedView, losesOf, moderationFields, reasonField } from './acts.js';
import { moderatorOf } from './member.js';

/** Arguments: the act, the dispute's reference, and the claim's revision that the form showed; 0 for none. */
const sendDecision = defineCustomId('case-why', z.tuple([disputeAct, reference, wholeNumber]));

const { on } = componentsOf<Services>('staff');

/** Staff's actions on a dispute. The card shows the outcome to everyone who can read the channel. */
export const decisionComponents = [
	on('button', showDispute, ({ args: [reference], t }, services) =>
		privately(async () => (await cardOf(t, reference, services)) ?? outdatedComponentView(t)),
	),
	on('button', decideDispute, ({ args: [act, reference], t }, { formLabels }) =>
		openForm(decisionModal(t, act, reference, formLabels.recall(reference))),
	),
	// Replaces the card with the outcome. Only a refusal is a separate message.
	on('modal', sendDecision, (asked, services) =>
		publicly(async () => {
			const { args, t, guildT } = asked;
			const [act, reference, shown] = args;
			const why = asked.fields.text(moderationFields.reason);
			const decision = { act, why, revision: shown === 0 ? undefined : shown };
			const decided = await services.disputes.decide(reference, decision, moderatorOf(asked));
			if (decided.kind !== 'done') {
				const view =
					decided.kind === 'several' ? notice(t('dispute.ruled.several')) : carriedView(t, decided);
				return { view: undefined, followUp: ephemeral(view) };
			}
			return await cardOf(asked.isOnOwnAnswer ? t : guildT, reference, services);
		}),
	),
];

async function cardOf(t: Translator, reference: string, services: Services) {
	const facts = await services.disputes.factsOf(reference);
	return facts && disputeCardView(t, facts, await peopleOfDispute(facts, services));
}

/**
 * The form of a decision, which also serves as its confirmation.
 * @param label undefined if this process hasn't shown the card yet
 */
export function decisionModal(
	t: Translator,
	act: 'move' | 'leave',
	reference: string,
	label: FormLabel | undefined,
) {
	const { holderId, claimantId, revision = 0 } = label?.dispute ?? {};
	const gets =
		act === 'leave' || label === undefined
			? ''
			: t('desk.effect.moveTo', { to: memberText(t, claimantId), it: purchaseText(label) });
	const effect = sentences(t, [losesOf(t, act, holderId, label), gets]);
	return form(
		sendDecision.encode(act, reference, revision),
		t(`dispute.form.${act}`),
		effect !== '' && text(effect),
		reasonField(t),
	);
}
