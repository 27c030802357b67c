import type { Translator } from '../../i18n/translator.js';
import type { ItemMedia } from '../../marketplace/schemas.js';
import { openItem } from '../custom-ids/item-page-ids.js';
import { openPurchases } from '../custom-ids/purchase-ids.js';
import { button } from '../kit/components.js';
import { type Place, supportChannelButton } from '../kit/discord-links.js';
import { licenseLine } from '../kit/license-text.js';
import type { MessageView } from '../kit/message.js';
import { bold, buttons, gallery, head, heading, linkButton, page, text } from '../kit/page.js';
import { cut, foreignLine, nothing, oneLine, timestamp } from '../kit/text.js';

/** How far the roles of a member are. Role ids. */
export interface RolesShown {
	/** `late`: still on its way, and this message can't be changed much longer. `unchosen`: there is no buyer role. */
	readonly state: 'granted' | 'waiting' | 'late' | 'blocked' | 'unchosen' | 'member-left' | 'member-pending';
	/** What the member has now; undefined: all that is not withheld. */
	readonly held?: readonly string[] | undefined;
	/** What waits until the staff fix something. */
	readonly withheld?: readonly string[] | undefined;
}

/** A purchase that is the member's now. Times are milliseconds since the epoch. */
export interface VerifiedAnswer {
	readonly kind: 'verified';
	readonly claim: {
		readonly item: { readonly id: number; readonly name: string };
		readonly licenseType: string;
		readonly supportedUntil: number | undefined;
		readonly claimedAt: number;
	};
	readonly codeEnd: string;
	readonly seat?: { readonly number: number; readonly seats: number };
	/** The roles that the purchase gives here. */
	readonly roleIds: readonly string[];
	readonly returning: boolean;
	/** Support had ended as far as we knew, and the marketplace says that it was renewed. */
	readonly renewed?: boolean;
	/** The item's pictures and previews, as the marketplace has their addresses. */
	readonly media?: ItemMedia | undefined;
	readonly roles: RolesShown;
}

/**
 * The answer to a member whose purchase is verified: what it is, what it gives here, and where to go with it.
 * @param now milliseconds since the epoch
 */
export function verifiedView(
	t: Translator,
	answer: VerifiedAnswer,
	{ place, now }: { readonly place: Place; readonly now: number },
): MessageView {
	const { claim, codeEnd, seat, media, roles } = answer;
	const name = oneLine(claim.item.name);
	const preview = gallery({
		url: media?.previewImageUrl ?? media?.previewVideoUrl,
		alt: altOf(t('verify.previewOf', { item: name })),
	});
	// One picture of the item is enough.
	const logoUrl = preview === undefined ? media?.thumbnailUrl : undefined;
	const lines = [
		answer.returning && !isRenewed(answer) && t('verify.again', { when: timestamp(claim.claimedAt, 'R') }),
		...roleLines(t, answer),
		supportLine(t, claim.supportedUntil, now),
		licenseLine(t, claim.licenseType, codeEnd),
		seat && t('verify.seat', { n: seat.number, seats: seat.seats }),
	];
	return page(
		roles.state === 'granted' && !isAnyWithheld(answer) ? 'done' : 'attention',
		head(
			[heading(titleOf(t, answer)), bold(foreignLine(claim.item.name, 200) || nothing)],
			logoUrl,
			altOf(t('verify.logoOf', { item: name })),
		),
		text(...lines),
		preview,
		buttons(...linksOf(t, claim, place, now)),
		buttons(
			button(t('button.showItem'), openItem.encode(claim.item.id)),
			button(t('button.showMyPurchases'), openPurchases.encode()),
		),
	);
}

function titleOf(t: Translator, answer: VerifiedAnswer): string {
	if (isRenewed(answer)) return t('verify.renewedTitle');
	return answer.returning ? t('verify.againTitle') : t('verify.verifiedTitle');
}

function isRenewed({ renewed, claim }: VerifiedAnswer): boolean {
	return renewed === true && claim.supportedUntil !== undefined;
}

function roleLines(t: Translator, { roleIds, returning, renewed, roles }: VerifiedAnswer): readonly string[] {
	if (roles.state === 'unchosen') return [t('verify.roleUnchosen')];
	if (roles.state === 'member-left') return [t('verify.roleMemberLeft')];
	if (roles.state === 'member-pending') return [t('verify.roleMemberPending')];
	const listed = (ids: readonly string[]) => t.list(ids.map((id) => `<@&${id}>`));
	if (roles.state === 'waiting' || roles.state === 'late') {
		const late = roles.state === 'late';
		if (roleIds.length === 0) return [];
		const values = { roles: listed(roleIds) };
		return [late ? t('verify.rolesLate', values) : t('verify.rolesComing', values)];
	}
	const [has, lacks] = parted(roleIds, roles);
	const values = { roles: listed(has) };
	return [
		...(has.length === 0
			? []
			: [returning && !renewed ? t('verify.rolesHeld', values) : t('verify.rolesNow', values)]),
		...(lacks.length === 0 ? [] : [t('verify.rolesBlocked', { roles: listed(lacks) })]),
	];
}

/** The roles of a purchase that the member has, and those that are withheld. */
function parted(
	roleIds: readonly string[],
	{ held, withheld = [] }: RolesShown,
): readonly [has: readonly string[], lacks: readonly string[]] {
	const has = roleIds.filter((id) => (held === undefined ? !withheld.includes(id) : held.includes(id)));
	return [has, roleIds.filter((id) => !has.includes(id))];
}

function isAnyWithheld({ roleIds, roles }: VerifiedAnswer): boolean {
	return parted(roleIds, roles)[1].length > 0;
}

function supportLine(t: Translator, supportedUntil: number | undefined, now: number): string {
	if (supportedUntil === undefined) return t('verify.supportNone');
	const when = timestamp(supportedUntil, 'R');
	if (supportedUntil <= now) return t('verify.supportEnded', { when });
	return t('verify.supportUntil', { date: timestamp(supportedUntil, 'D'), when });
}

/** Where the server sends its buyers: those of its links that are set. */
function linksOf(
	t: Translator,
	{ item, supportedUntil = Number.POSITIVE_INFINITY }: VerifiedAnswer['claim'],
	place: Place,
	now: number,
) {
	const { links } = place;
	const ofItem = Object.hasOwn(links.items, String(item.id)) ? links.items[String(item.id)] : undefined;
	return [
		supportChannelButton(t, place),
		linkButton(t('button.readDocs'), ofItem?.docs),
		linkButton(t('button.download'), ofItem?.download),
		supportedUntil <= now && linkButton(t('button.renewSupport'), links.renewUrl),
	];
}

/** Discord's limit for what a screen reader says. */
const altOf = (text: string): string => cut(text, 1_024);
