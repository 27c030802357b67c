import type { Finding } from '../../src/guilds/checkup/findings.js';
import type { GuildFinding } from '../../src/guilds/guild-finding.js';
import type { SetupOverview } from '../../src/guilds/setup.js';
import { staleFormView } from '../../src/views/interactions/stale-form-view.js';
import { doctorView, wholeDoctorView } from '../../src/views/management/doctor-view.js';
import { policyView, seatsModal } from '../../src/views/management/policy-view.js';
import {
	auditChoiceView,
	ownRoleView,
	panelChoiceView,
	roleChoiceView,
	sharingView,
	staffChoiceView,
} from '../../src/views/management/setup-choice-view.js';
import { setupConfirmView } from '../../src/views/management/setup-confirm-view.js';
import {
	itemLinksModal,
	itemLinksView,
	linksModal,
	setupLinksView,
	staleItemLinksView,
	staleLinksView,
} from '../../src/views/management/setup-links-view.js';
import { policyElsewhereView, setupRefusalView } from '../../src/views/management/setup-refusal-view.js';
import {
	licenceIsCodeView,
	ruleSavedView,
	setupRulesView,
	unknownCategoryView,
} from '../../src/views/management/setup-rules-view.js';
import { setupView } from '../../src/views/management/setup-view.js';
import { sampleSettings } from '../guilds/checkup/fake-guild.js';
import { channelIds, guildId, minute, now, place, roleIds } from './sample.js';
import type { Surface } from './state.js';

const buyer = { id: roleIds.buyer, name: 'Buyer' };
const audit = { id: channelIds.audit, name: 'audit' };
const panelIn = { id: channelIds.verify, name: 'verify' };
const settings = sampleSettings({
	buyerRoleId: roleIds.buyer,
	auditChannelId: channelIds.audit,
	itemRoles: { '7': roleIds.aurora },
	links: {
		...(place.links.supportChannelId !== undefined && { supportChannelId: place.links.supportChannelId }),
		helpChannelId: channelIds.help,
	},
});
const fine: readonly GuildFinding[] = [
	{ check: 'manage-roles', level: 'ok' },
	{ check: 'buyer-role', level: 'ok' },
	{ check: 'roles-assignable', level: 'ok', count: 2 },
	{ check: 'roles-harmless', level: 'ok' },
	{ check: 'audit-channel', level: 'ok', channel: audit },
];
const tooHigh: GuildFinding = {
	check: 'roles-assignable',
	level: 'problem',
	role: buyer,
	fault: 'above-bot',
};
const withoutPanel: SetupOverview = {
	settings,
	findings: [...fine, { check: 'panel', level: 'warning', fault: 'none' }],
	isHome: true,
};
const ready: SetupOverview = {
	...withoutPanel,
	findings: [...fine, { check: 'panel', level: 'ok', channel: panelIn }],
};
const blocked: SetupOverview = { ...withoutPanel, findings: [tooHigh, ...fine.slice(0, 2)] };
const change = { what: 'buyer-role', roleId: roleIds.staff } as const;
const nameOf = () => 'Aurora';
const rule = { subject: { kind: 'item', key: '7' }, roleId: roleIds.aurora, isUnseen: false } as const;
const guild = { id: guildId, name: 'Maren’s Support' };
const inGuild = (findings: readonly GuildFinding[]): readonly Finding[] =>
	findings.map((finding) => ({ ...finding, guild }));

export const setupSurface: Surface = {
	title: 'Setting a server up',
	states: [
		{ name: 'setup', says: '/setup server', most: 18, show: (t) => setupView(t, guildId, withoutPanel) },
		{ name: 'setup/ready', says: 'Ready', most: 18, show: (t) => setupView(t, guildId, ready) },
		{ name: 'setup/buyer', says: 'The buyer role', show: (t) => roleChoiceView(t, 'buyer', withoutPanel) },
		{
			name: 'setup/active',
			says: 'The active support role',
			show: (t) => roleChoiceView(t, 'active', withoutPanel),
		},
		{ name: 'setup/own', says: 'The bot’s own role is too low', show: (t) => ownRoleView(t, blocked) },
		{ name: 'setup/audit', says: 'The audit channel', show: (t) => auditChoiceView(t, withoutPanel) },
		{ name: 'setup/panel', says: 'Where the panel goes', show: (t) => panelChoiceView(t, withoutPanel) },
		{ name: 'setup/staff', says: 'Staff roles', show: (t) => staffChoiceView(t, withoutPanel) },
		{ name: 'setup/sharing', says: 'Who shares items', show: (t) => sharingView(t, withoutPanel) },
		{ name: 'setup/links', says: 'Links', show: (t) => setupLinksView(t, withoutPanel) },
		{
			name: 'setup/item-links',
			says: 'Links of an item',
			show: (t) => itemLinksView(t, { id: 7, name: 'Aurora', links: place.links.items['7'] ?? {} }),
		},
		{
			name: 'setup/rules',
			says: 'Roles by item',
			show: (t) => setupRulesView(t, withoutPanel, 0, nameOf),
		},
		{
			name: 'setup/saved',
			says: 'A role by item was added',
			show: (t) => ruleSavedView(t, rule, withoutPanel, nameOf),
		},
		{
			name: 'setup/policy',
			says: 'Seats and unlinking',
			show: (t) => policyView(t, { unlinking: { kind: 'members-move' }, seats: { Extended: 5 } }),
		},
		{ name: 'setup/policy-elsewhere', says: 'The same, elsewhere', show: policyElsewhereView },
		{
			name: 'setup/powers',
			says: 'A role with powers',
			show: (t) =>
				setupConfirmView(t, {
					kind: 'to-confirm',
					change,
					concerns: [{ kind: 'powers', powers: ['ManageMessages'], bits: 1n }],
					digest: 'AbC_-123',
				}),
		},
		{
			name: 'setup/opens',
			says: 'A role that opens a channel',
			show: (t) =>
				setupConfirmView(t, {
					kind: 'to-confirm',
					change,
					concerns: [{ kind: 'channels', channelIds: [channelIds.audit] }],
					digest: 'AbC_-123',
				}),
		},
		{
			name: 'setup/too-high',
			says: 'A role above the bot’s',
			show: (t) =>
				setupRefusalView(t, { kind: 'unusable-role', roleId: roleIds.staff, fault: 'above-bot' }, change),
		},
		{
			name: 'setup/administrator',
			says: 'A role of administrators',
			show: (t) =>
				setupRefusalView(t, { kind: 'refused-role', roleId: roleIds.staff, fault: 'administrator' }, change),
		},
		{ name: 'setup/unknown-category', says: 'No such category', show: unknownCategoryView },
		{ name: 'setup/license-is-code', says: 'A code where a license was asked for', show: licenceIsCodeView },
		{ name: 'setup/links-form', says: 'The form of the links', form: (t) => linksModal(t, {}) },
		{
			name: 'setup/item-links-form',
			says: 'The form of an item’s links',
			form: (t) => itemLinksModal(t, '7', {}),
		},
		{
			name: 'setup/links-stale',
			says: 'The links have changed since the form was opened',
			most: 12,
			show: (t) =>
				staleLinksView(t, { renewUrl: 'https://shop.example/renew' }, () => 'https://x.example/receipt'),
		},
		{
			name: 'setup/item-links-stale',
			says: 'An item’s links have changed since the form was opened',
			most: 16,
			show: (t) =>
				staleItemLinksView(t, '7', { docs: 'https://docs.example' }, () => 'https://x.example/aurora'),
		},
		{
			name: 'setup/stale-long',
			says: 'The same, with more than fits into a message',
			show: (t) => staleFormView(t, [{ label: t('panel.textLabel'), now: '', typed: 'x'.repeat(3_000) }]),
		},
		{ name: 'setup/seats-form', says: 'The form of *Set seats*', form: seatsModal },
		{
			name: 'doctor',
			says: '/doctor',
			show: (t) => doctorView(t, { findings: inGuild([tooHigh, ...fine]), at: now - minute }),
		},
		{
			name: 'doctor/well',
			says: 'All is well',
			show: (t) => doctorView(t, { findings: inGuild(fine), at: now }),
		},
		{
			name: 'doctor/all',
			says: '*Show all*',
			show: (t) => wholeDoctorView(t, { findings: inGuild(fine), at: now }),
		},
	],
};
