import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { type AuditEvent, auditView } from '../../src/views/audit-view.js';
import { everyAuditEvent } from './audit-events.js';
import { messageRefusals } from './refusals.js';

const t = translatorFor('en-US');

const userId = '123456789012345678';
const itemName = '**Au[ro](https://evil.example)ra** @everyone';
const events = everyAuditEvent(itemName);

describe('a line in the audit channel', () => {
	it.each(events)('about $kind is one that Discord takes, pings nobody and stays one line', (event) => {
		const view = auditView(t, event);
		expect(messageRefusals(view)).toEqual([]);
		expect(view.allowedMentions).toEqual({ parse: [] });
		expect(view.content).not.toContain('\n');
	});

	it('shows a foreign name as it is, without its markup', () => {
		const [verified] = events;
		expect(verified && auditView(t, verified).content).toContain('\\*\\*Au\\[ro](https');
	});

	it('tells what to do about each obstacle', () => {
		const line = (event: AuditEvent) => auditView(t, event).content;
		expect(line({ kind: 'roles-blocked', obstacle: 'role-too-high', roleId: userId })).toContain(
			'Drag my role above',
		);
		expect(line({ kind: 'roles-blocked', obstacle: 'missing-permission', roleId: userId })).toContain(
			'Manage Roles',
		);
	});
});
