import type { Clock } from '../../src/base/clock.js';
import {
	type Answer,
	type Asked,
	onComponent,
	onDirectComponent,
	turnLater,
	updateLater,
} from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { Seats, SeatsShown } from '../../src/purchases/seats.js';
import {
	acceptSeat,
	askForSeat,
	offerSeat,
	openSeats,
	pickSeat,
	takeSeatBack,
} from '../../src/views/custom-ids/seat-ids.js';
import type { NameOf } from '../../src/views/kit/member-name.js';
import type { MessageView } from '../../src/views/kit/message.js';
import {
	peopleOnPage,
	seatAcceptedView,
	seatNote,
	seatRefusedView,
	seatsView,
	takeBackView,
} from '../../src/views/purchases/seats-view.js';

interface SeatServices {
	readonly seats: Pick<Seats, 'show' | 'offer' | 'accept' | 'takeBack'>;
	readonly memberNames: { of(userIds: readonly string[]): NameOf | Promise<NameOf> };
	readonly links: Pick<LinksOfServers, 'of'>;
	readonly clock: Pick<Clock, 'now'>;
}

type Pressed = Pick<Asked<Answerable>, 'interaction' | 't'>;

const memberOf = ({ guildId, user }: Answerable) => ({ guildId, userId: user.id });

/** The giver's buttons and selects below their own purchase, and the receiver's button. */
export const seatsComponents = [
	onComponent('button', openSeats, 'everyone', ({ args: [hash, at], ...asked }, services: SeatServices) =>
		turnLater(() => seatsPage(asked, services, hash, { at })),
	),
	onComponent('user-select', offerSeat, 'everyone', ({ args: [hash], ...asked }, services: SeatServices) =>
		turnLater(async () => {
			const { interaction } = asked;
			const [to = ''] = interaction.values;
			const answer = await services.seats.offer(memberOf(interaction), hash, to);
			if (answer.kind !== 'offered') return await refused(asked, services, answer);
			return await seatsPage(asked, services, hash, { done: { kind: answer.kind, userId: to } });
		}),
	),
	onComponent('select', pickSeat, 'everyone', ({ args: [hash], ...asked }, services: SeatServices) =>
		takeBackAsked(asked, services, hash, asked.interaction.values[0] ?? ''),
	),
	onComponent(
		'button',
		askForSeat,
		'everyone',
		({ args: [hash, userId], ...asked }, services: SeatServices) =>
			takeBackAsked(asked, services, hash, userId),
	),
	onComponent(
		'button',
		takeSeatBack,
		'everyone',
		({ args: [hash, userId], ...asked }, services: SeatServices) =>
			turnLater(async () => {
				const answer = await services.seats.takeBack(memberOf(asked.interaction), hash, userId);
				if (answer.kind !== 'taken-back' && answer.kind !== 'withdrawn')
					return await refused(asked, services, answer);
				return await seatsPage(asked, services, hash, { done: { kind: answer.kind, userId } });
			}),
	),
	onDirectComponent(
		'button',
		acceptSeat,
		({ args: [guildId, id], interaction, t }, { seats, links }: SeatServices) =>
			updateLater(async () => {
				const answer = await seats.accept(id, { guildId, userId: interaction.user.id });
				const place = { guildId, links: await links.of(guildId) };
				return seatAcceptedView(t, answer, place, { id, isDirect: interaction.isDirect ?? false });
			}),
	),
];

async function seatsPage(
	asked: Pressed,
	services: SeatServices,
	hash: string,
	{
		at = 0,
		done,
	}: {
		readonly at?: number;
		readonly done?: { readonly kind: 'offered' | 'taken-back' | 'withdrawn'; readonly userId: string };
	},
): Promise<MessageView> {
	const { interaction, t } = asked;
	const shown = await services.seats.show(memberOf(interaction), hash);
	if (shown.kind !== 'seats') return await refused(asked, services, shown);
	const people = [...peopleOnPage(shown, at), ...(done === undefined ? [] : [done.userId])];
	const nameOf = await services.memberNames.of(people);
	const note = done && seatNote(t, done.kind, done.userId, nameOf);
	return seatsView(t, shown, { at, note, nameOf, now: services.clock.now() });
}

function takeBackAsked(asked: Pressed, services: SeatServices, hash: string, userId: string): Answer {
	return turnLater(async () => {
		const shown = await services.seats.show(memberOf(asked.interaction), hash);
		if (shown.kind !== 'seats') return await refused(asked, services, shown);
		return takeBackView(asked.t, shown, userId, await services.memberNames.of([userId]));
	});
}

async function refused(
	{ interaction: { guildId }, t }: Pressed,
	{ links }: SeatServices,
	refusal: Exclude<SeatsShown, { kind: 'seats' }>,
): Promise<MessageView> {
	return seatRefusedView(t, refusal, { guildId, links: await links.of(guildId) });
}
