import {
	onComponent,
	onDirectComponent,
	openModal,
	turn,
	turnLater,
	updateLater,
} from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { Disputes } from '../../src/moderation/disputes/disputes.js';
import type { LettingGo } from '../../src/moderation/disputes/letting-go.js';
import type { OwnMoves } from '../../src/moderation/disputes/own-moves.js';
import {
	askForDecision,
	disputeInputs,
	keepMine,
	letGo,
	letGoNow,
	moveHere,
	moveMine,
	moveNot,
	moveNow,
	moveOwn,
	openDispute,
	sendDispute,
	sendMoveMine,
	sendMoveOwn,
	withdrawDispute,
} from '../../src/views/custom-ids/dispute-ids.js';
import { outdatedComponentView } from '../../src/views/interactions/refusal-view.js';
import {
	disputeHinderedView,
	disputeModal,
	disputeNotedView,
	disputeOpenView,
	disputeStartView,
	disputeWithdrawnView,
	movedHereView,
	moveYourselfView,
} from '../../src/views/purchases/dispute-view.js';
import {
	letGoSureView,
	movedView,
	moveModal,
	moveRefusedView,
	moveSureView,
} from '../../src/views/purchases/move-view.js';

interface DisputeServices {
	readonly disputes: Disputes;
	readonly moves: OwnMoves;
	readonly lettingGo: LettingGo;
	readonly links: Pick<LinksOfServers, 'of'>;
}

/** How long an answer can be edited: the interaction token is valid for 15 minutes. */
const editableMs = 14 * 60_000;

const memberOf = ({ guildId, user }: Answerable) => ({ guildId, userId: user.id });

const placeOf = async ({ guildId }: Answerable, { links }: DisputeServices) => ({
	guildId,
	links: await links.of(guildId),
});

/** The claimant's actions. */
const claimants = [
	onComponent(
		'button',
		openDispute,
		'everyone',
		({ args: [reference], interaction, t }, services: DisputeServices) =>
			turnLater(async () => {
				const looked = await services.disputes.look(reference, memberOf(interaction));
				if (looked.kind === 'gone') return outdatedComponentView(t);
				if (looked.kind === 'free') return disputeStartView(t, looked);
				return disputeOpenView(t, looked, await placeOf(interaction, services));
			}),
	),
	onComponent(
		'button',
		moveHere,
		'everyone',
		({ args: [reference], interaction, t }, { disputes, moves }: DisputeServices) =>
			turnLater(async (show) => {
				const member = memberOf(interaction);
				const looked = await disputes.look(reference, member);
				if (looked.kind !== 'free' || !(await moves.expect(reference, member)))
					return outdatedComponentView(t);
				moves.wait(reference, editableMs, (moved) => show(movedHereView(t, moved)));
				return moveYourselfView(t, looked);
			}),
	),
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
				return moveRefusedView(t, asked.kind, await placeOf(interaction, services));
			}),
	),
	onDirectComponent(
		'button',
		letGoNow,
		({ args: [, reference], interaction, t }, services: DisputeServices) =>
			updateLater(async () => {
				const outcome = await services.lettingGo.letGo(reference, interaction.user.id);
				if (outcome.kind === 'done') return movedView(t, 'moved', true);
				return moveRefusedView(t, outcome.kind, await placeOf(interaction, services));
			}),
	),
	onDirectComponent('button', moveMine, ({ args: [guildId, reference], t }) =>
		openModal(moveModal(t, sendMoveMine.encode(guildId, reference))),
	),
	onDirectComponent(
		'modal',
		sendMoveMine,
		({ args: [guildId, reference], interaction, t }, services: DisputeServices) =>
			turnLater(async () => {
				const { disputes } = services;
				const hash = await disputes.askedAbout(reference, interaction.user.id);
				if (hash === undefined) return outdatedComponentView(t);
				return await sureOf({ interaction, t, hash, again: moveMine.encode(guildId, reference) }, services);
			}),
	),
];

type Text = Parameters<typeof movedView>[0];

/** Asks for confirmation before a purchase moves, or explains why it can't. */
async function sureOf(
	{
		interaction,
		t,
		hash,
		again,
	}: {
		readonly interaction: Answerable & { readonly fields: { getTextInputValue(name: string): string } };
		readonly t: Text;
		readonly hash: string;
		readonly again: string;
	},
	services: DisputeServices,
) {
	const typed = interaction.fields.getTextInputValue(disputeInputs.reference);
	const asked = await services.moves.ask(hash, memberOf(interaction), typed);
	if (asked.kind === 'sure') return moveSureView(t, asked, interaction.guildId);
	return moveRefusedView(t, asked.kind, await placeOf(interaction, services), again);
}

/** Moving a purchase between one's own accounts. */
const movers = [
	onComponent('button', moveOwn, 'everyone', ({ args: [hash], t }) =>
		openModal(moveModal(t, sendMoveOwn.encode(hash))),
	),
	onComponent(
		'modal',
		sendMoveOwn,
		'everyone',
		({ args: [hash], interaction, t }, services: DisputeServices) =>
			turnLater(() => sureOf({ interaction, t, hash, again: moveOwn.encode(hash) }, services)),
	),
	onDirectComponent('button', moveNow, ({ args: [, reference], interaction, t }, services: DisputeServices) =>
		turnLater(async () => {
			const outcome = await services.moves.move(reference, interaction.user.id);
			if (outcome.kind === 'moved') return movedView(t, 'moved', isDirect(interaction));
			return moveRefusedView(t, outcome.kind, await placeOf(interaction, services));
		}),
	),
	onDirectComponent('button', moveNot, ({ interaction, t }) =>
		turn(movedView(t, 'kept', isDirect(interaction))),
	),
];

/** The bot has no commands in direct messages, so nothing there may refer to one. */
function isDirect({ isDirect: is = false }: Answerable): boolean {
	return is;
}

export const disputeComponents = [...claimants, ...holders, ...movers];
