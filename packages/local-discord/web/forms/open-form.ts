import type { PageInteraction, PagePerson } from '../../src/page/protocol.js';
import type { Store } from '../store.js';

/** An open form, and the state of its submission. */
export interface OpenForm {
	readonly interaction: PageInteraction;
	readonly sending: 'not-sent' | 'pending' | 'failed';
}

/**
 * The person's open form: the latest that a bot has opened for them in this server, or in their direct conversation,
 * and that is neither closed nor answered. A form whose submission failed stays open; one that was opened before the
 * page connected is lost, as in Discord's client after a restart, unless it is `filling`.
 */
export function openFormOf(
	store: Store,
	viewer: PagePerson,
	closed: ReadonlySet<string>,
	filling: string | undefined,
): OpenForm | undefined {
	const own = [...store.interactions.values()].filter(
		({ userId, guildId }) =>
			userId === viewer.userId && (guildId === undefined || guildId === viewer.guildId),
	);
	const at = own.findLastIndex(({ modal }) => modal !== undefined);
	const interaction = own[at];
	if (interaction === undefined || closed.has(interaction.id)) return undefined;
	const isOld = store.world?.interactions.some(
		({ id, modal }) => id === interaction.id && modal !== undefined,
	);
	if (isOld && interaction.id !== filling) return undefined;
	const sent = own
		.slice(at + 1)
		.findLast(({ kind, target }) => kind === 'modal-submit' && target === interaction.modal?.custom_id);
	if (sent === undefined) return { interaction, sending: 'not-sent' };
	if (sent.failure !== undefined) return { interaction, sending: 'failed' };
	return sent.acknowledgedAfterMs === undefined ? { interaction, sending: 'pending' } : undefined;
}
