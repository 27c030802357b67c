import { scrubCodes } from '../../claims/scrub-codes.js';
import type { SetupChange } from '../../guilds/setup-change.js';
import type { Translator } from '../../i18n/translator.js';
import type { CheckedEvent, ModerationEvent } from '../../moderation/moderation-outcomes.js';
import { contentView, type MessageView } from '../kit/message.js';
import { firstNames, shownEnding } from '../kit/names.js';
import { unlinkingText } from '../kit/policy-text.js';
import { foreignLine, nothing } from '../kit/text.js';
import { checkedEventText, moderationEventText } from '../moderation/moderation-text.js';

/** What the people who run the server are told. Never a code. `hash`: the claim's. */
export type AuditEvent =
	| {
			readonly kind: 'verified';
			readonly userId: string;
			readonly hash: string;
			readonly itemName: string;
			/** The claim as the line names it; undefined: it has to be read for that. */
			readonly named?: NamedClaim;
			readonly returning: boolean;
	  }
	| {
			readonly kind: 'refused';
			readonly userId: string;
			readonly reason: 'invalid' | 'taken' | 'uncheckable';
			/** As the member was shown it. */
			readonly reference: string;
			/** The claim, where the code is somebody's. */
			readonly hash?: string | undefined;
	  }
	/** Many within a minute, in one line. */
	| {
			readonly kind: 'verified-many';
			readonly count: number;
			readonly items: readonly { readonly name: string; readonly count: number }[];
	  }
	/** `since`: seconds since the epoch. */
	| { readonly kind: 'refused-many'; readonly count: number; readonly since: number }
	| { readonly kind: 'limit'; readonly userId: string; readonly scope: 'member' | 'guild' }
	/** `left`: in this server alone. `ended-here`: by what was done at home, of which nothing is told. */
	| {
			readonly kind: 'revoked' | 'reinstated' | 'renewed' | 'unlinked' | 'left' | 'ended-here';
			readonly userId: string;
			readonly hash?: string;
			readonly itemName: string;
	  }
	| { readonly kind: 'setup'; readonly userId: string; readonly change: SetupChange }
	| { readonly kind: 'account'; readonly userId: string }
	| { readonly kind: 'panel'; readonly userId: string; readonly channelId: string }
	| { readonly kind: 'data-deleted'; readonly userId: string }
	| { readonly kind: 'moderation'; readonly event: ModerationEvent }
	/** Staff had the shop asked about a purchase. */
	| { readonly kind: 'checked'; readonly event: CheckedEvent }
	/** Staff let a member try codes again at once. */
	| { readonly kind: 'pause-ended'; readonly userId: string; readonly by: string }
	/** A member of staff has looked up too many codes that nobody here has. */
	| { readonly kind: 'lookup-limit'; readonly userId: string };

/** What a line names of a claim, as far as the server's staff may know it. */
export interface NamedClaim {
	readonly itemName: string;
	/** The end of its code; '' where it has none. */
	readonly ending: string;
	readonly holderIds: readonly string[];
}

/** Undefined where nothing is known of the claim, or nothing may be told. */
export type NameClaim = (hash: string) => NamedClaim | undefined;

/** One line for one event, in the order: what, who, why, what to do. */
export function auditView(
	t: Translator,
	event: AuditEvent,
	nameClaim: NameClaim = () => undefined,
): MessageView {
	return contentView(lineOf(t, event, nameClaim));
}

function lineOf(t: Translator, event: AuditEvent, nameClaim: NameClaim): string {
	switch (event.kind) {
		case 'verified': {
			const values = { userId: event.userId, purchase: purchaseText(t, event, nameClaim) };
			return event.returning ? t('audit.returned', values) : t('audit.verified', values);
		}
		case 'refused':
			return refusedLine(t, event, nameClaim);
		case 'verified-many': {
			const items = event.items.map(({ name, count }) => `${foreignLine(name, 60) || nothing} ${count}`);
			return t('audit.verifiedMany', { count: event.count, items: t.list(items) });
		}
		case 'refused-many':
			return t('audit.refusedMany', { count: event.count });
		case 'limit':
			return t(`audit.limit.${event.scope}`, { userId: event.userId });
		case 'revoked':
		case 'reinstated':
		case 'renewed': {
			const purchase = purchaseText(t, event, nameClaim);
			return t(`audit.${event.kind}`, { userId: event.userId, purchase });
		}
		case 'setup':
			return changeText(t, event.userId, event.change);
		case 'account':
			return t('audit.accountOpened', { userId: event.userId });
		case 'panel':
			return t('panel.audit', { userId: event.userId, channelId: event.channelId });
		case 'unlinked':
			return t('purchases.audit', {
				userId: event.userId,
				item: foreignLine(event.itemName, 200) || nothing,
			});
		case 'left':
			return t('purchases.auditLeft', {
				userId: event.userId,
				item: foreignLine(event.itemName, 200) || nothing,
			});
		case 'ended-here':
			return t('audit.endedHere', { userId: event.userId, purchase: purchaseText(t, event, nameClaim) });
		case 'data-deleted':
			return t('privacy.audit', { userId: event.userId });
		case 'moderation':
			return `🛠️ ${moderationEventText(t, event.event)}`;
		case 'checked':
			return `🛠️ ${checkedEventText(t, event.event)}`;
		case 'pause-ended':
			return `🛠️ ${t('desk.did.endedPause', { by: `<@${event.by}>`, member: `<@${event.userId}>` })}`;
		case 'lookup-limit':
			return t('audit.limit.lookup', { userId: event.userId });
	}
}

function refusedLine(
	t: Translator,
	{ userId, reason, reference, hash }: Extract<AuditEvent, { kind: 'refused' }>,
	nameClaim: NameClaim,
): string {
	if (reason !== 'taken') return t(`audit.refused.${reason}`, { userId, reference });
	const claim = hash === undefined ? undefined : nameClaim(hash);
	if (hash === undefined || claim === undefined || claim.holderIds.length === 0) {
		return t('audit.refused.inUse', { userId, reference });
	}
	const holders = firstNames(
		t,
		claim.holderIds.map((id) => `<@${id}>`),
		5,
	);
	const purchase = purchaseText(t, { hash, itemName: claim.itemName }, nameClaim);
	return t('audit.refused.taken', { userId, purchase, holders, reference });
}

function purchaseText(
	t: Translator,
	{ hash, itemName }: { readonly hash?: string; readonly itemName: string },
	nameClaim: NameClaim,
): string {
	const item = foreignLine(itemName, 200) || nothing;
	const ending = (hash && nameClaim(hash)?.ending) ?? '';
	return ending === '' ? t('audit.item', { item }) : t('audit.purchase', { item, code: shownEnding(ending) });
}

function changeText(t: Translator, userId: string, change: SetupChange): string {
	switch (change.what) {
		case 'buyer-role':
			return t('audit.setup.buyerRole', { userId, roleId: change.roleId });
		case 'supported-role':
			return change.roleId === undefined
				? t('audit.setup.noSupportedRole', { userId })
				: t('audit.setup.supportedRole', { userId, roleId: change.roleId });
		case 'audit-channel':
			return change.channelId === undefined
				? t('audit.setup.noAuditChannel', { userId })
				: t('audit.setup.auditChannel', { userId, channelId: change.channelId });
		case 'unlinking':
			return t('audit.setup.changed', {
				userId,
				change: t('policy.audit.unlinking', { policy: unlinkingText(t, change.unlinking) }),
			});
		case 'seats':
			return t('audit.setup.changed', {
				userId,
				change: t('policy.audit.seats', {
					licence: foreignLine(scrubCodes(change.licenseType), 100),
					seats: change.seats,
				}),
			});
		case 'powers':
			return t('audit.setup.powers', { userId, roleId: change.roleId });
		case 'staff-roles':
			return change.roleIds.length === 0
				? t('audit.setup.noStaffRoles', { userId })
				: t('audit.setup.staffRoles', { userId, roles: t.list(change.roleIds.map((id) => `<@&${id}>`)) });
		case 'links':
			return t('audit.setup.changed', { userId, change: t('setup.told.links') });
		case 'item-links':
			return t('audit.setup.changed', { userId, change: t('setup.told.itemLinks', { id: change.itemId }) });
		case 'sharing': {
			const what = t(`setup.sharing.${change.sharing}`);
			return t('audit.setup.changed', { userId, change: t('setup.told.sharing', { what }) });
		}
		case 'rule': {
			const values = {
				userId,
				kind: change.subject.kind,
				subject: foreignLine(scrubCodes(change.subject.key), 100),
			};
			return change.roleId === undefined
				? t('audit.setup.noRule', values)
				: t('audit.setup.rule', { ...values, roleId: change.roleId });
		}
	}
}
