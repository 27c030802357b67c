import { describe, expect, it } from 'vitest';
import { examineGuild } from '../../src/servers/examine-guild.js';
import { fakeGuild, ids, sampleSettings } from './checkup/fake-guild.js';

const faultsOf = (changes: Parameters<typeof sampleSettings>[0], guild = fakeGuild()) =>
	examineGuild(guild, sampleSettings(changes)).filter(({ level }) => level !== 'ok');

describe('the check of a server’s settings', () => {
	it('finds nothing wrong if every role can be given and the audit channel is writable', () => {
		const settings = sampleSettings({
			supportedRoleId: ids.supported,
			auditChannelId: ids.audit,
			itemRoles: { 1001: ids.buyer },
		});
		const found = examineGuild(fakeGuild(), settings);
		expect(found.map(({ check, level }) => [check, level])).toEqual(
			['manage-roles', 'buyer-role', 'roles-harmless', 'roles-assignable', 'audit-channel'].map((check) => [
				check,
				'ok',
			]),
		);
	});

	const panels = (...channelIds: string[]) =>
		channelIds.map((channelId) => ({ channelId, messageId: '600000000000000001' }));
	const panelIn = (...channelIds: string[]) =>
		examineGuild(fakeGuild(), sampleSettings(), panels(...channelIds)).find(({ check }) => check === 'panel');
	const seen = { permissions: { permissions: ['ViewChannel'] } };

	it.each([
		['everyone sees one', [ids.audit, ids.lobby], { level: 'ok', channel: { id: ids.lobby, name: 'lobby' } }],
		[
			'not everyone sees it',
			[ids.audit],
			{ level: 'warning', fault: 'panel-hidden', channel: { id: ids.audit, name: 'audit' }, values: seen },
		],
		['there is none', [], { level: 'warning', says: 'finding.panel.none' }],
		['its channel is deleted', [ids.deleted], { level: 'warning', says: 'finding.panel.none' }],
		['the bot can’t see one of two', [ids.unseen, ids.lobby], { level: 'ok' }],
		[
			'the bot can’t see it',
			[ids.unseen],
			{ level: 'warning', fault: 'unseen', values: { what: 'panel', ...seen } },
		],
		['one of two is age-restricted', [ids.adults, ids.lobby], { level: 'ok' }],
		[
			'it is age-restricted',
			[ids.adults],
			{ level: 'warning', fault: 'age-restricted', values: { what: 'panel' } },
		],
	])('covers the panel: %s', (_, channelIds, finding) => {
		expect(panelIn(...channelIds)).toMatchObject(finding);
	});

	it('never suggests opening the audit channel, for the panel or for help', () => {
		const findingsOf = (channelIds: readonly string[], helpChannelId?: string) => {
			const settings = sampleSettings({ auditChannelId: ids.audit, links: { helpChannelId } });
			const found = examineGuild(fakeGuild(), settings, panels(...channelIds));
			return found.filter(({ check }) => check === 'panel' || check === 'links');
		};
		const inAudit = { level: 'warning', fault: 'audit-channel', channel: { id: ids.audit, name: 'audit' } };
		expect(findingsOf([ids.audit])).toMatchObject([{ check: 'panel', ...inAudit }]);
		expect(findingsOf([ids.audit, ids.lobby])).toMatchObject([{ level: 'ok' }]);
		expect(findingsOf([ids.lobby], ids.audit)).toMatchObject([
			{ level: 'ok' },
			{ check: 'links', values: { what: 'help' }, ...inAudit },
		]);
	});

	it.each([
		['audit-channel', 'audit', { auditChannelId: ids.unseen }, 'problem'],
		['links', 'support', { links: { supportChannelId: ids.unseen } }, 'warning'],
		['links', 'help', { links: { helpChannelId: ids.unseen } }, 'warning'],
		['updates', 'updates', { updates: { channelId: ids.unseen, since: 0 } }, 'problem'],
	] as const)(
		'never says that a channel is deleted if the bot can’t see it: %s, %s',
		(check, what, settings, level) => {
			const channel = { id: ids.unseen, name: '' };
			expect(faultsOf(settings)).toMatchObject([
				{ check, level, fault: 'unseen', values: { what }, channel },
			]);
		},
	);

	it.each([
		['support', { links: { supportChannelId: ids.adults } }],
		['help', { links: { helpChannelId: ids.adults } }],
		['updates', { updates: { channelId: ids.adults, since: 0 } }],
	] as const)('warns of an age-restricted channel for members: %s', (what, settings) => {
		expect(faultsOf(settings)).toMatchObject([
			{ level: 'warning', fault: 'age-restricted', values: { what }, channel: { id: ids.adults } },
		]);
	});

	it('warns of a help channel that is deleted or not visible to everyone, but not of a support channel for buyers', () => {
		const found = (links: { supportChannelId?: string; helpChannelId?: string }) =>
			faultsOf({ links }).map(({ fault }) => fault);
		expect(found({ supportChannelId: ids.audit, helpChannelId: ids.lobby })).toEqual([]);
		expect(found({ helpChannelId: ids.audit })).toEqual(['help-hidden']);
		expect(found({ supportChannelId: ids.deleted })).toEqual(['link-missing']);
	});

	it('reports a missing buyer role, and missing Manage Roles', () => {
		const guild = fakeGuild({ canManageRoles: false });
		expect(faultsOf({ buyerRoleId: undefined }, guild)).toMatchObject([
			{ check: 'manage-roles', level: 'problem' },
			{ check: 'buyer-role', level: 'problem' },
		]);
	});

	it.each([
		['that was deleted', ids.deleted, 'missing', undefined],
		['that is everyone’s role', ids.guild, 'everyone', '@everyone'],
		['of an integration', ids.managed, 'managed', 'Other bot'],
		['above the bot’s', ids.aboveBot, 'above-bot', 'Legend'],
	])('reports a problem with a role %s, whatever it is for', (_, id, fault, name) => {
		const finding = { check: 'roles-assignable', level: 'problem', role: { id, name }, fault };
		for (const settings of [
			{ buyerRoleId: id },
			{ supportedRoleId: id },
			{ itemRoles: { 1001: id } },
			{ categoryRoles: { Themes: id } },
			{ licenceRoles: { extended: id, regular: id } },
		])
			expect(faultsOf(settings)).toMatchObject([finding]);
	});

	it('reports a role that gives buyers power over the server as a problem', () => {
		expect(faultsOf({ licenceRoles: { extended: ids.staff } })).toMatchObject([
			{
				check: 'roles-harmless',
				level: 'problem',
				role: { id: ids.staff, name: 'Staff' },
				values: { powers: { permissions: ['ManageGuild', 'BanMembers'] } },
			},
		]);
	});

	it('mentions a role’s permissions before its position, and marks one that should stay above the bot', () => {
		const moderator = { id: ids.moderator, name: 'Moderator' };
		const tooHigh = {
			check: 'roles-assignable',
			level: 'problem',
			role: moderator,
			fault: 'above-bot',
			isPowerful: true,
			page: 'main',
			todo: ['finding.chooseAnotherRole'],
		};
		const settings = { buyerRoleId: ids.moderator };
		expect(faultsOf(settings)).toMatchObject([
			{ check: 'roles-harmless', role: moderator, values: { powers: { permissions: ['KickMembers'] } } },
			tooHigh,
		]);
		const confirmedPowers = { [ids.moderator]: '2' };
		expect(faultsOf({ ...settings, confirmedPowers })).toMatchObject([tooHigh]);
	});

	it.each([
		['is gone', ids.deleted, undefined, 'audit-missing', []],
		['takes no messages', ids.category, 'Staff area', 'audit-no-messages', []],
		['the bot may not see', ids.hidden, 'hidden', 'audit-not-allowed', ['ViewChannel', 'SendMessages']],
	])(
		'reports a problem with an audit channel that %s, and likewise with one for announcements',
		(_, id, name, fault, lacking) => {
			expect(faultsOf({ updates: { channelId: id, since: 0 } })).toMatchObject([
				{ check: 'updates', level: 'problem', fault: fault.replace('audit', 'updates') },
			]);
			expect(faultsOf({ auditChannelId: id })).toMatchObject([
				{
					check: 'audit-channel',
					level: 'problem',
					channel: { id, name },
					fault,
					values: { permissions: { permissions: lacking } },
				},
			]);
		},
	);
});
