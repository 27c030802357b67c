import { labelsOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { alertView, solvedAlertView } from '../../../src/views/channels/alert-view.js';
import { auditLinesView } from '../../../src/views/channels/audit-lines-view.js';
import { auditView } from '../../../src/views/channels/audit-view.js';
import { everyAlert } from '../../states/channels/alert-states.js';
import { everyAuditEvent, namedClaims } from '../../states/channels/audit-events.js';
import { filledWith, usual } from '../../states/foreign.js';
import { messageRefusals } from '../refusals.js';

const t = translatorFor('en-US');

const userId = '123456789012345678';
const itemName = '**Au[ro](https://evil.example)ra** @everyone';
const foreign = filledWith({ texts: [itemName], addresses: [], numbers: [1_700_000_000_000] });
const events = everyAuditEvent(foreign);

describe('a line in the audit channel', () => {
	it.each(events)('about $kind is one that Discord takes, pings nobody and stays one line', (event) => {
		const view = auditView(t, event, namedClaims(foreign));
		expect(messageRefusals(view)).toEqual([]);
		expect(view.allowedMentions).toEqual({ parse: [] });
		expect(view.content).not.toContain('\n');
	});

	it('shows a foreign name as it is, without its markup', () => {
		const [verified] = events;
		expect(verified && auditView(t, verified).content).toContain('\\*\\*Au\\[ro](https');
	});

	it('never names more holders than fit', () => {
		const taken = events.find((event) => event.kind === 'refused' && event.hash !== undefined);
		const { content = '' } = taken ? auditView(t, taken, namedClaims(foreign)) : {};
		expect(content).toContain('45 more');
		expect(content).toContain('KQT-WDR');
	});
});

describe('a message of the audit channel', () => {
	const hash = 'a'.repeat(64);
	const verified = { kind: 'verified', userId, hash, itemName: 'Aurora', returning: false } as const;
	const refused = { kind: 'refused', userId, reason: 'invalid', reference: 'KQT-WDR' } as const;

	it('opens the page of its line', () => {
		const { view } = auditLinesView(t, [verified], namedClaims(usual));
		expect(labelsOf(view)).toEqual(['Open']);
		expect(labelsOf(auditLinesView(t, [refused], () => undefined).view)).toEqual(['Open']);
		const many = { kind: 'refused-many', count: 31, since: 1_700_000_000 } as const;
		expect(labelsOf(auditLinesView(t, [many], () => undefined).view)).toEqual(['Show them']);
		const limited = { kind: 'limit', userId, scope: 'member' } as const;
		expect(labelsOf(auditLinesView(t, [limited], () => undefined).view)).toEqual([]);
	});

	it('tells the buttons of several lines apart, and has one where two lines lead to one page', () => {
		const { view, count } = auditLinesView(t, [verified, refused, verified], namedClaims(usual));
		expect(count).toBe(3);
		expect(labelsOf(view)).toEqual(['Open ••••3a8c', 'Open KQT-WDR']);
	});

	it('has no button to a purchase that the server’s staff may not see', () => {
		expect(labelsOf(auditLinesView(t, [verified], () => undefined).view)).toEqual([]);
	});

	it('takes as many lines as fit, whatever is in them', () => {
		const all = Array.from({ length: 5 }, () => events).flat();
		const { view, count } = auditLinesView(
			t,
			all,
			namedClaims(filledWith({ texts: [itemName.repeat(20)], addresses: [], numbers: [] })),
		);
		expect(count).toBeLessThan(all.length);
		expect(messageRefusals(view)).toEqual([]);
	});
});

describe('an alert', () => {
	it.each(everyAlert(foreign))(
		'about $kind is one line that Discord takes and that pings nobody',
		(alert) => {
			for (const view of [alertView(t, alert), solvedAlertView(t, alert, 1_700_000_000_000)]) {
				expect(messageRefusals(view)).toEqual([]);
				expect(view.allowedMentions).toEqual({ parse: [] });
				expect(view.content).not.toContain('\n');
			}
			expect(solvedAlertView(t, alert, 0).components).toEqual([]);
		},
	);

	it('tells what is wrong, who waits and what to do', () => {
		const blocked = { kind: 'roles-blocked', obstacle: 'role-too-high', roleId: userId, waiting: 4 } as const;
		expect(alertView(t, blocked).content).toBe(
			`⚠️ I can’t give <@&${userId}>: it’s above my role. 4 members wait. Drag my role above it.`,
		);
	});
});
