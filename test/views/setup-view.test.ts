import { type APIMessageTopLevelComponent, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { examineGuild } from '../../src/checkup/examine-guild.js';
import type { GuildSettings } from '../../src/guilds/guild-settings.js';
import type { SetupOutcome, SetupOverview } from '../../src/guilds/setup.js';
import { translatorFor } from '../../src/i18n/translator.js';
import type { MessageView } from '../../src/views/message.js';
import { setupView } from '../../src/views/setup-view.js';
import { fakeGuild, ids, sampleSettings } from '../checkup/fake-guild.js';
import { messageRefusals } from './refusals.js';

const t = translatorFor('en-US');

function overviewOf(changes: Partial<GuildSettings> = {}): SetupOverview {
	const settings = sampleSettings(changes);
	return { settings, findings: examineGuild(fakeGuild(), settings), isHome: true };
}

/** The texts and the select menus of a page, in the order in which they are seen. */
function partsOf(view: MessageView) {
	const parts = (view.components ?? []).flatMap((component: APIMessageTopLevelComponent) =>
		component.type === ComponentType.Container ? component.components : [],
	);
	const texts = parts.flatMap((part) => (part.type === ComponentType.TextDisplay ? [part.content] : []));
	const rows = parts.flatMap((part) => (part.type === ComponentType.ActionRow ? part.components : []));
	return { texts, rows, all: texts.join('\n') };
}

const chosenIn = (view: MessageView): string[][] =>
	partsOf(view).rows.flatMap((part) =>
		part.type === ComponentType.RoleSelect || part.type === ComponentType.ChannelSelect
			? [(part.default_values ?? []).map(({ id }) => id)]
			: [],
	);

describe('the page on which a server is set up', () => {
	it('shows what is chosen in the selects themselves, and no trouble where there is none', () => {
		const view = setupView(t, overviewOf({ supportedRoleId: ids.supported, auditChannelId: ids.audit }));
		expect(messageRefusals(view)).toEqual([]);
		expect(chosenIn(view)).toEqual([[ids.buyer], [ids.supported], [ids.audit], []]);
		expect(partsOf(view).all).not.toMatch(/❌|⛔|⚠️/);
	});

	it('asks for a buyer role where there is none', () => {
		const view = setupView(t, overviewOf({ buyerRoleId: undefined }));
		expect(messageRefusals(view)).toEqual([]);
		expect(chosenIn(view)).toEqual([[], [], [], []]);
		expect(partsOf(view).texts[1]).toContain('❌ No buyer role is set');
		// Of none it may not be said how many are chosen: the buyer role's select asks for one at least.
		for (const part of partsOf(view).rows) expect(part).not.toHaveProperty('default_values');
	});

	it.each<[string, Partial<GuildSettings>, number, string]>([
		['buyer role', { buyerRoleId: ids.aboveBot }, 1, 'is above the bot’s own role'],
		['buyer role', { buyerRoleId: ids.staff }, 1, '**Manage Server** and **Ban Members**'],
		['supported role', { supportedRoleId: ids.managed }, 2, 'belongs to a bot or an integration'],
		[
			'audit channel',
			{ auditChannelId: ids.hidden },
			3,
			'allow the bot: **View Channel** and **Send Messages**',
		],
		['staff roles', { staffRoleIds: [ids.managed, ids.supported] }, 4, 'makes nobody staff'],
		['other roles', { itemRoles: { 1001: ids.aboveBot } }, 5, 'Some of these roles do not work'],
	])('tells a trouble with the %s beside it, and nowhere else', (_, changes, place, said) => {
		const { texts } = partsOf(setupView(t, overviewOf(changes)));
		expect(texts.findIndex((text) => text.includes(said))).toBe(place);
		expect(texts.filter((text) => text.includes('❌'))).toHaveLength(1);
	});

	it('tells that the bot may not manage roles above everything else', () => {
		const settings = sampleSettings();
		const findings = examineGuild(fakeGuild({ canManageRoles: false }), settings);
		expect(partsOf(setupView(t, { settings, findings, isHome: true })).texts[0]).toContain(
			'❌ The bot may not manage roles',
		);
	});

	it('does not show a deleted role or channel as chosen, which Discord might refuse', () => {
		const view = setupView(
			t,
			overviewOf({ buyerRoleId: ids.deleted, auditChannelId: ids.deleted, supportedRoleId: ids.supported }),
		);
		expect(chosenIn(view)).toEqual([[], [ids.supported], [], []]);
		expect(partsOf(view).all).toContain(`The role \`${ids.deleted}\` does not exist`);
		expect(partsOf(view).all).toContain(`The audit channel \`${ids.deleted}\` does not exist`);
	});

	it('shows nothing as chosen while Discord tells nothing about the server', () => {
		const view = setupView(t, {
			settings: sampleSettings({ auditChannelId: ids.audit }),
			findings: [],
			isHome: true,
		});
		expect(chosenIn(view)).toEqual([[], [], [], []]);
	});

	it('lets the optional choices be taken back, and the buyer role only be replaced', () => {
		const least = partsOf(setupView(t, overviewOf())).rows.flatMap((part) =>
			'min_values' in part ? [part.min_values] : [],
		);
		expect(least).toEqual([1, 0, 0, 0]);
	});

	it.each<[SetupOutcome, RegExp]>([
		[{ kind: 'unusable-role', roleId: ids.managed, fault: 'managed' }, /⛔ .*was not saved.*integration/],
		[{ kind: 'unusable-role', roleId: ids.guild, fault: 'everyone' }, /⛔ .*was not saved.*everybody/],
		[{ kind: 'unusable-role', roleId: ids.deleted, fault: 'missing' }, /⛔ .*was not saved.*does not exist/],
		[{ kind: 'refused-role', roleId: ids.staff, fault: 'out-of-reach' }, /⛔ .*was not saved.*highest role/],
		[
			{ kind: 'refused-role', roleId: ids.admin, fault: 'administrator' },
			/⛔ .*was not saved.*administrator/,
		],
		[{ kind: 'refused-role', roleId: ids.staff, fault: 'is-staff' }, /⛔ .*was not saved.*staff role/],
		[{ kind: 'refused-role', roleId: ids.buyer, fault: 'is-given' }, /⛔ .*was not saved.*purchases/],
		[{ kind: 'refused-role', roleId: ids.buyer, fault: 'self-chosen' }, /⛔ .*was not saved.*themselves/],
		[{ kind: 'not-allowed', takes: 'management' }, /⛔ Not saved.*Manage Server.*Manage Roles/],
		[{ kind: 'not-allowed', takes: 'administrator' }, /⛔ Not saved.*administrator/],
		[{ kind: 'unusable-channel' }, /⛔ Not saved.*channel/],
		[{ kind: 'too-many-rules', most: 200 }, /⛔ Not saved.*200/],
		[{ kind: 'guild-unavailable' }, /nothing was saved/],
	])('says on top why a choice was not saved: %j', (outcome, said) => {
		const view = setupView(t, overviewOf(), outcome);
		expect(messageRefusals(view)).toEqual([]);
		expect(partsOf(view).texts[0]).toMatch(said);
	});

	it('is taken by Discord with every trouble at once', () => {
		const settings = sampleSettings({
			buyerRoleId: ids.staff,
			supportedRoleId: ids.aboveBot,
			auditChannelId: ids.hidden,
			itemRoles: { 1: ids.deleted },
		});
		const findings = examineGuild(fakeGuild({ canManageRoles: false }), settings);
		const outcome = { kind: 'refused-role', roleId: ids.staff, fault: 'is-given' } as const;
		expect(messageRefusals(setupView(t, { settings, findings, isHome: true }, outcome))).toEqual([]);
	});
});
