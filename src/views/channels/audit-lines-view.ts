import type { APIButtonComponentWithCustomId } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import {
	holderArgument,
	openPurchase,
	openReference,
	shortHash,
	showRefusals,
} from '../custom-ids/moderation-ids.js';
import { button } from '../kit/components.js';
import { contentView, type MessageView } from '../kit/message.js';
import { shownEnding } from '../kit/names.js';
import { buttons } from '../kit/page.js';
import { nothing } from '../kit/text.js';
import { type AuditEvent, auditView, type NameClaim } from './audit-view.js';

/** Discord's limit for the text of a message. */
const longestMessage = 2_000;
/** Discord's limit for the buttons of a message. */
const mostButtons = 25;

/** What a line's button opens, and how it is told from the buttons of other lines. */
interface Opens {
	readonly customId: string;
	readonly what: string;
}

/**
 * A message with as many of the lines as fit, at least one, and a button for each that leads to a page of
 * moderation. `count`: how many lines it has.
 */
export function auditLinesView(
	t: Translator,
	events: readonly AuditEvent[],
	nameClaim: NameClaim,
): { readonly view: MessageView; readonly count: number } {
	const lines: string[] = [];
	let length = -1;
	for (const event of events) {
		const { content = '' } = auditView(t, event, nameClaim);
		length += content.length + 1;
		if (lines.length > 0 && length > longestMessage) break;
		lines.push(content);
	}
	const shown = events.slice(0, lines.length);
	return { view: { ...contentView(lines.join('\n')), ...rows(t, shown, nameClaim) }, count: lines.length };
}

function rows(t: Translator, events: readonly AuditEvent[], nameClaim: NameClaim) {
	const opens = new Map<string, Opens>();
	for (const event of events) {
		const opened = openedBy(event, nameClaim);
		if (opened !== undefined) opens.set(opened.customId, opened);
	}
	const all = [...opens.values()].slice(0, mostButtons);
	if (all.length === 0) return {};
	const [only] = events.length === 1 ? events : [];
	const labelOf = ({ what }: Opens): string =>
		only === undefined
			? `${t('button.open')} ${what}`
			: t(only.kind === 'refused-many' ? 'audit.showThem' : 'button.open');
	const made = all.map((it): APIButtonComponentWithCustomId => button(labelOf(it), it.customId));
	return { components: buttons(...made) };
}

/** Undefined for a line that no moderation page says more about. */
function openedBy(event: AuditEvent, nameClaim: NameClaim): Opens | undefined {
	switch (event.kind) {
		case 'refused':
			if (event.reference === '') return undefined;
			return { customId: openReference.encode(event.reference.replace('-', '')), what: event.reference };
		case 'refused-many':
			return { customId: showRefusals.encode(event.since), what: '' };
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
	// Somebody who has it no more has no page of it.
	const holder = claim.holderIds.includes(holderId ?? '') ? holderId : claim.holderIds[0];
	const customId = openPurchase.encode(shortHash(hash), holderArgument(holder));
	return { customId, what: claim.ending === '' ? nothing : shownEnding(claim.ending) };
}
