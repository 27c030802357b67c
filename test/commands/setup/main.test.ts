import { buttonsOf, selectsOf, textOf } from '@claimcheck/local-discord/reading';
import { ButtonStyle, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { setupRefusalView } from '../../../commands/setup/choice.js';
import { setupView } from '../../../commands/setup/main.js';
import { settingsView } from '../../../commands/setup/settings.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { examineGuild } from '../../../src/servers/examine-guild.js';
import type { GuildSettings } from '../../../src/servers/guild-settings.js';
import type { SetupOverview } from '../../../src/services/setup/setup.js';
import type { MessageView } from '../../../src/ui/message.js';
import { fakeGuild, ids, sampleSettings } from '../../servers/checkup/fake-guild.js';
import { tooHigh } from '../../states/management/setup-overviews.js';

const t = translatorFor('en-US');

function overviewOf(changes: Partial<GuildSettings> = {}, panelIn: string | null = ids.lobby): SetupOverview {
	const settings = sampleSettings(changes);
	const panels = panelIn === null ? [] : [{ channelId: panelIn, messageId: '600000000000000001' }];
	return { settings, findings: examineGuild(fakeGuild(), settings, panels) };
}

const shown = (overview: SetupOverview, note?: string) => setupView(t, ids.guild, overview, note);
const linesOf = (view: MessageView): string[] => textOf(view).split('\n');

/** The types of role selects and channel selects. */
const chosenIn = (view: MessageView) =>
	selectsOf(view).flatMap(({ type, chosen }) => (type === ComponentType.StringSelect ? [] : [chosen]));

describe('the main setup page', () => {
	it.each<[string, Partial<GuildSettings>]>([
		['the buyer role is above mine', { buyerRoleId: ids.aboveBot }],
		['a staff role makes nobody staff', { staffRoleIds: [ids.managed] }],
		['an item’s role is above mine', { itemRoles: { 1: ids.aboveBot } }],
		['the help channel is the audit channel', { links: { helpChannelId: ids.audit } }],
	])('reports a problem only once if %s', (_, changes) => {
		const view = shown(overviewOf({ auditChannelId: ids.audit, ...changes }));
		expect(linesOf(view).filter((line) => /⛔|⚠️/.test(line))).toHaveLength(1);
	});

	it.each<[string, Partial<GuildSettings>, string | null, string]>([
		['the first open step', { buyerRoleId: undefined }, null, 'Choose'],
		['the first open step, though others are done', {}, ids.lobby, 'Choose'],
		['the last step', { auditChannelId: ids.audit }, null, 'Post'],
		['what is to be done in Discord', { buyerRoleId: ids.aboveBot }, ids.lobby, 'Check again'],
		['a trial once all is done', { auditChannelId: ids.audit }, ids.lobby, 'Try it as a buyer'],
	])('has one main button, for %s', (_, changes, panelIn, label) => {
		const view = shown(overviewOf(changes, panelIn));
		const main = buttonsOf(view).filter(({ style }) => style === ButtonStyle.Primary);
		expect(main.map((button) => button.label)).toEqual([label]);
		const first = buttonsOf(view).find(({ label }) => label !== 'Change');
		if (label !== 'Check again' && label !== 'Try it as a buyer') expect(main[0]).toEqual(first);
	});

	it('never suggests opening the audit channel for a panel in it, and isn’t marked as done', () => {
		const view = shown(overviewOf({ auditChannelId: ids.audit }, ids.audit));
		expect(textOf(view)).toContain(
			`⚠️ **Panel** <#${ids.audit}>\n-# <#${ids.audit}> is your audit channel. Choose another`,
		);
		expect(linesOf(view)[0]).toContain('3 of 4');
		expect(textOf(view)).not.toContain('Ready');
	});
});

describe('a setup page with one choice', () => {
	it('shows the current choice in its select', () => {
		const overview = overviewOf({
			supportedRoleId: ids.supported,
			auditChannelId: ids.audit,
			staffRoleIds: [ids.legend, ids.deleted],
		});
		expect(chosenIn(settingsView(t, 'buyer', overview))).toEqual([[ids.buyer]]);
		expect(chosenIn(settingsView(t, 'active', overview))).toEqual([[ids.supported], []]);
		expect(chosenIn(settingsView(t, 'audit', overview))).toEqual([[ids.audit]]);
		// Discord might refuse a deleted one.
		expect(chosenIn(settingsView(t, 'staff', overview))).toEqual([[ids.legend]]);
	});

	it('preselects nothing that may be deleted', () => {
		const overview = overviewOf({ buyerRoleId: ids.deleted, auditChannelId: ids.deleted });
		expect(chosenIn(settingsView(t, 'buyer', overview))).toEqual([[]]);
		expect(chosenIn(settingsView(t, 'audit', overview))).toEqual([[]]);
		const outage = { ...overviewOf({ auditChannelId: ids.audit }), findings: [] };
		expect(chosenIn(settingsView(t, 'buyer', outage))).toEqual([[]]);
		expect(chosenIn(settingsView(t, 'links', outage))).toEqual([[], []]);
	});

	it('offers to create a buyer role if none is chosen or the chosen one doesn’t work', () => {
		const offers = (buyerRoleId: string | undefined) =>
			JSON.stringify(settingsView(t, 'buyer', overviewOf({ buyerRoleId }), { guildT: translatorFor('de') }));
		for (const roleId of [undefined, ids.deleted, ids.staff, ids.aboveBot]) {
			expect(offers(roleId)).toContain('"label":"Create @Käufer for me"');
		}
		expect(offers(ids.buyer)).not.toContain('setup-make-role');
	});

	it('offers to create a role for announcements, unless it could not be mentioned either', () => {
		const offered = (roleId: string | undefined) => {
			const overview = overviewOf({ updates: { channelId: ids.lobby, since: 1, roleId } });
			return JSON.stringify(settingsView(t, 'updates', overview)).includes('Create @Updates for me');
		};
		expect([undefined, ids.deleted, ids.buyer].map(offered)).toEqual([true, true, false]);
		expect(JSON.stringify(settingsView(t, 'updates', overviewOf()))).not.toContain('setup-make-role');
	});

	it.each([undefined, { [ids.moderator]: '2' }])(
		'never suggests moving the bot’s role above one with elevated permissions, confirmed or not: %j',
		(confirmedPowers) => {
			const overview = overviewOf({ buyerRoleId: ids.moderator, confirmedPowers });
			for (const view of [settingsView(t, 'buyer', overview), shown(overview)])
				expect(textOf(view)).not.toMatch(/[Dd]rag/);
			// The position of another role is still mentioned.
			const both = overviewOf({ buyerRoleId: ids.moderator, itemRoles: { 7: ids.aboveBot } });
			expect(textOf(shown(both))).toContain(`is below <@&${ids.aboveBot}>\n-# Drag mine`);
		},
	);
});

describe('the reply to a choice that was not saved', () => {
	const buyer = { what: 'setting', name: 'buyer', picked: [ids.buyer] } as const;

	it('offers the same choice again if the reader can fix the problem in Discord', () => {
		expect(JSON.stringify(setupRefusalView(t, tooHigh, buyer))).toContain(
			`cc1:setup-use:buyer:${ids.buyer}:--------:`,
		);
	});
});
