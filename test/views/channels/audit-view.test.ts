import { labelsOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { alertView, solvedAlertView } from '../../../src/views/channels/alert-view.js';
import { type AuditEvent, type AuditNames, auditLinesView } from '../../../src/views/channels/audit-view.js';
import { everyAlert } from '../../states/channels/alert-states.js';
import { auditView, everyAuditEvent, namesFor } from '../../states/channels/audit-events.js';
import { filledWith, usual } from '../../states/foreign.js';
import { messageRefusals } from '../refusals.js';

const t = translatorFor('en-US');

const userId = '123456789012345678';
const itemName = '**Au[ro](https://evil.example)ra** @everyone';
const foreign = filledWith({ texts: [itemName], addresses: [], numbers: [1_700_000_000_000] });
const events = everyAuditEvent(foreign);
const unnamed: AuditNames = { nameClaim: () => undefined, nameOf: () => undefined };

describe('a line in the audit channel', () => {
	it.each(events)(
		'about $kind is one that Discord takes, pings no member and stays one line, above its items',
		(event) => {
			const view = auditView(t, event, namesFor(foreign));
			expect(messageRefusals(view)).toEqual([]);
			expect(view.allowedMentions).toEqual({ parse: [] });
			const [, ...below] = (view.content ?? '').split('\n');
			expect(below.filter((line) => !line.startsWith('- '))).toEqual([]);
			if (event.kind !== 'verified-many') expect(below).toEqual([]);
		},
	);

	it('shows a foreign name as it is, without its markup', () => {
		const [verified] = events;
		expect(verified && auditView(t, verified, unnamed).content).toContain('\\*\\*Au\\[ro](https');
	});

	const lineOf = (event: AuditEvent, names: AuditNames = { ...unnamed, nameOf: () => 'maya' }) =>
		auditView(t, event, names).content;

	it('has the name of a member beside the mention, as foreign text', () => {
		const left = { kind: 'unlinked', userId, itemName: 'Aurora' } as const;
		expect(lineOf(left, { ...unnamed, nameOf: () => '**may[a](x)' })).toContain(
			`<@${userId}> (\\*\\*may\\[a](x)) unlinked`,
		);
		expect(lineOf(left, unnamed)).toContain(`<@${userId}> unlinked`);
	});

	it('about many purchases counts them, and lists three items and three members, and how many more', () => {
		const items = ['A', 'B', 'C', 'D', 'E'].map((name, at) => ({ name, count: 9 - at }));
		const userIds = ['1', '2', '3', '4'];
		const burst = { kind: 'verified-many', count: 35, minutes: 2, userIds, items } as const;
		expect(lineOf(burst)).toBe(
			'✅ 35 purchases verified in 2 minutes · <@1> (maya), <@2> (maya), <@3> (maya), …\n- **A** · 9\n- **B** · 8\n- **C** · 7\n- 2 more',
		);
	});

	it('never names more holders than fit', () => {
		const taken = events.find((event) => event.kind === 'refused' && event.hash !== undefined);
		const { content = '' } = taken ? auditView(t, taken, namesFor(foreign)) : {};
		expect(content).toContain('45 more');
		expect(content).toContain('KQT-WDR');
	});
});

describe('a message of the audit channel', () => {
	const hash = 'a'.repeat(64);
	const verified = { kind: 'verified', userId, hash, itemName: 'Aurora', returning: false } as const;
	const refused = { kind: 'refused', userId, reason: 'invalid', reference: 'KQT-WDR' } as const;

	it('opens the page of its line', () => {
		const { view } = auditLinesView(t, [verified], namesFor(usual));
		expect(labelsOf(view)).toEqual(['Open ••••3a8c']);
		expect(labelsOf(auditLinesView(t, [refused], unnamed).view)).toEqual(['Open KQT-WDR']);
		const german = translatorFor('de');
		expect(labelsOf(auditLinesView(german, [refused], unnamed).view)).toEqual(['KQT-WDR öffnen']);
		const many = {
			kind: 'refused-many',
			of: 'refused',
			count: 31,
			minutes: 1,
			userIds: [userId],
			references: ['KQT-WDR'],
		} as const;
		expect(labelsOf(auditLinesView(t, [many], unnamed).view)).toEqual([]);
		expect(auditView(t, many, unnamed).content).toBe(`⛔ 31 refused in 1 minute · <@${userId}> · KQT-WDR`);
		const limited = { kind: 'limit', userId, scope: 'member' } as const;
		expect(labelsOf(auditLinesView(t, [limited], unnamed).view)).toEqual([]);
	});

	it('distinguishes the buttons of several lines, and has one where two lines lead to one page', () => {
		const { view, count } = auditLinesView(t, [verified, refused, verified], namesFor(usual));
		expect(count).toBe(3);
		expect(labelsOf(view)).toEqual(['Open ••••3a8c', 'Open KQT-WDR']);
	});

	it('opens a purchase without a code by its item', () => {
		const nameClaim = () => ({ itemName: 'Aurora Admin – Dashboard Template', ending: '', holderIds: [] });
		const { view } = auditLinesView(t, [verified], { ...unnamed, nameClaim });
		expect(labelsOf(view)).toEqual(['Open Aurora Admin – Dashboard…']);
	});

	it('has no button to a purchase that the server’s staff may not see', () => {
		expect(labelsOf(auditLinesView(t, [verified], unnamed).view)).toEqual([]);
	});

	it('takes as many lines as fit, whatever is in them', () => {
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

describe('an alert', () => {
	it.each(everyAlert(foreign))(
		'about $kind is one line that Discord takes and that pings no member',
		(alert) => {
			for (const view of [alertView(t, alert), solvedAlertView(t, alert, 1_700_000_000_000)]) {
				expect(messageRefusals(view)).toEqual([]);
				expect(view.allowedMentions).toEqual({ parse: [] });
				expect(view.content).not.toContain('\n');
			}
			expect(solvedAlertView(t, alert, 0).components).toEqual([]);
		},
	);
});
