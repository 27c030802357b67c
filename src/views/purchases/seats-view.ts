import { type APIButtonComponent, ComponentType } from 'discord.js';
import type { SeatsOverview } from '../../claims/given-seats.js';
import type { Translator } from '../../i18n/translator.js';
import type { AcceptAnswer, SeatRefusal } from '../../purchases/seats.js';
import { plainPurchaseName } from '../channels/notice-view.js';
import { openPurchase, openPurchases } from '../custom-ids/purchase-ids.js';
import {
	acceptSeat,
	askForSeat,
	offerSeat,
	openSeats,
	pickSeat,
	takeSeatBack,
} from '../custom-ids/seat-ids.js';
import { outdatedComponentView } from '../interactions/refusal-view.js';
import { button } from '../kit/components.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import { listPage, listSelect } from '../kit/list.js';
import { memberWithName, type NameOf } from '../kit/member-name.js';
import type { MessageView } from '../kit/message.js';
import { plainMoments } from '../kit/moments.js';
import {
	bold,
	buttons,
	danger,
	notice,
	page,
	primary,
	section,
	selectRow,
	small,
	text,
} from '../kit/page.js';
import { foreignLine, timestamp } from '../kit/text.js';

export interface SeatsContext {
	/** The page of the list, from 0. */
	readonly at: number;
	/** The outcome of the last act, shown at the top. */
	readonly note?: string | undefined;
	readonly nameOf: NameOf;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** A given or an offered seat. */
interface Entry {
	readonly userId: string;
	/** When it was accepted. */
	readonly since?: number;
	/** When the offer expires. */
	readonly until?: number;
}

/** The seats of a purchase, for its first holder: gives one, takes one back. */
export function seatsView(t: Translator, overview: SeatsOverview, context: SeatsContext): MessageView {
	const { hash, itemName, seats, taken } = overview;
	const all = entriesOf(overview);
	const { entries, at, pages, hasRows } = listPage(all, context.at);
	const isFree = taken + overview.offers.length < seats;
	return page(
		'info',
		text(context.note),
		text(
			bold(t('seats.title', { it: plainPurchaseName({ name: itemName, ending: '' }) })),
			t('seats.count', { taken, seats }),
			isFree ? small(t('seats.how')) : undefined,
		),
		hasRows
			? entries.flatMap((entry) => rowOf(t, hash, entry, context) ?? [])
			: listSelect(pickSeat.encode(hash), optionsOf(t, entries, context), t('seats.takeBack')),
		isFree &&
			selectRow({
				type: ComponentType.UserSelect,
				custom_id: offerSeat.encode(hash),
				placeholder: t('seats.choose'),
			}),
		buttons(
			button(t('button.back'), openPurchase.encode(hash)),
			pages > 1 && {
				...button(t('page.previous'), openSeats.encode(hash, Math.max(0, at - 1))),
				disabled: at === 0,
			},
			pages > 1 && { ...button(t('page.next'), openSeats.encode(hash, at + 1)), disabled: at === pages - 1 },
		),
	);
}

/** Asks before a seat or an offer is taken back. */
export function takeBackView(
	t: Translator,
	overview: SeatsOverview,
	userId: string,
	nameOf: NameOf,
): MessageView {
	const entry = entriesOf(overview).find((each) => each.userId === userId);
	if (entry === undefined) return outdatedComponentView(t);
	return notice(
		t('seats.sure', { member: memberWithName(userId, nameOf(userId)) }),
		[entry.since !== undefined && t('seats.loses'), t('seats.limit')],
		buttons(
			danger(button(t('seats.takeBack'), takeSeatBack.encode(overview.hash, userId))),
			button(t('button.back'), openSeats.encode(overview.hash, 0)),
		),
	);
}

/** The outcome of an offer or a seat taken back, shown above the seats. */
export function seatNote(
	t: Translator,
	kind: 'offered' | 'taken-back' | 'withdrawn',
	userId: string,
	nameOf: NameOf,
): string {
	const member = memberWithName(userId, nameOf(userId));
	return bold(t(kind === 'offered' ? 'seats.offered' : 'seats.isBack', { member }));
}

/**
 * The answer to the receiver of an offer. It replaces the offer, so a refusal that may pass has the offer's button.
 * `isDirect`: in a direct message, where there are no commands.
 */
export function seatAcceptedView(
	t: Translator,
	answer: AcceptAnswer,
	place: Place,
	{ id, isDirect }: { readonly id: string; readonly isDirect: boolean },
): MessageView {
	const mine = buttons(!isDirect && button(t('button.showMyPurchases'), openPurchases.encode()));
	if (answer.kind === 'accepted') {
		const it = foreignLine(answer.itemName, 200) || '–';
		return notice(t('seats.accepted', { it }), [t('seats.rolesFollow')], mine);
	}
	if (answer.kind === 'already-held') return notice(t('seats.alreadyYours'), [], mine);
	const again = primary(button(t('button.tryAgain'), acceptSeat.encode(place.guildId, id)));
	return seatRefusedView(t, answer, place, answer.kind !== 'gone' && again);
}

/** Why a request about seats is refused. `again`: repeats it. */
export function seatRefusedView(
	t: Translator,
	refusal: SeatRefusal,
	place: Place,
	again: APIButtonComponent | false = false,
): MessageView {
	const retry = buttons(again);
	switch (refusal.kind) {
		case 'not-yours':
			return outdatedComponentView(t);
		case 'locked':
			return notice(t('move.refused.locked'), [askLine(t, place)], buttons(again, askButton(t, place)));
		case 'disputed':
			return notice(t('dispute.decide'), [askLine(t, place)], buttons(again, askButton(t, place)));
		case 'revoked':
			return notice(t('purchases.revokedTitle'), [], retry);
		case 'discord-silent':
			return notice(t('dispute.ruled.discord-silent'), [], retry);
		case 'changed-lately':
		case 'too-many': {
			const when = timestamp(refusal.retryAt, 'R');
			return notice(t(`seats.refused.${refusal.kind}`, { when }), [], retry);
		}
		default:
			return notice(t(`seats.refused.${refusal.kind}`), [], retry);
	}
}

/** The people on a page, for their names. */
export function peopleOnPage(overview: SeatsOverview, at: number): readonly string[] {
	return listPage(entriesOf(overview), at).entries.map(({ userId }) => userId);
}

function entriesOf({ given, offers }: SeatsOverview): readonly Entry[] {
	return [
		...given.map(({ holderId: userId, claimedAt: since }) => ({ userId, since })),
		...offers.map(({ to: userId, until }) => ({ userId, until })),
	];
}

function rowOf(t: Translator, hash: string, { userId, since, until = 0 }: Entry, { nameOf }: SeatsContext) {
	const member = memberWithName(userId, nameOf(userId));
	const line =
		since === undefined
			? t('seats.rowOffered', { member, when: timestamp(until, 'R') })
			: t('seats.rowGiven', { member, date: timestamp(since, 'D') });
	return section([line], button(t('seats.takeBack'), askForSeat.encode(hash, userId)));
}

function optionsOf(t: Translator, entries: readonly Entry[], { nameOf, now }: SeatsContext) {
	const moments = plainMoments(t.language, now);
	return entries.map(({ userId, since, until = 0 }) => ({
		label: nameOf(userId) ?? userId,
		description:
			since === undefined
				? t('seats.optionOffered', { when: moments.fromNow(until) })
				: t('seats.optionGiven', { date: moments.date(since) }),
		value: userId,
	}));
}
