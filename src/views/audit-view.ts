import { scrubCodes } from '../claims/scrub-codes.js';
import type { SetupChange } from '../guilds/setup-change.js';
import type { Translator } from '../i18n/translator.js';
import type { ModerationEvent } from '../moderation/moderation-outcomes.js';
import type { RoleObstacle } from '../roles/role-api.js';
import { type MessageView, noMentions } from './message.js';
import { moderationEventText } from './moderation-text.js';
import { permissionName } from './names.js';
import { unlinkingText } from './policy-text.js';
import { foreignLine } from './text.js';

/** What the people who run the server are told. Never a code. */
export type AuditEvent =
	| {
			readonly kind: 'verified';
			readonly userId: string;
			readonly itemName: string;
			readonly licenseType: string;
			readonly returning: boolean;
	  }
	| {
			readonly kind: 'refused';
			readonly userId: string;
			readonly reason: 'invalid' | 'taken' | 'uncheckable';
			readonly reference: string;
	  }
	/** Many within a minute, in one line. */
	| {
			readonly kind: 'verified-many';
			readonly count: number;
			readonly items: readonly { readonly name: string; readonly count: number }[];
	  }
	| { readonly kind: 'refused-many'; readonly count: number }
	| { readonly kind: 'limit'; readonly userId: string; readonly scope: 'member' | 'guild' }
	| {
			readonly kind: 'roles-blocked';
			readonly obstacle: RoleObstacle;
			readonly roleId: string | undefined;
	  }
	| {
			readonly kind: 'revoked' | 'reinstated' | 'renewed';
			readonly userId: string;
			readonly itemName: string;
	  }
	| { readonly kind: 'revoking-stopped'; readonly limit: number }
	| { readonly kind: 'setup'; readonly userId: string; readonly change: SetupChange }
	| { readonly kind: 'account'; readonly userId: string }
	| { readonly kind: 'panel'; readonly userId: string; readonly channelId: string }
	/** `left`: in this server alone. `ended-here`: by what was done at home, of which nothing is told. */
	| { readonly kind: 'unlinked' | 'left' | 'ended-here'; readonly userId: string; readonly itemName: string }
	| { readonly kind: 'data-deleted'; readonly userId: string }
	| { readonly kind: 'moderation'; readonly event: ModerationEvent }
	/** A member of staff has looked up too many codes that nobody here has. */
	| { readonly kind: 'lookup-limit'; readonly userId: string }
	/** User names of the marketplace: the one that the claims belong to, and the one of the key. */
	| { readonly kind: 'other-account'; readonly known: string; readonly seen: string }
	/** By so many minutes, against Discord's. */
	| { readonly kind: 'clock-off'; readonly minutes: number }
	| { readonly kind: 'bad-key' | 'answered-elsewhere' | 'empty-store' };

/** One line for one event, in the order: what, who, why, what to do. */
export function auditView(t: Translator, event: AuditEvent): MessageView {
	return { content: lineOf(t, event), allowedMentions: noMentions };
}

function lineOf(t: Translator, event: AuditEvent): string {
	switch (event.kind) {
		case 'verified': {
			const values = { userId: event.userId, purchase: purchaseText(t, event) };
			return event.returning ? t('audit.returned', values) : t('audit.verified', values);
		}
		case 'refused': {
			const { userId, reference } = event;
			return t('audit.refused', { userId, reference, reason: t(`audit.refused.${event.reason}`) });
		}
		case 'verified-many': {
			const items = event.items.map(({ name, count }) => `${foreignLine(name, 60) || '–'} ${count}`);
			return t('audit.verifiedMany', { count: event.count, items: t.list(items) });
		}
		case 'refused-many':
			return t('audit.refusedMany', { count: event.count });
		case 'limit':
			return t(`audit.limit.${event.scope}`, { userId: event.userId });
		case 'roles-blocked':
			return t('audit.rolesBlocked', { trouble: obstacleText(t, event.obstacle, event.roleId) });
		case 'revoked':
		case 'reinstated':
		case 'renewed':
			return t(`audit.${event.kind}`, {
				userId: event.userId,
				item: foreignLine(event.itemName, 200) || '–',
			});
		case 'revoking-stopped':
			return t('audit.revokingStopped', { limit: event.limit });
		case 'setup':
			return t('audit.setup', { userId: event.userId, change: changeText(t, event.change) });
		case 'account':
			return t('audit.accountOpened', { userId: event.userId });
		case 'panel':
			return t('panel.audit', { userId: event.userId, channelId: event.channelId });
		case 'unlinked':
			return t('purchases.audit', { userId: event.userId, item: foreignLine(event.itemName, 200) || '–' });
		case 'left':
			return t('purchases.auditLeft', {
				userId: event.userId,
				item: foreignLine(event.itemName, 200) || '–',
			});
		case 'ended-here':
			return t('audit.endedHere', { userId: event.userId, item: foreignLine(event.itemName, 200) || '–' });
		case 'data-deleted':
			return t('privacy.audit', { userId: event.userId });
		case 'moderation':
			return t('moderation.audit', {
				by: `<@${event.event.by}>`,
				what: moderationEventText(t, event.event),
			});
		case 'lookup-limit':
			return t('audit.limit.lookup', { userId: event.userId });
		case 'other-account':
			return t('audit.otherAccount', {
				known: foreignLine(event.known, 100) || '–',
				seen: foreignLine(event.seen, 100) || '–',
			});
		case 'clock-off':
			return t('audit.clockOff', { minutes: event.minutes });
		case 'bad-key':
			return t('audit.badKey');
		case 'answered-elsewhere':
			return t('audit.answeredElsewhere');
		case 'empty-store':
			return t('audit.emptyStore');
	}
}

function purchaseText(t: Translator, event: Extract<AuditEvent, { kind: 'verified' }>): string {
	const item = foreignLine(event.itemName, 200) || '–';
	const licence = foreignLine(event.licenseType, 80);
	return licence === ''
		? t('audit.purchaseWithoutLicence', { item })
		: t('audit.purchase', { item, licence });
}

function changeText(t: Translator, change: SetupChange): string {
	switch (change.what) {
		case 'buyer-role':
			return t('audit.setup.buyerRole', { roleId: change.roleId });
		case 'supported-role':
			return change.roleId === undefined
				? t('audit.setup.noSupportedRole')
				: t('audit.setup.supportedRole', { roleId: change.roleId });
		case 'audit-channel':
			return change.channelId === undefined
				? t('audit.setup.noAuditChannel')
				: t('audit.setup.auditChannel', { channelId: change.channelId });
		case 'unlinking':
			return t('policy.audit.unlinking', { policy: unlinkingText(t, change.unlinking) });
		case 'seats':
			return t('policy.audit.seats', {
				licence: foreignLine(scrubCodes(change.licenseType), 100),
				seats: change.seats,
			});
		case 'powers':
			return t('audit.setup.powers', { roleId: change.roleId });
		case 'staff-roles':
			return change.roleIds.length === 0
				? t('audit.setup.noStaffRoles')
				: t('audit.setup.staffRoles', { roles: t.list(change.roleIds.map((id) => `<@&${id}>`)) });
		case 'rule': {
			const values = { kind: change.subject.kind, subject: foreignLine(scrubCodes(change.subject.key), 100) };
			return change.roleId === undefined
				? t('audit.setup.noRule', values)
				: t('audit.setup.rule', { ...values, roleId: change.roleId });
		}
	}
}

function obstacleText(t: Translator, obstacle: RoleObstacle, roleId: string | undefined): string {
	switch (obstacle) {
		case 'role-missing':
			return roleId === undefined
				? t('audit.trouble.no-buyer-role')
				: t('audit.trouble.role-missing', { roleId });
		case 'missing-permission':
			return t('audit.trouble.missing-permission', { permission: permissionName(t, 'ManageRoles') });
		case 'guild-gone':
			return t('audit.trouble.guild-gone');
		case 'role-too-high':
		case 'role-not-assignable':
		case 'refused':
		case 'role-powerful':
			return roleId === undefined
				? t('audit.trouble.refused-without-role')
				: t(`audit.trouble.${obstacle}`, { role: `<@&${roleId}>` });
	}
}
