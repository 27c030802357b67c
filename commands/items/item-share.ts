import type { Cooldowns } from '../../src/base/time/cooldowns.js';
import type { itemSharing } from '../../src/discord/interactions/access.js';
import {
	type Asked,
	onComponent,
	privately,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
import { type ItemsState, listIn, shareItem } from '../../src/views/custom-ids/item-ids.js';
import { itemFailureView } from '../../src/views/items/item-lookup-view.js';
import {
	itemButton,
	mayNotShareView,
	sharedAlreadyView,
	sharedItemView,
	sharedView,
	staffShareView,
} from '../../src/views/items/item-view.js';
import { forEveryone } from '../../src/views/kit/message.js';
import type { ItemServices } from './item-card.js';

export interface ShareServices extends ItemServices {
	/** By channel and member. */
	readonly sharePauses: Pick<Cooldowns, 'take'>;
	readonly sharing: ReturnType<typeof itemSharing>;
}

/** Minimum pause between two shared items of a member in a channel; slow mode can extend it. */
const pauseMs = 30_000;

/** The button that shows an item to everyone. */
export const shareComponents = [
	onComponent('button', shareItem, 'everyone', (asked, services: ShareServices) => {
		const [id, ...from] = asked.args;
		return showPage(sharing(asked, services, { id, from: listIn(from), label: 'button.back' }));
	}),
];

/** Answers a command that shows an item to everyone. */
export function shareAnswer(asked: Asked, services: ShareServices, id: number) {
	return privately(sharing(asked, services, { id, from: undefined, label: 'button.showItem' }));
}

/**
 * Posts an item for everyone, with the name of the member who shared it. The bot posts on the member's behalf, so only
 * if the member may post there. Deferred ephemerally, so that a refusal stays private.
 */
function sharing(
	asked: Asked,
	{ catalogue, sharePauses, sharing }: ShareServices,
	item: {
		readonly id: number;
		readonly from: ItemsState | undefined;
		readonly label: 'button.back' | 'button.showItem';
	},
): Work {
	const { t, guildT } = asked;
	const { userId, channelId } = asked;
	const { id, from } = item;
	const back = itemButton(t, id, from, item.label);
	return async () => {
		if (!asked.mayPost()) return mayNotShareView(t, back);
		if (!(await sharing.allows(asked))) return staffShareView(t, back);
		const found = await catalogue.find(id, userId);
		if (!found.ok) return itemFailureView(t, found.failure, id, from);
		// Don't await anything from here on: of two simultaneous presses, one is refused.
		const sharedAt = sharePauses.take(`${channelId}:${userId}`, Math.max(pauseMs, asked.slowModeMs));
		if (sharedAt !== undefined) return sharedAlreadyView(t, sharedAt, back);
		const card = sharedItemView(guildT, found.value, userId);
		return { view: sharedView(t, channelId, back), followUp: forEveryone(card) };
	};
}
