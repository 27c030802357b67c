import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { peopleOfDispute } from '../../src/discord/guilds/discord-guilds.js';
import { type Asked, componentsOf, openForm, publicly } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { DisputeFacts } from '../../src/services/moderation/dispute-cards.js';
import { defineCustomId, reference, wholeNumber } from '../../src/ui/custom-id.js';
import { form } from '../../src/ui/form.js';
import { ephemeral } from '../../src/ui/message.js';
import { decideDispute, disputeCardView, showDispute } from '../../src/ui/messages/dispute-card.js';
import { notice, text } from '../../src/ui/page.js';
import { outdatedComponentView } from '../../src/ui/refusal.js';
import { memberText, purchaseText } from '../../src/ui/staff-texts.js';
import { sentences } from '../../src/ui/text.js';
import { carriedView, type FormLabel, labelOf, losesOf, moderationFields, reasonField } from './acts.js';
import { moderatorOf } from './member.js';

/** Arguments: the act, the dispute's reference, and the claim's revision that the form showed. */
const sendDecision = defineCustomId('case-why', z.tuple([z.enum(['move', 'leave']), reference, wholeNumber]));

const { on, replies } = componentsOf<Services>('staff');

/** Staff's actions on a dispute. The card shows the outcome to everyone who can read the channel. */
export const decisionComponents = [
	replies('button', showDispute, async ({ args: [reference], t }, services) => {
		return (await cardOf(t, reference, services)) ?? outdatedComponentView(t);
	}),
	...(['move', 'leave'] as const).map((act) =>
		on('button', decideDispute[act], (asked, services) =>
			openForm(decisionForm(asked, services, act, ...asked.args)),
		),
	),
	// Replaces the card with the outcome. Only a refusal is a separate message.
	on('modal', sendDecision, (asked, services) =>
		publicly(async () => {
			const { args, t, guildT } = asked;
			const [act, reference, revision] = args;
			const why = asked.fields.text(moderationFields.reason);
			const decided = await services.disputes.decide(reference, { act, why, revision }, moderatorOf(asked));
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

type Act = keyof typeof decideDispute;

async function decisionForm(asked: Asked, services: Services, act: Act, reference: string) {
	const facts = await services.disputes.factsOf(reference);
	const label = facts && (await labelOf(asked, services, facts.hash, facts.holders[0]?.userId));
	return label && decisionModal(asked.t, act, facts, label);
}

/** The form for a decision, which also serves as its confirmation. */
export function decisionModal(t: Translator, act: Act, facts: DisputeFacts, label: FormLabel) {
	const { reference, holders, claimantId, revision = 0 } = facts;
	const gets = { to: memberText(t, claimantId), it: purchaseText(label) };
	return form(
		sendDecision.encode(act, reference, revision),
		t(`dispute.form.${act}`),
		text(
			sentences(t, [
				losesOf(t, act, holders[0]?.userId, label),
				act === 'move' && t('desk.effect.moveTo', gets),
			]),
		),
		reasonField(t),
	);
}
