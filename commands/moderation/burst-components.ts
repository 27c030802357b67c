import { onComponent, turnLater } from '../../src/discord/interactions/handler.js';
import {
	holderOf,
	longHash,
	openListed,
	openPurchase,
	openReference,
	showBurst,
	showRefusals,
} from '../../src/views/custom-ids/moderation-ids.js';
import { noReferenceView } from '../../src/views/moderation/moderation-look-up-view.js';
import { burstPage, refusalsPage } from './burst-page.js';
import { purchasePage, referencePage } from './moderation-pages.js';
import type { ModerationServices } from './moderation-services.js';

/** The lines behind an audit channel message that groups many events. */
export const burstComponents = [
	onComponent('button', showBurst, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const [kind, since, page] = asked.args;
			return await burstPage(asked, services, { kind, since, page });
		}),
	),
	onComponent('button', showRefusals, 'staff', (asked, services: ModerationServices) =>
		turnLater(() => refusalsPage(asked, services, asked.args[0])),
	),
	onComponent('select', openListed, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { interaction, t } = asked;
			const [chosen = ''] = interaction.values;
			const [letters] = openReference.decode(chosen) ?? [];
			if (letters !== undefined) {
				return (await referencePage(asked, services, letters, true)) ?? noReferenceView(t);
			}
			const [short, holder] = openPurchase.decode(chosen) ?? [];
			const about =
				short !== undefined && holder !== undefined
					? await services.moderation.findByHash(longHash(short), holderOf(holder))
					: undefined;
			return await purchasePage(asked, services, about);
		}),
	),
];
