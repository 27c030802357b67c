import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Translator } from '../../i18n/translator.js';
import type { AuditEvent } from '../../messages/audit.js';
import { settings as table } from '../../servers/settings-table.js';
import type { SetupChange } from '../../servers/setup-change.js';
import type { EndedRoles } from '../../services/moderation/moderated-roles.js';
import { openMember, openPurchase, openReference } from '../entries.js';
import { contentView, type MessageView } from '../message.js';
import { endedRolesTexts, firstNames, optionText, shownEnding, subjectName, withEnding } from '../names.js';
import { bold, button, buttons } from '../page.js';
import { checkedEventText, memberText, moderationEventText } from '../staff-texts.js';
import { cutToWidth, dotted, foreignLine, type NameOf, nothing, oneLine, sentences } from '../text.js';

/** The part of a claim that a line shows. `ending`: the end of its code; '' if it has none. */
export interface NamedClaim {
	readonly itemName: string;
	readonly ending: string;
	readonly holderIds: readonly string[];
}

/** @returns undefined if the claim is unknown */
export type NameClaim = (hash: string) => NamedClaim | undefined;

/** Names of the people and claims in a line, from Discord and the store. */
export interface AuditNames {
	readonly nameClaim: NameClaim;
	readonly nameOf: NameOf;
	/** The roles of the member about whom the event is, if a purchase no longer counts. */
	readonly rolesOf?: (event: AuditEvent) => EndedRoles | undefined;
}

/** A phone fits 46 columns per line: with a member and a short name, a purchase takes two lines. */
const itemColumns = 34;
const maxItems = 3;
/** Members in a grouped line. */
const maxNamed = 3;
const maxHolders = 5;

export function membersIn(event: AuditEvent, nameClaim: NameClaim): readonly (string | undefined)[] {
	switch (event.kind) {
		case 'verified-many':
		case 'refused-many':
			return event.userIds.slice(0, maxNamed);
		case 'rule-dropped':
			return [];
		case 'moderation':
			return [event.event.by, event.event.memberId, event.event.toUserId];
		case 'checked':
			return [event.event.by];
		case 'pause-ended':
			return [event.by, event.userId];
		case 'refused': {
			const { userId, hash } = event;
			const holderIds = hash === undefined ? [] : (nameClaim(hash)?.holderIds ?? []);
			return [userId, ...holderIds.slice(0, maxHolders)];
		}
		default:
			return [event.userId];
	}
}

/** One line for one event, in the order: what, who, why, what to do. Grouped events have their items below. */
export function auditLine(t: Translator, event: AuditEvent, names: AuditNames): string {
	const { nameClaim, nameOf } = names;
	const withRoles = (line: string) => sentences(t, [line, ...endedRolesTexts(t, names.rolesOf?.(event))]);
	const member = 'userId' in event ? memberText(t, event.userId, nameOf) : '';
	// Whom to look up. The others of thousands are only counted.
	const textOf = (userId: string, at: number) => (at < maxNamed ? memberText(t, userId, nameOf) : userId);
	const members = firstNames(t, 'userIds' in event ? event.userIds.map(textOf) : [], maxNamed);
	switch (event.kind) {
		case 'verified':
			return t(event.returning ? 'audit.returned' : 'audit.verified', {
				member,
				purchase: purchaseText(event, nameClaim),
			});
		case 'refused':
			return refusedLine(t, event, names);
		case 'verified-many':
			return [
				dotted(t('audit.verifiedMany', { count: event.count, minutes: event.minutes }), members),
				...itemLines(t, event.items),
			].join('\n');
		case 'refused-many': {
			const { of: how, count, minutes, userIds } = event;
			if (how === 'uncheckable') return dotted(t('audit.uncheckedMany', { count }), members);
			return userIds.length === 1
				? t('audit.refusedOf', { member: members, count, how })
				: dotted(t('audit.refusedMany', { count, minutes }), members);
		}
		case 'limit':
			return t(`audit.limit.${event.scope}`, { member });
		case 'revoked':
		case 'reinstated':
		case 'renewed':
		case 'unlinked': {
			const purchase = purchaseText(event, nameClaim);
			return withRoles(t(`audit.${event.kind}`, { member, purchase }));
		}
		case 'setup':
			return setupLine(t, event, member);
		case 'rule-dropped': {
			const { kind, key, roleId } = event.rule;
			return t('audit.ruleDropped', { kind, subject: foreignLine(scrubCodes(key), 100) || nothing, roleId });
		}
		case 'account':
		case 'data-deleted':
		case 'lookup-limit':
			return t(`audit.${event.kind}`, { member });
		case 'list-downloaded':
			return t('audit.list-downloaded', { member, count: event.count });
		case 'panel':
			return t(`audit.panel.${event.what}`, { member, channelId: event.channelId });
		case 'moderation':
			return `🛠️ ${moderationEventText(t, withShortItem(event.event), nameOf)}`;
		case 'checked':
			return `🛠️ ${checkedEventText(t, withShortItem(event.event), nameOf)}`;
		case 'pause-ended':
			return `🛠️ ${t('desk.did.endedPause', { by: memberText(t, event.by, nameOf), member })}`;
	}
}

const shortItem = (name: string): string => cutToWidth(oneLine(name), itemColumns);

function withShortItem<Event extends { readonly itemName: string }>(event: Event): Event {
	return { ...event, itemName: shortItem(event.itemName) };
}

function itemText(name: string): string {
	return foreignLine(shortItem(name), 200) || nothing;
}

function itemLines(t: Translator, items: Extract<AuditEvent, { kind: 'verified-many' }>['items']) {
	const more = items.length - maxItems;
	const lines = items.slice(0, maxItems).map(({ name, count }) => `${bold(itemText(name))} · ${count}`);
	return [...lines, ...(more > 0 ? [t('list.more', { count: more })] : [])].map((line) => `- ${line}`);
}

function refusedLine(
	t: Translator,
	{ userId, reason, why = 'unavailable', reference, hash }: Extract<AuditEvent, { kind: 'refused' }>,
	{ nameClaim, nameOf }: AuditNames,
): string {
	const member = memberText(t, userId, nameOf);
	if (reason === 'uncheckable') return t(`audit.unchecked.${why}`, { member, reference });
	if (reason === 'invalid') return t('audit.refused.invalid', { member, reference });
	const claim = hash === undefined ? undefined : nameClaim(hash);
	if (hash === undefined || claim === undefined || claim.holderIds.length === 0) {
		return t('audit.refused.inUse', { member, reference });
	}
	const holders = claim.holderIds.map((id) => memberText(t, id, nameOf));
	const purchase = purchaseText({ hash, itemName: claim.itemName }, nameClaim);
	return t('audit.refused.taken', {
		member,
		purchase,
		holders: firstNames(t, holders, maxHolders),
		reference,
	});
}

function purchaseText(
	{ hash, itemName }: { readonly hash?: string; readonly itemName: string },
	nameClaim: NameClaim,
): string {
	return withEnding(bold(itemText(itemName)), hash && nameClaim(hash)?.ending);
}

function setupLine(
	t: Translator,
	{ change, itemName }: Extract<AuditEvent, { kind: 'setup' }>,
	member: string,
): string {
	switch (change.what) {
		case 'setting':
			return settingLine(t, change, member);
		case 'addresses':
			return t('audit.setup.links', { member });
		case 'unlinking':
			return t(`audit.setup.unlinking.${change.unlinking.kind}`, {
				member,
				days: 'days' in change.unlinking ? change.unlinking.days : 0,
			});
		case 'seats': {
			const { seats } = change;
			const license = foreignLine(scrubCodes(change.licenseType), 100);
			return t('audit.setup.seats', { member, license, seats });
		}
		case 'powers':
			return t('audit.setup.powers', { member, roleId: change.roleId });
		case 'rule': {
			const { kind, key } = change.subject;
			const name = subjectName(t, change.subject, () => key);
			const subject = itemName === undefined ? foreignLine(name, 100) : itemText(itemName);
			const values = { member, kind, subject };
			return change.roleId === undefined
				? t('audit.setup.noRule', values)
				: t('audit.setup.rule', { ...values, roleId: change.roleId });
		}
	}
}

function settingLine(
	t: Translator,
	{ name, picked }: Extract<SetupChange, { readonly what: 'setting' }>,
	member: string,
): string {
	const { page, control, title } = table[name];
	const values = picked.map((value) => {
		if (control === 'role' || control === 'roles') return `<@&${value}>`;
		if (control === 'channel') return `<#${value}>`;
		return control === 'categories' ? foreignLine(value, 100) : optionText(t, control, value);
	});
	const setting = t(title ?? `setup.page.${page}`);
	return t('audit.setup.setting', { member, setting, value: t.list(values) || nothing });
}

const maxMessageLength = 2_000;
const maxButtons = 25;

/** As many lines as fit into a message, at least one, with buttons to their pages. `count`: the number of lines. */
export function auditLinesView(
	t: Translator,
	events: readonly AuditEvent[],
	names: AuditNames,
): { readonly view: MessageView; readonly count: number } {
	const lines: string[] = [];
	let length = -1;
	for (const event of events) {
		const content = auditLine(t, event, names);
		length += content.length + 1;
		if (lines.length > 0 && length > maxMessageLength) break;
		lines.push(content);
	}
	const shown = events.slice(0, lines.length);
	return {
		view: { ...contentView(lines.join('\n')), ...rows(t, shown, names) },
		count: lines.length,
	};
}

function rows(t: Translator, events: readonly AuditEvent[], names: AuditNames) {
	const opens = events.flatMap((event) => openedBy(event, names) ?? []);
	const distinct = new Map(
		opens.map(({ what, customId }) => [customId, button(t('audit.open', { what }), customId)]),
	);
	const shown = [...distinct.values()].slice(0, maxButtons);
	return shown.length === 0 ? {} : { components: buttons(...shown) };
}

/**
 * The page that a line leads to; undefined if no moderation page shows more about it. `what`: the end of a code, a
 * reference, an item, or a member. Foreign text.
 */
function openedBy(event: AuditEvent, { nameClaim, nameOf }: AuditNames) {
	switch (event.kind) {
		case 'verified-many':
		case 'refused-many': {
			const [userId, another] = event.userIds;
			if (userId === undefined || another !== undefined) return undefined;
			const what = cutToWidth(oneLine(nameOf(userId) ?? ''), 24) || userId;
			return { customId: openMember.encode(userId, 0), what };
		}
		case 'refused':
			if (event.reference === '') return undefined;
			return { customId: openReference.encode(event.reference.replace('-', '')), what: event.reference };
		case 'verified':
		case 'renewed':
		case 'reinstated':
		case 'revoked':
		case 'unlinked':
			return event.hash === undefined ? undefined : purchase(event.hash, event.userId, nameClaim);
		case 'moderation':
			return purchase(event.event.hash, event.event.toUserId, nameClaim);
		case 'checked':
			return purchase(event.event.hash, event.event.memberId, nameClaim);
		default:
			return undefined;
	}
}

function purchase(hash: string, holderId: string | undefined, nameClaim: NameClaim) {
	const claim = nameClaim(hash);
	if (claim === undefined) return undefined;
	// A former holder has no page of it.
	const holder = claim.holderIds.includes(holderId ?? '') ? holderId : claim.holderIds[0];
	const customId = openPurchase.encode(hash, holder);
	const what =
		claim.ending === '' ? cutToWidth(oneLine(claim.itemName), 24) || nothing : shownEnding(claim.ending);
	return { customId, what };
}
