import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { itemFailureView, namesStillLoadingView, noSuchItemView } from '../../../commands/items/find.js';
import { setupView } from '../../../commands/setup/main.js';
import { licenceIsCodeView, maxKeyLength, unknownCategoryView } from '../../../commands/setup/rules.js';
import { setup } from '../../../commands/setup/setup.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { askCommand, askSuggestions, noStaffRoles } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { ids } from '../../servers/checkup/fake-guild.js';
import { sampleItem } from '../../states/items/sample-items.js';
import { fakeSetup } from './fake-setup.js';

const t = translatorFor('en-US');

const { ManageGuild, ManageRoles } = PermissionFlagsBits;
const deferred = ['defer', { flags: MessageFlags.Ephemeral }];
const aurora = sampleItem();

function run(fake: ReturnType<typeof fakeSetup>, given: Given) {
	return askCommand(setup, fake.services, { permissions: ManageGuild | ManageRoles, ...given });
}

const role = ids.supported;

describe('/setup', () => {
	it('server shows the page with what is chosen now', async () => {
		const fake = fakeSetup();
		expect(await run(fake, { subcommand: 'server' })).toEqual([
			deferred,
			['edit', setupView(t, ids.guild, await fake.overview())],
		]);
	});

	it.each<[string, Record<string, string>, { kind: string; key: string }]>([
		['item', { item: '1001' }, { kind: 'item', key: '1001' }],
		['item', { item: 'aurora photo  THEME' }, { kind: 'item', key: '1001' }],
		['category', { category: 'Themes' }, { kind: 'category', key: 'Themes' }],
		['category', { category: ' themes' }, { kind: 'category', key: 'Themes' }],
		['license', { license: 'EXTENDED' }, { kind: 'licence', key: 'Extended' }],
		['license', { license: ' developer ' }, { kind: 'licence', key: 'developer' }],
	])(
		'%s %j gives its buyers a role, by the marketplace’s own spelling',
		async (subcommand, options, subject) => {
			const fake = fakeSetup({ items: [aurora], licenceTypes: ['Extended'] });
			const log = await run(fake, { subcommand, options: { ...options, role } });
			expect(fake.changes).toEqual([{ what: 'rule', subject, roleId: role }]);
			expect(log).toHaveLength(2);
			expect(JSON.stringify(log[1])).toContain('✅ Saved.');
		},
	);

	it('warns of a licence type that no purchase has had, and only of that', async () => {
		const fake = fakeSetup({ licenceTypes: ['Extended'] });
		const warning = 'No purchase with this license type';
		const options = (license: string) => ({ license, role });
		const seen = await run(fake, { subcommand: 'license', options: options('extended') });
		const unseen = await run(fake, { subcommand: 'license', options: options('extendet') });
		expect(JSON.stringify(seen)).not.toContain(warning);
		expect(JSON.stringify(unseen)).toContain(warning);
	});

	it.each([
		['license', { license: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', role }],
		['license', { license: 'AB12-CD34-EF56', role }],
		['seats', { license: 'AB12 CD34 EF56', members: 5 }],
	])('%s saves no purchase code as a license type, and does not repeat it', async (subcommand, options) => {
		const fake = fakeSetup({ licenceTypes: ['Extended'] });
		expect(await run(fake, { subcommand, options })).toEqual([deferred, ['edit', licenceIsCodeView(t)]]);
		expect(fake.changes).toEqual([]);
	});

	it.each([
		['item', { item: 'no such thing' }, noSuchItemView(t)],
		['item', { item: '5' }, itemFailureView(t, { kind: 'item-not-found' }, 5)],
		['category', { category: 'Fonts' }, unknownCategoryView(t)],
	])('%s saves nothing for what does not exist: %j', async (subcommand, options, view) => {
		const fake = fakeSetup({ items: [aurora] });
		expect(await run(fake, { subcommand, options: { ...options, role } })).toEqual([
			deferred,
			['edit', view],
		]);
		expect(fake.changes).toEqual([]);
	});

	it('category does not call a category unknown while the items are still being loaded', async () => {
		const fake = fakeSetup({ catalogueState: 'loading' });
		const log = await run(fake, { subcommand: 'category', options: { category: 'Themes', role } });
		expect(log[1]).toEqual(['edit', namesStillLoadingView(t)]);
	});

	it('asks before it sets a role with power over the server, and carries the choice in its button', async () => {
		const options = { item: '1001', role: ids.staff };
		const fake = fakeSetup({ items: [aurora] });
		const asked = await run(fake, { subcommand: 'item', options });
		expect(fake.changes).toEqual([]);
		expect(JSON.stringify(asked[1])).toMatch(
			/Manage Server\*\* and \*\*Ban Members\*\*.*"cc1:setup-use:item:300000000000000005:[\w-]{8}:=1001"/,
		);
	});

	it('sets no role for a manager who may not manage roles', async () => {
		const fake = fakeSetup({ items: [aurora] });
		const options = { item: '1001', role };
		const log = await run(fake, { subcommand: 'item', options, permissions: ManageGuild });
		expect(JSON.stringify(log[1])).toContain('⛔ Not saved');
		expect(fake.changes).toEqual([]);
	});
});

describe('the suggestions of /setup', () => {
	async function suggested(
		fake: ReturnType<typeof fakeSetup>,
		focusedOption: string,
		focused: string,
		subcommand = focusedOption,
		{ permissions = ManageGuild, access = noStaffRoles } = {},
	) {
		const given = { subcommand, focusedOption, focused, permissions };
		const [[, choices] = []] = await askSuggestions(setup, fake.services, given, access);
		return choices as { name: string; value: string }[];
	}

	const valuesOf = (choices: { value: string }[]) => choices.map(({ value }) => value);

	it('are items by name, with their ids as values', async () => {
		const fake = fakeSetup({ items: [aurora, sampleItem({ id: 7, name: 'Other' })] });
		expect(valuesOf(await suggested(fake, 'item', 'auro'))).toEqual(['1001']);
	});

	it('are the categories that items have, each once', async () => {
		const fake = fakeSetup({
			items: [
				aurora,
				sampleItem({ id: 2 }),
				sampleItem({ id: 3, category: 'Icons' }),
				sampleItem({ id: 4, category: '' }),
				sampleItem({ id: 5, category: 'x'.repeat(maxKeyLength + 1) }),
			],
		});
		expect(valuesOf(await suggested(fake, 'category', ''))).toEqual(['Icons', 'Themes']);
		expect(valuesOf(await suggested(fake, 'category', 'THE'))).toEqual(['Themes']);
	});

	it('are the licence types that purchases have had', async () => {
		const fake = fakeSetup({ licenceTypes: ['Extended', 'Regular'] });
		expect(valuesOf(await suggested(fake, 'license', 'ext'))).toEqual(['Extended']);
		expect(valuesOf(await suggested(fake, 'license', 'ext', 'seats'))).toEqual(['Extended']);
	});
});
