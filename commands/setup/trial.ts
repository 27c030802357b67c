import type { Services } from '../../src/create-services.js';
import { componentsOf } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { TrialPurchase } from '../../src/services/purchases/purchases.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import type { MessageView } from '../../src/ui/message.js';
import type { Place } from '../../src/ui/place.js';
import { verifiedView } from '../verify/verify.js';
import { backToMain } from './choice.js';

/** Shows the answer to a made-up code. */
export const tryAsBuyer = defineCustomId('setup-try');

/** The answer that a buyer gets, with a mark at the top. */
export function trialView(t: Translator, trial: TrialPurchase, place: Place): MessageView {
	const { item, licenseType, supportedUntil, now, roleIds } = trial;
	return verifiedView(
		t,
		{
			kind: 'verified',
			claim: { item: item ?? { id: 0, name: t('trial.item') }, licenseType, supportedUntil, claimedAt: now },
			codeEnd: 'c0de',
			roleIds: roleIds ?? [],
			returning: false,
			media: item,
			roles:
				roleIds === undefined
					? { kind: 'blocked', roleId: undefined, obstacle: 'role-missing' }
					: { kind: 'granted', added: roleIds, removed: [], withheld: [] },
		},
		{ place, now, note: t('trial.mark'), next: [backToMain(t)] },
	);
}

const { shows } = componentsOf<Services>('manager');

/** A made-up purchase for the person who has set the server up. Nothing is stored, requested or granted. */
export const trialComponents = [
	shows('button', tryAsBuyer, async ({ guildId, t }, { purchases, links }) => {
		const trial = await purchases.trial(guildId);
		return trialView(t, trial, { guildId, links: links.from(guildId, trial.settings) });
	}),
];
