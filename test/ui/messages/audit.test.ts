import { labelsOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { type AuditNames, auditLinesView } from '../../../src/ui/messages/audit.js';
import { everyAuditEvent, namesFor } from '../../states/channels/audit-events.js';
import { filledWith, usual } from '../../states/foreign.js';
import { hash } from '../../states/sample.js';
import { messageRefusals } from '../refusals.js';

const t = translatorFor('en-US');

const userId = '123456789012345678';
const itemName = '**Au[ro](https://evil.example)ra** @everyone';
const foreign = filledWith({ texts: [itemName], addresses: [], numbers: [1_700_000_000_000] });
const events = everyAuditEvent(foreign);
const unnamed: AuditNames = { nameClaim: () => undefined, nameOf: () => undefined };

describe('a message of the audit channel', () => {
	const verified = { kind: 'verified', userId, hash, itemName: 'Aurora', returning: false } as const;
	const refused = { kind: 'refused', userId, reason: 'invalid', reference: 'KQT-WDR' } as const;

	it('has distinct buttons for several lines, and a single one if two lines lead to one page', () => {
		const { view, count } = auditLinesView(t, [verified, refused, verified], namesFor(usual));
		expect(count).toBe(3);
		expect(labelsOf(view)).toEqual(['Open ••••3a8c', 'Open KQT-WDR']);
	});

	it('has a button to the member if their codes share a line', () => {
		const guesses = { kind: 'refused-many', of: 'invalid', count: 5, minutes: 1 } as const;
		const event = { ...guesses, userIds: [userId] };
		const { view } = auditLinesView(t, [event], { ...unnamed, nameOf: () => 'guesser' });
		expect([view.content, labelsOf(view)]).toEqual([
			`⛔ <@${userId}> (guesser): 5 codes not found`,
			['Open guesser'],
		]);
	});

	it('has a button to a purchase without a code, named by its item', () => {
		const nameClaim = () => ({ itemName: 'Aurora Admin – Dashboard Template', ending: '', holderIds: [] });
		const { view } = auditLinesView(t, [verified], { ...unnamed, nameClaim });
		expect(labelsOf(view)).toEqual(['Open Aurora Admin – Dashboard…']);
	});

	it('has no button to a purchase that the server’s staff may not see', () => {
		expect(labelsOf(auditLinesView(t, [verified], unnamed).view)).toEqual([]);
	});

	it('contains as many lines as fit, whatever is in them', () => {
		const all = Array.from({ length: 5 }, () => events).flat();
		const { view, count } = auditLinesView(
			t,
			all,
			namesFor(filledWith({ texts: [itemName.repeat(20)], addresses: [], numbers: [] })),
		);
		expect(count).toBeLessThan(all.length);
		expect(messageRefusals(view)).toEqual([]);
	});
});
