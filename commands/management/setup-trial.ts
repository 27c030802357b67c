import { type Asked, onComponent, openForm, showPage } from '../../src/discord/interactions/handler.js';
import { openTrialPurchase, sendTrial, tryAsBuyer } from '../../src/views/custom-ids/setup-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import {
	otherTrialCodeView,
	trialCode,
	trialForm,
	trialPurchaseView,
	trialVerifiedView,
} from '../../src/views/verify/trial-view.js';
import { codeInput } from '../../src/views/verify/verify-view.js';
import type { SetupServices } from './setup-services.js';

/**
 * A made-up purchase, played through for the person who has set the server up. Nothing is stored, requested or granted.
 */
export const trialComponents = [
	onComponent('button', tryAsBuyer, 'manager', ({ t }) => openForm(trialForm(t))),
	onComponent('modal', sendTrial, 'manager', (asked, services: SetupServices) => {
		const typed = asked.fields.text(codeInput);
		if (typed.trim().toLowerCase() !== trialCode) return showPage(otherTrialCodeView(asked.t));
		return showPage(() => trialPage(asked, services, trialVerifiedView));
	}),
	onComponent('button', openTrialPurchase, 'manager', (asked, services: SetupServices) =>
		showPage(() => trialPage(asked, services, trialPurchaseView)),
	),
];

async function trialPage(
	{ guildId, t }: Pick<Asked, 'guildId' | 't'>,
	{ trials, links }: SetupServices,
	view: typeof trialVerifiedView,
): Promise<MessageView> {
	const trial = await trials.of(guildId);
	return view(t, trial, { guildId, links: links.from(guildId, trial.settings) });
}
