import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { type AuditEvent, auditView } from '../../src/views/audit-view.js';
import { messageRefusals } from './refusals.js';

const t = translatorFor('en-US');

const userId = '123456789012345678';
const itemName = '**Au[ro](https://evil.example)ra** @everyone';
const events: AuditEvent[] = [
	{ kind: 'verified', userId, itemName, licenseType: 'Regular', returning: false },
	{ kind: 'verified', userId, itemName, licenseType: '', returning: true },
	{ kind: 'refused', userId, reason: 'invalid', reference: '900000000000000001' },
	{ kind: 'refused', userId, reason: 'taken', reference: '900000000000000001' },
	{ kind: 'refused', userId, reason: 'uncheckable', reference: '900000000000000001' },
	{ kind: 'limit', userId, scope: 'member' },
	{ kind: 'limit', userId, scope: 'guild' },
	{ kind: 'roles-blocked', obstacle: 'missing-permission', roleId: userId },
	{ kind: 'roles-blocked', obstacle: 'role-too-high', roleId: userId },
	{ kind: 'roles-blocked', obstacle: 'role-missing', roleId: undefined },
	{ kind: 'roles-blocked', obstacle: 'role-not-assignable', roleId: userId },
	{ kind: 'roles-blocked', obstacle: 'guild-gone', roleId: undefined },
	{ kind: 'revoked', userId, itemName },
	{ kind: 'reinstated', userId, itemName },
	{ kind: 'revoking-stopped', limit: 20 },
	{ kind: 'setup', userId, change: { what: 'buyer-role', roleId: userId } },
	{ kind: 'setup', userId, change: { what: 'supported-role', roleId: userId } },
	{ kind: 'setup', userId, change: { what: 'supported-role', roleId: undefined } },
	{ kind: 'setup', userId, change: { what: 'audit-channel', channelId: userId } },
	{ kind: 'setup', userId, change: { what: 'audit-channel', channelId: undefined } },
	{
		kind: 'setup',
		userId,
		change: { what: 'rule', subject: { kind: 'category', key: itemName }, roleId: userId },
	},
	{
		kind: 'setup',
		userId,
		change: { what: 'rule', subject: { kind: 'item', key: '1001' }, roleId: undefined },
	},
	{ kind: 'bad-key' },
];

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
