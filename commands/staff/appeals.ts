import type { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { componentsOf, openForm } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { AppealDecision } from '../../src/services/moderation/appeals.js';
import { form } from '../../src/ui/form.js';
import { type appealAct, decideAppeal } from '../../src/ui/messages/appeal-card.js';
import { notice, text } from '../../src/ui/page.js';
import { memberText } from '../../src/ui/staff-texts.js';
import { carriedPage, giftIn, giveModal, reasonField, reasonIn } from './acts.js';
import { moderatorOf } from './member.js';

/** The form for the reason of a decision. It says that the member will read it. */
export function appealDecisionModal(
	t: Translator,
	act: z.infer<typeof appealAct>,
	reference: string,
	userId: string,
) {
	const customId = decideAppeal.encode(act, reference, userId);
	if (act === 'give') return giveModal(t, customId, userId);
	const reads = t('appeal.reads', { member: memberText(t, userId) });
	return form(customId, t(`appeal.card.${act}`), text(reads), reasonField(t));
}

const { on, shows } = componentsOf<Services>('staff');

/** Staff's actions on a request without a code. The card follows by itself. */
export const appealDecisionComponents = [
	on('button', decideAppeal, ({ args: [act, reference, userId], t }) =>
		openForm(appealDecisionModal(t, act, reference, userId)),
	),
	shows('modal', decideAppeal, async (asked, services) => {
		const { args, t } = asked;
		const [act, reference, userId] = args;
		const decision: AppealDecision =
			act === 'give' ? { act, gift: giftIn(asked, services) } : { act, why: reasonIn(asked) };
		const decided = await services.appeals.decide(reference, userId, decision, moderatorOf(asked));
		if (decided.kind === 'told') return notice(t('appeal.told', { member: memberText(t, userId) }));
		const change = decideAppeal.encode(act, reference, userId);
		return await carriedPage(asked, services, decided, { change });
	}),
];
