import { describe, expect, it } from 'vitest';
import { examineGuild } from '../../src/guilds/examine-guild.js';
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
		expect(examineGuild(fakeGuild(), settings)).toEqual([
			{ check: 'manage-roles', level: 'ok' },
			{ check: 'buyer-role', level: 'ok' },
			{ check: 'roles-assignable', level: 'ok', count: 2 },
			{ check: 'roles-harmless', level: 'ok' },
			{ check: 'audit-channel', level: 'ok', channel: { id: ids.audit, name: 'audit' } },
		]);
	});

	it('have a panel where everybody sees one, and say who doesn’t see the best there is', () => {
		const panels = (...channelIds: string[]) =>
			examineGuild(
				fakeGuild(),
				sampleSettings(),
				channelIds.map((channelId) => ({ channelId, messageId: '600000000000000001' })),
			).find(({ check }) => check === 'panel');
		const lobby = { id: ids.lobby, name: 'lobby' };
		expect(panels(ids.audit, ids.lobby)).toEqual({ check: 'panel', level: 'ok', channel: lobby });
		expect(panels(ids.audit)).toEqual({
			check: 'panel',
			level: 'warning',
			fault: 'hidden',
			channel: { id: ids.audit, name: 'audit' },
			lacking: ['ViewChannel'],
		});
		const none = { check: 'panel', level: 'warning', fault: 'none' };
		expect([panels(), panels(ids.deleted)]).toEqual([none, none]);
	});

	it('mind a help channel that not everybody sees, and one that is gone, but no support channel for buyers', () => {
		const found = (links: { supportChannelId?: string; helpChannelId?: string }) =>
			faultsOf(fakeGuild(), sampleSettings({ links })).map((it) => 'fault' in it && [it.check, it.fault]);
		expect(found({ supportChannelId: ids.audit, helpChannelId: ids.lobby })).toEqual([]);
		expect(found({ helpChannelId: ids.audit })).toEqual([['links', 'hidden']]);
		expect(found({ supportChannelId: ids.deleted })).toEqual([['links', 'missing']]);
	});

	it('are fine without an audit channel', () => {
		expect(faultsOf(fakeGuild(), sampleSettings())).toEqual([]);
	});

	it('are a problem without a buyer role, and without Manage Roles', () => {
		const settings = sampleSettings({ buyerRoleId: undefined });
		expect(faultsOf(fakeGuild({ canManageRoles: false }), settings)).toEqual([
			{ check: 'manage-roles', level: 'problem' },
			{ check: 'buyer-role', level: 'problem' },
		]);
	});

	it.each([
		['that was deleted', ids.deleted, 'missing', undefined],
		['that is everybody’s', ids.guild, 'everyone', '@everyone'],
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
			expect(faultsOf(fakeGuild(), settings)).toEqual([finding]);
		}
	});

	it('are a problem with a role that gives buyers power over the server', () => {
		const settings = sampleSettings({ licenceRoles: { extended: ids.staff } });
		expect(faultsOf(fakeGuild(), settings)).toEqual([
			{
				check: 'roles-harmless',
				level: 'problem',
				role: { id: ids.staff, name: 'Staff' },
				powers: ['ManageGuild', 'BanMembers'],
			},
		]);
	});

	it.each([
		['is gone', ids.deleted, undefined, 'missing', []],
		['takes no messages', ids.category, 'Staff area', 'no-messages', []],
		['the bot may not see', ids.hidden, 'hidden', 'not-allowed', ['ViewChannel', 'SendMessages']],
	])('are a problem with an audit channel that %s', (_, id, name, fault, lacking) => {
		expect(faultsOf(fakeGuild(), sampleSettings({ auditChannelId: id }))).toEqual([
			{ check: 'audit-channel', level: 'problem', channel: { id, name }, fault, lacking },
		]);
	});
});
