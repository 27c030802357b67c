import { ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { examineGuild } from '../../../src/guilds/examine-guild.js';
import type { GuildSettings } from '../../../src/guilds/guild-settings.js';
import type { SetupOverview } from '../../../src/guilds/setup.js';
import type { SetupOutcome } from '../../../src/guilds/setup-outcome.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import { accents } from '../../../src/views/kit/page.js';
import {
	auditChoiceView,
	buyerChoiceView,
	ownRoleView,
	staffChoiceView,
} from '../../../src/views/management/setup-choice-view.js';
import { linkAddress, setupLinksView } from '../../../src/views/management/setup-links-view.js';
import { setupRefusalView } from '../../../src/views/management/setup-refusal-view.js';
import { setupView } from '../../../src/views/management/setup-view.js';
import { supportRolesView } from '../../../src/views/management/support-roles-view.js';
import { fakeGuild, ids, sampleSettings } from '../../guilds/checkup/fake-guild.js';
import { messageRefusals } from '../refusals.js';
import { shownText } from '../shown.js';

const t = translatorFor('en-US');

function overviewOf(changes: Partial<GuildSettings> = {}, panelIn: string | null = ids.lobby): SetupOverview {
	const settings = sampleSettings(changes);
	const panels = panelIn === null ? [] : [{ channelId: panelIn, messageId: '600000000000000001' }];
	return { settings, findings: examineGuild(fakeGuild(), settings, panels), isHome: true };
}

const shown = (overview: SetupOverview, note?: string) => setupView(t, ids.guild, overview, note);
const linesOf = (view: MessageView): string[] => shownText(view).split('\n');

/** The parts of the one container. */
function partsOf(view: MessageView) {
	const [container] = view.components ?? [];
	return container?.type === ComponentType.Container ? container.components : [];
}

const accentOf = ({ components: [container] = [] }: MessageView) =>
	container !== undefined && 'accent_color' in container ? container.accent_color : undefined;

const chosenIn = (view: MessageView): string[][] =>
	partsOf(view)
		.flatMap((part) => (part.type === ComponentType.ActionRow ? part.components : []))
		.flatMap((part) =>
			part.type === ComponentType.RoleSelect || part.type === ComponentType.ChannelSelect
				? [(part.default_values ?? []).map(({ id }) => id)]
				: [],
		);

describe('the page on which a server is set up', () => {
	it('is green when the four steps are done, and leads to the panel', () => {
		const view = shown(overviewOf({ auditChannelId: ids.audit }));
		expect(messageRefusals(view)).toEqual([]);
		expect(accentOf(view)).toBe(accents.done);
		expect(linesOf(view)).toEqual([
			'## Set up this server · 4 of 4',
			`✅ **Buyer role** <@&${ids.buyer}>`,
			'✅ **Bot role** is high enough',
			`✅ **Audit channel** <#${ids.audit}>`,
			`✅ **Panel** <#${ids.lobby}>`,
			'**Help channel** none yet',
			'-# Where anyone can ask staff, even before verifying',
			'**Staff roles** none, only members with **Manage Roles**',
			`✅ Ready: buyers can verify in <#${ids.lobby}>`,
		]);
		expect(JSON.stringify(view)).toContain(`https://discord.com/channels/${ids.guild}/${ids.lobby}`);
		expect(JSON.stringify(view)).toContain('cc1:setup-try');
	});

	it('says what is still to do where nothing is', () => {
		const view = shown(overviewOf({ buyerRoleId: undefined }, null));
		expect(accentOf(view)).toBe(accents.attention);
		expect(linesOf(view).slice(0, 6)).toEqual([
			'## Set up this server · 0 of 4',
			'⚠️ **Buyer role** none yet',
			'⚠️ **Bot role** not checked yet',
			'-# Choose a buyer role first.',
			'⚠️ **Audit channel** none yet',
			'⚠️ **Panel** not posted yet',
		]);
		expect(shownText(view)).not.toContain('Ready');
		expect(JSON.stringify(view)).not.toContain('cc1:setup-try');
	});

	it.each<[string, Partial<GuildSettings>, RegExp]>([
		[
			'the buyer role is above mine',
			{ buyerRoleId: ids.aboveBot },
			/⛔ \*\*Bot role\*\* is below <@&.*\n-# Drag mine/,
		],
		[
			'the buyer role has powers',
			{ buyerRoleId: ids.staff },
			/⛔ \*\*Buyer role\*\* .*\n-# .*\*\*Ban Members\*\*/,
		],
		[
			'the buyer role is gone',
			{ buyerRoleId: ids.deleted },
			/⛔ \*\*Buyer role\*\* `\d+`\n-# .*doesn’t exist/,
		],
		[
			'the audit channel is closed to me',
			{ auditChannelId: ids.hidden },
			/⛔ \*\*Audit channel\*\* .*\n-# .*\*\*View Channel\*\*/,
		],
		[
			'a staff role makes nobody staff',
			{ staffRoleIds: [ids.managed] },
			/⛔ \*\*Staff roles\*\* .*\n-# .*doesn’t make anyone staff/,
		],
		['an item’s role can’t be given', { itemRoles: { 1: ids.deleted } }, /⛔ I can’t give some extra roles/],
		['an item’s role is above mine', { itemRoles: { 1: ids.aboveBot } }, /⛔ \*\*Bot role\*\* is below/],
		[
			'the help channel is the audit channel',
			{ links: { helpChannelId: ids.audit } },
			/⚠️ \*\*Help channel\*\* <#\d+>\n-# .* is your audit channel\. Choose another/,
		],
		[
			'the support channel is gone',
			{ links: { supportChannelId: ids.deleted } },
			/⚠️ The support channel was deleted/,
		],
	])('says it where %s, and once', (_, changes, said) => {
		const view = shown(overviewOf({ auditChannelId: ids.audit, ...changes }));
		expect(messageRefusals(view)).toEqual([]);
		expect(shownText(view)).toMatch(said);
		expect(linesOf(view).filter((line) => /⛔|⚠️/.test(line))).toHaveLength(1);
	});

	it('never advises to open the audit channel for a panel in it, and is not done', () => {
		const view = shown(overviewOf({ auditChannelId: ids.audit }, ids.audit));
		expect(shownText(view)).toContain(
			`⚠️ **Panel** <#${ids.audit}>\n-# <#${ids.audit}> is your audit channel. Choose another`,
		);
		expect(linesOf(view)[0]).toContain('3 of 4');
		expect(shownText(view)).not.toContain('Ready');
	});

	it('says that the bot may not manage roles', () => {
		const settings = sampleSettings();
		const findings = examineGuild(fakeGuild({ canManageRoles: false }), settings);
		expect(shownText(shown({ settings, findings, isHome: true }))).toContain(
			'⛔ **Bot role** can’t manage roles',
		);
	});

	it('calls nothing done while Discord reports nothing about the server', () => {
		const settings = sampleSettings({ auditChannelId: ids.audit });
		expect(linesOf(shown({ settings, findings: [], isHome: true }))[0]).toContain('0 of 4');
	});

	it('offers seats and unlinking at home alone', () => {
		expect(JSON.stringify(shown(overviewOf()))).toContain('"value":"policy"');
		expect(JSON.stringify(shown({ ...overviewOf(), isHome: false }))).not.toContain('"value":"policy"');
	});

	it('says above all what the last press has come to', () => {
		expect(linesOf(shown(overviewOf(), '✅ **Saved.**'))[1]).toBe('✅ **Saved.**');
	});
});

describe('a page with one choice', () => {
	it('shows what is chosen in its select', () => {
		const overview = overviewOf({
			supportedRoleId: ids.supported,
			auditChannelId: ids.audit,
			staffRoleIds: [ids.legend, ids.deleted],
		});
		expect(chosenIn(buyerChoiceView(t, overview))).toEqual([[ids.buyer]]);
		expect(chosenIn(supportRolesView(t, overview))).toEqual([[ids.supported], []]);
		expect(chosenIn(auditChoiceView(t, overview))).toEqual([[ids.audit]]);
		// A deleted one might be refused by Discord.
		expect(chosenIn(staffChoiceView(t, overview))).toEqual([[ids.legend]]);
	});

	it('shows nothing as chosen that may be deleted', () => {
		const overview = overviewOf({ buyerRoleId: ids.deleted, auditChannelId: ids.deleted });
		expect(chosenIn(buyerChoiceView(t, overview))).toEqual([[]]);
		expect(chosenIn(auditChoiceView(t, overview))).toEqual([[]]);
		const outage = { ...overviewOf({ auditChannelId: ids.audit }), findings: [] };
		expect(chosenIn(buyerChoiceView(t, outage))).toEqual([[]]);
		expect(chosenIn(setupLinksView(t, outage))).toEqual([[], []]);
	});

	it('offers to make a buyer role where none is chosen, or where the chosen one doesn’t work', () => {
		const offers = (buyerRoleId: string | undefined) =>
			JSON.stringify(buyerChoiceView(t, overviewOf({ buyerRoleId }), undefined, 'Käufer'));
		for (const roleId of [undefined, ids.deleted, ids.staff, ids.aboveBot]) {
			expect(offers(roleId)).toContain('"label":"Make @Käufer for me"');
		}
		expect(offers(ids.buyer)).not.toContain('setup-make-role');
	});

	it('lets the optional choices be taken back, and the buyer role only be replaced', () => {
		const least = (view: MessageView) => /"min_values":(\d)/.exec(JSON.stringify(view))?.[1];
		expect(least(buyerChoiceView(t, overviewOf()))).toBe('1');
		expect(least(supportRolesView(t, overviewOf()))).toBe('0');
		expect(least(auditChoiceView(t, overviewOf()))).toBe('0');
	});

	it('names the roles that the bot’s own has to be above, and those that it isn’t', () => {
		expect(shownText(ownRoleView(t, overviewOf()))).toContain('✅ I can give every role');
		const above = shownText(ownRoleView(t, overviewOf({ itemRoles: { 7: ids.aboveBot } })));
		expect(above).toContain(`⛔ <@&${ids.aboveBot}> is above my role. Drag mine above it`);
	});

	it.each([
		['the powers nobody confirmed', undefined, 1],
		['confirmed powers', { [ids.moderator]: '2' }, 0],
	])('never asks to drag the bot’s role above one with powers: %s', (_, confirmedPowers, powers) => {
		const overview = overviewOf({ buyerRoleId: ids.moderator, confirmedPowers });
		for (const view of [buyerChoiceView(t, overview), ownRoleView(t, overview), shown(overview)]) {
			expect(shownText(view)).not.toMatch(/[Dd]rag/);
		}
		const own = linesOf(ownRoleView(t, overview)).slice(1);
		expect(own.slice(0, powers).join()).toMatch(powers ? /Every buyer who gets.*\*\*Kick/ : /^$/);
		expect(own[powers]).toMatch(/is above my role. Choose another role/);
		// The order of another role is still said.
		const both = overviewOf({ buyerRoleId: ids.moderator, itemRoles: { 7: ids.aboveBot } });
		expect(shownText(shown(both))).toContain(`is below <@&${ids.aboveBot}>\n-# Drag mine`);
		expect(shownText(ownRoleView(t, both))).toMatch(/every role I give: <@&300000000000000003>\./);
	});
});

describe('the answer to a choice that was not saved', () => {
	const buyer = { what: 'buyer-role', roleId: ids.buyer } as const;
	const rule = { what: 'rule', subject: { kind: 'item', key: '7' }, roleId: ids.buyer } as const;

	it.each<[Exclude<SetupOutcome, { kind: 'saved' | 'to-confirm' }>, RegExp]>([
		[
			{ kind: 'unusable-role', roleId: ids.aboveBot, fault: 'above-bot' },
			/⛔ <@&\d+> is above my role\*\*\nDrag mine/,
		],
		[{ kind: 'unusable-role', roleId: ids.managed, fault: 'managed' }, /⛔ .*is managed by an app/],
		[{ kind: 'unusable-role', roleId: ids.guild, fault: 'everyone' }, /⛔ .*is everyone’s role/],
		[{ kind: 'unusable-role', roleId: ids.deleted, fault: 'missing' }, /⛔ `\d+` was deleted/],
		[
			{ kind: 'refused-role', roleId: ids.staff, fault: 'out-of-reach' },
			/⛔ .*You can only use roles below your highest one/,
		],
		[{ kind: 'refused-role', roleId: ids.admin, fault: 'administrator' }, /⛔ .*is an administrator role/],
		[{ kind: 'refused-role', roleId: ids.staff, fault: 'is-staff' }, /⛔ .*is a staff role/],
		[{ kind: 'refused-role', roleId: ids.buyer, fault: 'is-given' }, /⛔ .*is given to buyers/],
		[{ kind: 'refused-role', roleId: ids.buyer, fault: 'self-chosen' }, /⛔ Members can give themselves/],
		[{ kind: 'not-allowed', takes: 'management' }, /⛔ Not saved.*\n.*Manage Server.*Manage Roles/],
		[{ kind: 'not-allowed', takes: 'administrator' }, /⛔ Not saved.*\n.*administrator/],
		[{ kind: 'unusable-channel' }, /⛔ I can’t use this channel/],
		[{ kind: 'too-many', most: 200 }, /⛔ You’ve reached the limit of 200/],
		[{ kind: 'guild-unavailable' }, /⏳ Discord isn’t responding.*\nNothing was saved/],
	])('says why, never “saved” alone, and leads on: %j', (outcome, said) => {
		for (const change of [buyer, rule]) {
			const view = setupRefusalView(t, outcome, change);
			expect(messageRefusals(view)).toEqual([]);
			expect(shownText(view)).toMatch(said);
			expect(shownText(view)).not.toContain('✅');
			expect(JSON.stringify(view)).toContain(change === rule ? 'cc1:setup-rules:0' : 'cc1:setup-page:buyer');
		}
	});

	it('offers the same choice again where the reader can put it right in Discord', () => {
		const outcome = { kind: 'unusable-role', roleId: ids.buyer, fault: 'above-bot' } as const;
		expect(JSON.stringify(setupRefusalView(t, outcome, buyer))).toContain(
			`cc1:setup-use:buyer:${ids.buyer}:--------:`,
		);
	});
});

describe('attack 41: an address that is to be kept', () => {
	it.each([
		'https://discord.com@evil.example/',
		'https://user:pass@evil.example/',
		'http://x.example/docs',
		'javascript:alert(1)',
		'https://localhost/docs',
		'x.example/docs',
		`https://x.example/${'a'.repeat(600)}`,
		'https://x.example\u202e/docs',
		'',
	])('is none that leads elsewhere than it reads, or that no button takes: %s', (typed) => {
		expect(linkAddress(typed)).toBeUndefined();
	});

	it('is kept as it leads, encoded', () => {
		expect(linkAddress('  https://x.example/docs?a=b|c#top ')).toBe('https://x.example/docs?a=b%7Cc#top');
	});

	it('is shown inert on its page', () => {
		const url = 'https://x.example/a_b_c*d*';
		const text = shownText(setupLinksView(t, overviewOf({ links: { exampleUrl: url } })));
		expect(text).toContain(`**Sample receipt** ${url}`);
	});
});
