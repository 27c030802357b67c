import type { APIButtonComponentWithCustomId } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { NameClaim } from '../../moderation/named-claims.js';
import { holderArgument, openPurchase, openReference, shortHash } from '../custom-ids/moderation-ids.js';
import { contentView, type MessageView } from '../kit/message.js';
import { shownEnding } from '../kit/names.js';
import { button, buttons } from '../kit/page.js';
import { cutToWidth, nothing, oneLine } from '../kit/text.js';
import { type AuditEvent, type AuditNames, auditLine } from './audit-view.js';

const maxMessageLength = 2_000;
const maxButtons = 25;

/** The page that a line leads to. */
interface Opens {
	readonly customId: string;
	/** The label's subject: the end of a code, a reference, or an item. Foreign text. */
	readonly what: string;
}

/**
 * A message with as many of the lines as fit, at least one, and a button for each that leads to a moderation page.
 * `count`: the number of its lines.
 */
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
		view: { ...contentView(lines.join('\n')), ...rows(t, shown, names.nameClaim) },
		count: lines.length,
	};
}

function rows(t: Translator, events: readonly AuditEvent[], nameClaim: NameClaim) {
	const opens = new Map<string, Opens>();
	for (const event of events) {
		const opened = openedBy(event, nameClaim);
		if (opened !== undefined) opens.set(opened.customId, opened);
	}
	const all = [...opens.values()].slice(0, maxButtons);
	if (all.length === 0) return {};
	const made = all.map(
		({ what, customId }): APIButtonComponentWithCustomId => button(t('audit.open', { what }), customId),
	);
	return { components: buttons(...made) };
}

/** @returns undefined if no moderation page shows more about the line */
function openedBy(event: AuditEvent, nameClaim: NameClaim): Opens | undefined {
	switch (event.kind) {
		case 'refused':
			if (event.reference === '') return undefined;
			return { customId: openReference.encode(event.reference.replace('-', '')), what: event.reference };
		case 'verified':
		case 'renewed':
		case 'reinstated':
		case 'revoked':
			return event.hash === undefined ? undefined : purchase(event.hash, event.userId, nameClaim);
		case 'unlinked':
			return event.hash === undefined ? undefined : purchase(event.hash, undefined, nameClaim);
		case 'moderation': {
			const { hash, toUserId } = event.event;
			return purchase(hash, toUserId, nameClaim);
		}
		case 'checked':
			return purchase(event.event.hash, event.event.memberId, nameClaim);
		default:
			return undefined;
	}
}

function purchase(hash: string, holderId: string | undefined, nameClaim: NameClaim): Opens | undefined {
	const claim = nameClaim(hash);
	if (claim === undefined) return undefined;
	// A former holder has no page of it.
	const holder = claim.holderIds.includes(holderId ?? '') ? holderId : claim.holderIds[0];
	const customId = openPurchase.encode(shortHash(hash), holderArgument(holder));
	const what =
		claim.ending === '' ? cutToWidth(oneLine(claim.itemName), 24) || nothing : shownEnding(claim.ending);
	return { customId, what };
}
