import { trialView } from '../../../commands/setup/main.js';
import { indexItem } from '../../../src/marketplace/indexed-item.js';
import type { TrialPurchase } from '../../../src/services/purchases/purchases.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import { itemOf } from '../items/sample-catalog.js';
import { barePlace, day, now, placeOf, roleIds } from '../sample.js';
import { page, type States, variants } from '../state.js';

export const trialStates: States = (foreign) => {
	const trial: TrialPurchase = {
		item: indexItem(itemOf(foreign, { id: 7 })).listed,
		licenseType: 'regular',
		supportedUntil: now + 180 * day,
		now,
		roleIds: [roleIds.buyer, roleIds.aurora],
		settings: sampleSettings(),
	};
	const place = placeOf(foreign);
	const others = [
		[{ ...trial, item: undefined }, place],
		[{ ...trial, roleIds: undefined }, barePlace],
	] as const;
	return [
		page('setup/trial', 'A made-up purchase is verified', trialView, [trial, place]),
		...variants(trialView, others),
	];
};
