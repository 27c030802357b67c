import {
	onComponent,
	onDirectComponent,
	openModal,
	turnLater,
	updateLater,
} from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { Disputes } from '../../src/moderation/disputes/disputes.js';
import type { LettingGo } from '../../src/moderation/disputes/letting-go.js';
import {
	askForDecision,
	disputeInputs,
	keepMine,
	letGo,
	letGoNow,
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
	letGoRefusedView,
	letGoSureView,
	letGoView,
} from '../../src/views/purchases/dispute-view.js';

export interface DisputeServices {
	readonly disputes: Disputes;
	readonly lettingGo: LettingGo;
	readonly links: Pick<LinksOfServers, 'of'>;
}

const memberOf = ({ guildId, user }: Answerable) => ({ guildId, userId: user.id });

const placeOf = async ({ guildId }: Answerable, { links }: DisputeServices) => ({
	guildId,
	links: await links.of(guildId),
});

/** The claimant's actions. */
const claimants = [
	onComponent('button', askForDecision, 'everyone', ({ args: [reference], t }) =>
		openModal(disputeModal(t, reference)),
	),
	onComponent(
		'modal',
		sendDispute,
		'everyone',
		({ args: [reference], interaction, t }, services: DisputeServices) =>
			turnLater(async () => {
				const note = interaction.fields.getTextInputValue(disputeInputs.note);
				const opened = await services.disputes.open(reference, memberOf(interaction), note);
				if (opened.kind === 'gone') return outdatedComponentView(t);
				const place = await placeOf(interaction, services);
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
];

/** The holder's actions, in direct messages. */
const holders = [
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
		({ args: [guildId, reference], interaction, t }, services: DisputeServices) =>
			updateLater(async () => {
				const asked = await services.lettingGo.ask(reference, interaction.user.id, guildId);
				if (asked.kind === 'sure') return letGoSureView(t, asked, guildId, reference);
				return letGoRefusedView(t, asked.kind, await placeOf(interaction, services));
			}),
	),
	onDirectComponent(
		'button',
		letGoNow,
		({ args: [, reference], interaction, t }, services: DisputeServices) =>
			updateLater(async () => {
				const outcome = await services.lettingGo.letGo(reference, interaction.user.id);
				if (outcome.kind === 'done') return letGoView(t);
				return letGoRefusedView(t, outcome.kind, await placeOf(interaction, services));
			}),
	),
];

export const disputeComponents = [...claimants, ...holders];
