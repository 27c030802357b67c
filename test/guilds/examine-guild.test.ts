import { describe, expect, it } from 'vitest';
import { examineGuild } from '../../src/guilds/examine-guild.js';
import type { GuildSettings } from '../../src/guilds/guild-settings.js';
import { fakeGuild, ids, sampleSettings } from './checkup/fake-guild.js';

const faultsOf = (...args: Parameters<typeof examineGuild>) =>
	examineGuild(...args).filter(({ level }) => level !== 'ok');

describe('the settings of a server, held against the server,', () => {
	it('are fine where every role can be given and the audit channel be written', () => {
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

	it('have a panel if everyone sees one, and otherwise say who doesn’t see the best one', () => {
		const panels = (...channelIds: string[]) =>
			examineGuild(
				fakeGuild(),
				sampleSettings(),
				channelIds.map((channelId) => ({ channelId, messageId: '600000000000000001' })),
			).find(({ check }) => check === 'panel');
		const lobby = { id: ids.lobby, name: 'lobby' };
		expect(panels(ids.audit, ids.lobby)).toMatchObject({ check: 'panel', level: 'ok', channel: lobby });
		expect(panels(ids.audit)).toMatchObject({
			level: 'warning',
			fault: 'panel-hidden',
			channel: { id: ids.audit, name: 'audit' },
			values: { permissions: { permissions: ['ViewChannel'] } },
		});
		const none = { level: 'warning', says: 'finding.panel.none' };
		expect([panels(), panels(ids.deleted)]).toMatchObject([none, none]);
	});

	it('never advise to open the audit channel, for the panel or for help', () => {
		const findingsOf = (channelIds: readonly string[], helpChannelId?: string) =>
			examineGuild(
				fakeGuild(),
				sampleSettings({ auditChannelId: ids.audit, links: { helpChannelId } }),
				channelIds.map((channelId) => ({ channelId, messageId: '600000000000000001' })),
			).filter(({ check }) => check === 'panel' || check === 'links');
		const channel = { id: ids.audit, name: 'audit' };
		const inAudit = { level: 'warning', fault: 'audit-channel', channel };
		expect(findingsOf([ids.audit])).toMatchObject([{ check: 'panel', ...inAudit }]);
		expect(findingsOf([ids.audit, ids.lobby])).toMatchObject([{ level: 'ok' }]);
		expect(findingsOf([ids.lobby], ids.audit)).toMatchObject([
			{ level: 'ok' },
			{ check: 'links', values: { what: 'help' }, ...inAudit },
		]);
	});

	it('ignore a panel that the bot can’t see if there is another, and otherwise say that it wasn’t checked', () => {
		const panels = (...channelIds: string[]) =>
			faultsOf(
				fakeGuild(),
				sampleSettings(),
				channelIds.map((channelId) => ({ channelId, messageId: '600000000000000001' })),
			);
		expect(panels(ids.unseen, ids.lobby)).toEqual([]);
		expect(panels(ids.unseen)).toMatchObject([
			{
				level: 'warning',
				fault: 'unseen',
				values: { what: 'panel', permissions: { permissions: ['ViewChannel'] } },
			},
		]);
		expect(panels(ids.adults, ids.lobby)).toEqual([]);
		expect(panels(ids.adults)).toMatchObject([
			{ level: 'warning', fault: 'age-restricted', values: { what: 'panel' } },
		]);
	});

	it.each([
		['audit-channel', 'audit', { auditChannelId: ids.unseen }, 'problem'],
		['links', 'support', { links: { supportChannelId: ids.unseen } }, 'warning'],
		['links', 'help', { links: { helpChannelId: ids.unseen } }, 'warning'],
		['updates', 'updates', { updates: { channelId: ids.unseen, since: 0 } }, 'problem'],
	] as const)(
		'never call a channel deleted that the bot can’t see: %s, %s',
		(check, what, settings, level) => {
			const channel = { id: ids.unseen, name: '' };
			expect(faultsOf(fakeGuild(), sampleSettings(settings))).toMatchObject([
				{ check, level, fault: 'unseen', values: { what }, channel },
			]);
		},
	);

	it.each([
		['support', { links: { supportChannelId: ids.adults } }],
		['help', { links: { helpChannelId: ids.adults } }],
		['updates', { updates: { channelId: ids.adults, since: 0 } }],
	] as const)('warn of an age-restricted channel for members: %s', (what, settings) => {
		expect(faultsOf(fakeGuild(), sampleSettings(settings))).toMatchObject([
			{ level: 'warning', fault: 'age-restricted', values: { what }, channel: { id: ids.adults } },
		]);
		expect(faultsOf(fakeGuild(), sampleSettings({ auditChannelId: ids.adults }))).toEqual([]);
	});

	it('warn of a help channel that is deleted or not visible to everyone, but not of a support channel for buyers', () => {
		const found = (links: { supportChannelId?: string; helpChannelId?: string }) =>
			faultsOf(fakeGuild(), sampleSettings({ links })).map(({ fault }) => fault);
		expect(found({ supportChannelId: ids.audit, helpChannelId: ids.lobby })).toEqual([]);
		expect(found({ helpChannelId: ids.audit })).toEqual(['help-hidden']);
		expect(found({ supportChannelId: ids.deleted })).toEqual(['link-missing']);
	});

	it('are a problem without a buyer role, and without Manage Roles', () => {
		const settings = sampleSettings({ buyerRoleId: undefined });
		expect(faultsOf(fakeGuild({ canManageRoles: false }), settings)).toMatchObject([
			{ check: 'manage-roles', level: 'problem' },
			{ check: 'buyer-role', level: 'problem' },
		]);
	});

	it.each([
		['that was deleted', ids.deleted, 'missing', undefined],
		['that is everyone’s role', ids.guild, 'everyone', '@everyone'],
		['of an integration', ids.managed, 'managed', 'Other bot'],
		['above the bot’s', ids.aboveBot, 'above-bot', 'Legend'],
	])('are a problem with a role %s, whatever it is for', (_, id, fault, name) => {
		const finding = { check: 'roles-assignable', level: 'problem', role: { id, name }, fault };
		for (const settings of [
			sampleSettings({ buyerRoleId: id }),
			sampleSettings({ supportedRoleId: id }),
			sampleSettings({ itemRoles: { 1001: id } }),
			sampleSettings({ categoryRoles: { Themes: id } }),
			sampleSettings({ licenceRoles: { extended: id, regular: id } }),
		]) {
			expect(faultsOf(fakeGuild(), settings)).toMatchObject([finding]);
		}
	});

	it('are a problem with a role that gives buyers power over the server', () => {
		const settings = sampleSettings({ licenceRoles: { extended: ids.staff } });
		expect(faultsOf(fakeGuild(), settings)).toMatchObject([
			{
				check: 'roles-harmless',
				level: 'problem',
				role: { id: ids.staff, name: 'Staff' },
				values: { powers: { permissions: ['ManageGuild', 'BanMembers'] } },
			},
		]);
	});

	it('name the powers of a role before its place, and mark one that should stay above the bot', () => {
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
		const settings = sampleSettings({ buyerRoleId: ids.moderator });
		expect(faultsOf(fakeGuild(), settings)).toMatchObject([
			{ check: 'roles-harmless', role: moderator, values: { powers: { permissions: ['KickMembers'] } } },
			tooHigh,
		]);
		const confirmed = { ...settings, confirmedPowers: { [ids.moderator]: '2' } };
		expect(faultsOf(fakeGuild(), confirmed)).toMatchObject([tooHigh]);
	});

	it.each([
		['is gone', ids.deleted, undefined, 'audit-missing', []],
		['takes no messages', ids.category, 'Staff area', 'audit-no-messages', []],
		['the bot may not see', ids.hidden, 'hidden', 'audit-not-allowed', ['ViewChannel', 'SendMessages']],
	])('are a problem with an audit channel that %s', (_, id, name, fault, lacking) => {
		expect(faultsOf(fakeGuild(), sampleSettings({ auditChannelId: id }))).toMatchObject([
			{
				check: 'audit-channel',
				level: 'problem',
				channel: { id, name },
				fault,
				values: { permissions: { permissions: lacking } },
			},
		]);
	});
});

describe('the channel of announcements', () => {
	const findingsOf = (updates: GuildSettings['updates'], facts = fakeGuild()) =>
		examineGuild(facts, sampleSettings({ updates })).filter(({ check }) => check === 'updates');

	it.each([
		[ids.deleted, 'updates-missing'],
		[ids.category, 'updates-missing'],
		[ids.hidden, 'updates-not-allowed'],
	])('%s: %s', (channelId, fault) => {
		expect(findingsOf({ channelId, since: 0 })).toMatchObject([{ level: 'problem', fault }]);
	});
});
