import { labelsOf, selectsOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { subjectArgument } from '../../../commands/setup/choice.js';
import {
	askForSubject,
	chooseRuleKind,
	chooseSubject,
	chooseSubjectRole,
	removeRule,
	ruleOfOption,
	setupRulesView,
	subjectInputs,
	subjectModal,
} from '../../../commands/setup/rules.js';
import { chooseSetting } from '../../../commands/setup/settings.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { examineGuild } from '../../../src/servers/examine-guild.js';
import type { GuildSettings } from '../../../src/servers/guild-settings.js';
import type { SetupOverview } from '../../../src/services/setup/setup.js';
import { ephemeral, type MessageView } from '../../../src/ui/message.js';
import { outdatedComponentView } from '../../../src/ui/refusal.js';
import { fakeGuild, ids, sampleSettings } from '../../servers/checkup/fake-guild.js';
import { administrator } from '../../services/setup/open-setup.js';
import { sampleItem } from '../../states/items/sample-items.js';
import { messageRefusals } from '../../ui/refusals.js';
import { fakeSetup } from './fake-setup.js';

const t = translatorFor('en-US');

const noName = () => undefined;

describe('a select on the page of /setup', () => {
	it('saves the days around the end of support, but no number that isn’t offered', async () => {
		const fake = fakeSetup();
		const choose = (name: 'notice' | 'grace', days: string) =>
			fake.use('select', { customId: chooseSetting.encode(name), values: [days] });
		await choose('notice', '30');
		await choose('grace', '7');
		await choose('grace', '91');
		expect((await fake.overview()).settings.support).toMatchObject({ noticeDays: 30, graceDays: 7 });
		await choose('grace', '0');
		expect((await fake.overview()).settings.support).toMatchObject({ noticeDays: 30, graceDays: 0 });
	});
});

describe('the button that creates a role for announcements', () => {
	it('says nothing about a role if another manager has turned the announcements off meanwhile', async () => {
		const fake = fakeSetup();
		fake.setup.makeRole = async () => ({ kind: 'saved' });
		const answer = JSON.stringify(await fake.use('button', { customId: 'cc1:setup-make-role:mention' }));
		expect(answer).toContain('New items and versions');
		expect(answer).not.toContain('I created');
	});
});

describe('a role by purchase, from /setup', () => {
	const aurora = sampleItem();
	const shelf = ['photo', '__proto__', '', 'Photo', 'dark', 'x'.repeat(60)].map((category, id) =>
		sampleItem({ id, category }),
	);

	it.each([
		['item', '1'],
		['category', 'photo'],
		['category', 'x'.repeat(60)],
		['licence', 'extended'],
	] as const)('by %s is chosen from the shop’s list, followed by the role', async (kind, key) => {
		const fake = fakeSetup({ items: shelf, licenceTypes: ['extended'] });
		const list = await fake.use('select', { customId: chooseRuleKind.encode(), values: [kind] });
		expect(JSON.stringify(list)).toContain(`"value":"${key}"`);
		const role = await fake.use('select', { customId: chooseSubject.encode(kind), values: [key] });
		const customId = chooseSubjectRole.encode(kind, subjectArgument(key));
		expect(JSON.stringify(role)).toContain(customId);
		await fake.use('role-select', { customId, values: [ids.supported] });
		expect(fake.changes).toEqual([{ what: 'rule', subject: { kind, key }, roleId: ids.supported }]);
	});

	it('offers no text that can’t be a key, and matches a part of one in the shop’s spelling', async () => {
		const fake = fakeSetup({ items: shelf });
		const list = JSON.stringify(
			await fake.use('select', { customId: chooseRuleKind.encode(), values: ['category'] }),
		);
		expect(list).not.toContain('__proto__');
		const typed = { [subjectInputs.name]: 'PHOTO' };
		const found = await fake.use('modal', { customId: askForSubject.encode('category'), typed });
		expect(JSON.stringify(found)).toContain('"value":"photo"');
		expect(JSON.stringify(found)).toContain('"value":"Photo"');
		expect(JSON.stringify(found)).not.toContain('"value":"dark"');
	});

	it('reports an outdated page if the shop doesn’t have the category', async () => {
		const log = await fakeSetup({ items: shelf }).use('select', {
			customId: chooseSubject.encode('category'),
			values: ['forged'],
		});
		expect(log).toEqual([['reply', ephemeral(outdatedComponentView(t))]]);
	});

	it('by date is typed as two days, including the last one', async () => {
		const fake = fakeSetup();
		const form = await fake.use('select', { customId: chooseRuleKind.encode(), values: ['date'] });
		expect(JSON.stringify(form)).toContain(askForSubject.encode('date'));
		const typed = { [subjectInputs.from]: '2026-01-01', [subjectInputs.until]: ' 2026-01-31 ' };
		const page = await fake.use('modal', { customId: askForSubject.encode('date'), typed });
		const key = `${Date.UTC(2026, 0)}/${Date.UTC(2026, 1)}`;
		const customId = chooseSubjectRole.encode('date', subjectArgument(key));
		expect(JSON.stringify(page)).toContain(customId);
		expect(JSON.stringify(page)).toContain('Jan 1, 2026 – Jan 31, 2026');
		await fake.use('role-select', { customId, values: [ids.supported] });
		const { settings } = await fake.overview();
		const period = { from: Date.UTC(2026, 0), until: Date.UTC(2026, 1) };
		expect(settings.dateRoles).toEqual([{ ...period, roleId: ids.supported }]);
		await fake.use('select', { customId: removeRule.encode(0), values: [`date:${key}`] });
		expect((await fake.overview()).settings.dateRoles).toEqual([]);
	});

	const period = async (from: string, until: string, locale = 'en-US') => {
		const typed = { [subjectInputs.from]: from, [subjectInputs.until]: until };
		const customId = askForSubject.encode('date');
		return JSON.stringify(await fakeSetup().use('modal', { customId, typed, locale }));
	};

	it.each([
		['en-US', '1/31/2026', '31.1.2026', 'Jan 31, 2026 – Jan 31, 2026'],
		['en-US', '1/2/2026', '31. 12. 2026', 'Jan 2, 2026 – Dec 31, 2026'],
		['de', '1.2.2026', '12/31/2026', '01.02.2026 – 31.12.2026'],
		['fr', '2026-2-1', '05/06/2026', '1 févr. 2026 – 5 juin 2026'],
		['ja', '2026年2月1日', '2/3/2026', '2026/02/01 – 2026/02/03'],
	])('by date accepts dates as people write them: %s %s, %s', async (locale, from, until, read) => {
		expect(await period(from, until, locale)).toContain(read);
	});

	it.each([
		['', ''],
		['2026-02-30', ''],
		['31.31.2026', ''],
		['1.2.26', ''],
		['', '2026-1-1-1'],
		['2026-02-01', '2026-01-31'],
		['1969-12-31', ''],
		['1:2:2026', '99.99.2026'],
	])(
		'by date is refused from %j until %j with an explanation, and the form keeps the typed text',
		async (from, until) => {
			const log = await period(from, until);
			expect(log).toContain('such as 1/31/2026');
			const kept = from.includes(':') ? [] : [from, until];
			const customId = askForSubject.encode('date', ...kept);
			expect(log).toContain(`"custom_id":"${customId}"`);
			expect(await fakeSetup().use('button', { customId })).toEqual([
				['modal', subjectModal(t, 'date', ...kept)],
			]);
		},
	);

	it.each(['=NaN/1', '=/', '=1e3/', '=x'])(
		'is reported as outdated with the forged period %s',
		async (argument) => {
			const fake = fakeSetup();
			const customId = chooseSubjectRole.encode('date', argument);
			const log = await fake.use('role-select', { customId, values: [ids.supported] });
			expect(log).toEqual([['reply', ephemeral(outdatedComponentView(t))]]);
			expect(fake.changes).toEqual([]);
		},
	);

	it('needs confirmation if it has elevated permissions, and the button carries the choice', async () => {
		const fake = fakeSetup({ items: shelf });
		const customId = chooseSubjectRole.encode('category', subjectArgument('photo'));
		const asked = JSON.stringify(await fake.use('role-select', { customId, values: [ids.staff] }));
		expect(asked).toContain('Manage Server** and **Ban Members**');
		expect(fake.changes).toEqual([]);
		const confirm = /"custom_id":"(cc1:setup-use:[^"]+)"/.exec(asked)?.[1] ?? '';
		await fake.use('button', { customId: confirm });
		const subject = { kind: 'category', key: 'photo' };
		expect(fake.changes).toEqual([{ what: 'rule', subject, roleId: ids.staff }]);
	});

	it('accepts any license type as typed, with a warning if no purchase has had it', async () => {
		const fake = fakeSetup({ licenceTypes: ['Extended'] });
		const typed = { [subjectInputs.name]: ' developer ' };
		const page = await fake.use('modal', { customId: askForSubject.encode('licence'), typed });
		expect(JSON.stringify(page)).toContain('No purchase with this license type');
		const customId = chooseSubjectRole.encode('licence', subjectArgument('developer'));
		expect(JSON.stringify(page)).toContain(customId);
		await fake.use('role-select', { customId, values: [ids.supported] });
		expect((await fake.overview()).settings.licenceRoles).toEqual({ developer: ids.supported });
	});

	it('doesn’t search for a purchase code', async () => {
		const typed = { [subjectInputs.name]: '0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f' };
		const log = await fakeSetup({ items: [aurora] }).use('modal', {
			customId: askForSubject.encode('item'),
			typed,
		});
		expect(JSON.stringify(log)).toContain('purchase code');
		expect(JSON.stringify(log)).not.toContain(chooseSubject.encode('item'));
	});
});

describe('the select that removes a role', () => {
	const subject = { kind: 'item', key: '1001' } as const;

	it('removes it immediately and stays on its page', async () => {
		const fake = fakeSetup();
		await fake.setup.choose(administrator, { what: 'rule', subject, roleId: ids.buyer });
		const log = await fake.use('select', { customId: removeRule.encode(0), values: ['item:1001'] });
		expect(fake.changes.at(-1)).toEqual({ what: 'rule', subject, roleId: undefined });
		expect(log).toEqual([
			['defer update', undefined],
			['edit', setupRulesView(t, await fake.overview(), 0, noName, '✅ **Saved.**')],
		]);
	});

	it('shows the page again if another manager has removed it meanwhile', async () => {
		const fake = fakeSetup();
		const log = await fake.use('select', { customId: removeRule.encode(0), values: ['item:1001'] });
		expect(fake.changes).toEqual([]);
		const note = '-# That message was out of date. Here’s the current one.';
		expect(log[1]).toEqual(['edit', setupRulesView(t, await fake.overview(), 0, noName, note)]);
	});
});

const names = (id: number) => (id === 1001 ? 'Aurora *Photo* Theme' : undefined);

function overviewOf(changes: Partial<GuildSettings>): SetupOverview {
	const settings = sampleSettings(changes);
	return { settings, findings: examineGuild(fakeGuild(), settings) };
}

const valuesOf = (view: MessageView) =>
	selectsOf(view).flatMap(({ customId, values }) => (customId.includes('setup-remove') ? values : []));

const manyItems = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index + 1), ids.buyer]));

describe('the page of roles by purchase', () => {
	it('reaches every role, page by page', () => {
		const overview = overviewOf({ itemRoles: manyItems(60) });
		const pages = [0, 1, 2, 3, 4].map((page) => setupRulesView(t, overview, page, names));
		for (const view of pages) expect(messageRefusals(view)).toEqual([]);
		const values = pages.flatMap(valuesOf);
		expect(new Set(values).size).toBe(60);
		for (const view of pages) {
			const turns = [t('page.previous'), t('page.next')];
			expect(labelsOf(view)).toEqual(['Back', ...turns]);
		}
		// A page that was removed after the button was drawn.
		expect(valuesOf(setupRulesView(t, overview, 99, names))).toHaveLength(12);
	});

	it('finds the role again by its option in the select, unless it has been removed', () => {
		const overview = overviewOf({ itemRoles: { 1001: ids.buyer }, categoryRoles: { '1001': ids.buyer } });
		const [category, item] = valuesOf(setupRulesView(t, overview, 0, names));
		expect(ruleOfOption(overview, category)).toEqual({ kind: 'category', key: '1001' });
		expect(ruleOfOption(overview, item)).toEqual({ kind: 'item', key: '1001' });
		expect(ruleOfOption(overviewOf({}), item)).toBeUndefined();
		expect(ruleOfOption(overview, undefined)).toBeUndefined();
	});
});
