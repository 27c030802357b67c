import type { SupportEnd } from '../../base/support-end.js';
import { isRenewable, supportStage } from '../../guilds/support-stage.js';
import type { Translator } from '../../i18n/translator.js';
import type { ItemMedia } from '../../marketplace/schemas.js';
import { openItem } from '../custom-ids/item-ids.js';
import { openPurchases, sendCode } from '../custom-ids/purchase-ids.js';
import { itemHead, itemPreview } from '../items/item-parts.js';
import { type Place, renewButton, supportChannelButton } from '../kit/discord-links.js';
import { field, form } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { licenseLine, roleList } from '../kit/names.js';
import { bold, button, buttons, heading, page, text } from '../kit/page.js';
import { foreignLine, nothing, timestamp } from '../kit/text.js';
import { supportLine } from '../purchases/purchases-view.js';

/** The format of a purchase code. */
export const codePattern = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';

export const codeInput = 'code';

/** Long enough for a whole pasted receipt line that contains the code. */
export const maxCodeLength = 500;

export function codeForm(t: Translator) {
	return form(sendCode.encode(), t('button.verify'), codeField(t, t('panel.codeHint')));
}

/** @param value the prefilled code; undefined for none */
export function codeField(t: Translator, hint: string, value?: string) {
	const input = { id: codeInput, label: t('panel.codeLabel'), hint, placeholder: codePattern };
	return field({ ...input, value, isRequired: true, longest: maxCodeLength });
}

/** The state of a member's roles. Role ids. */
export interface RolesShown {
	/** `late`: still pending, and this message can't be edited much longer. `unchosen`: there is no buyer role. */
	readonly state: 'granted' | 'waiting' | 'late' | 'blocked' | 'unchosen' | 'member-left' | 'member-pending';
	/** The roles now held; undefined for all that are not withheld. */
	readonly held?: readonly string[] | undefined;
	/** Roles that wait until staff fix something. */
	readonly withheld?: readonly string[] | undefined;
}

/** A verified purchase of the member. Times are milliseconds since the epoch. */
export interface VerifiedAnswer {
	readonly kind: 'verified';
	readonly claim: {
		readonly item: { readonly id: number; readonly name: string };
		readonly licenseType: string;
		readonly supportedUntil: SupportEnd;
		readonly claimedAt: number;
	};
	readonly codeEnd: string;
	readonly seat?: { readonly number: number; readonly seats: number };
	/** The roles that the purchase gives here. */
	readonly roleIds: readonly string[];
	readonly returning: boolean;
	/** Support had ended according to our data, and the marketplace reports a renewal. */
	readonly renewed?: boolean;
	/** The item's images and previews, with the marketplace's URLs. */
	readonly media?: ItemMedia | undefined;
	readonly roles: RolesShown;
}

/**
 * The answer to a member whose purchase is verified: the item, its roles here, and further links.
 * @param now milliseconds since the epoch
 */
export function verifiedView(
	t: Translator,
	answer: VerifiedAnswer,
	{ place, now }: { readonly place: Place; readonly now: number },
): MessageView {
	const { claim, codeEnd, seat, media, roles } = answer;
	const stage = supportStage(claim.supportedUntil, now, place.links.support);
	const lines = [
		answer.returning && !isRenewed(answer) && t('verify.again', { when: timestamp(claim.claimedAt, 'R') }),
		...roleLines(t, answer),
		supportLine(t, stage),
		licenseLine(t, claim.licenseType, codeEnd),
		seat && t('verify.seat', { n: seat.number, seats: seat.seats }),
	];
	return page(
		roles.state === 'granted' && !isAnyWithheld(answer) ? 'done' : 'attention',
		itemHead(
			t,
			[heading(titleOf(t, answer)), bold(foreignLine(claim.item.name, 200) || nothing)],
			claim.item,
			media,
		),
		text(...lines),
		itemPreview(t, claim.item, media),
		buttons(supportChannelButton(t, place), isRenewable(stage) && renewButton(t, place)),
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
	if (roles.state === 'waiting' || roles.state === 'late') {
		if (roleIds.length === 0) return [];
		const key = roles.state === 'late' ? 'verify.rolesLate' : 'verify.rolesComing';
		return [t(key, { roles: roleList(t, roleIds) })];
	}
	const [has, lacks] = parted(roleIds, roles);
	const key = returning && !renewed ? 'verify.rolesHeld' : 'verify.rolesNow';
	return [
		...(has.length === 0 ? [] : [t(key, { roles: roleList(t, has) })]),
		...(lacks.length === 0 ? [] : [t('verify.rolesBlocked', { roles: roleList(t, lacks) })]),
	];
}

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
