import {
	onComponent,
	onDirectComponent,
	openModal,
	turnLater,
	updateLater,
} from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { Disputes } from '../../src/moderation/disputes.js';
import {
	askForDecision,
	disputeInputs,
	keepMine,
	letGo,
	sendDispute,
	withdrawDispute,
} from '../../src/views/custom-ids/dispute-ids.js';
import { outdatedComponentView } from '../../src/views/interactions/refusal-view.js';
import {
	disputeHinderedView,
	disputeModal,
	disputeNotedView,
	disputeOpenView,
	disputeWithdrawnView,
	letGoView,
} from '../../src/views/purchases/dispute-view.js';

export interface DisputeServices {
	readonly disputes: Disputes;
	readonly links: Pick<LinksOfServers, 'of'>;
}

const memberOf = ({ guildId, user }: Answerable) => ({ guildId, userId: user.id });

/** The actions of the claimant, and those of the holder in direct messages. */
export const disputeComponents = [
	onComponent('button', askForDecision, 'everyone', ({ args: [reference], t }) =>
		openModal(disputeModal(t, reference)),
	),
	onComponent(
		'modal',
		sendDispute,
		'everyone',
		({ args: [reference], interaction, t }, { disputes, links }: DisputeServices) =>
			turnLater(async () => {
				const note = interaction.fields.getTextInputValue(disputeInputs.note);
				const opened = await disputes.open(reference, memberOf(interaction), note);
				if (opened.kind === 'gone') return outdatedComponentView(t);
				const { guildId } = interaction;
				const place = { guildId, links: await links.of(guildId) };
				if (opened.kind === 'open') return disputeOpenView(t, opened, place);
				return disputeHinderedView(t, opened.kind, place);
			}),
	),
	onComponent(
		'button',
		withdrawDispute,
		'everyone',
		({ args: [reference], interaction, t }, { disputes }: DisputeServices) =>
			turnLater(async () =>
				(await disputes.withdraw(reference, memberOf(interaction)))
					? disputeWithdrawnView(t)
					: outdatedComponentView(t),
			),
	),
	onDirectComponent(
		'button',
		keepMine,
		({ args: [, reference], interaction, t }, { disputes }: DisputeServices) =>
			updateLater(async () =>
				(await disputes.keep(reference, interaction.user.id))
					? disputeNotedView(t)
					: outdatedComponentView(t),
			),
	),
	onDirectComponent(
		'button',
		letGo,
		({ args: [, reference], interaction, t }, { disputes }: DisputeServices) =>
			updateLater(async () => {
				const outcome = await disputes.letGo(reference, interaction.user.id);
				if (outcome === 'gone') return outdatedComponentView(t);
				return outcome === 'moved' ? letGoView(t) : disputeNotedView(t);
			}),
	),
];
