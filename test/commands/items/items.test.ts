import { describe, expect, it } from 'vitest';
import { searchIsCodeView } from '../../../commands/items/find.js';
import { itemComponents } from '../../../commands/items/item.js';
import { items, itemsComponents, itemsView } from '../../../commands/items/items.js';
import { type ItemsState, wholeList } from '../../../commands/items/list-state.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { categoryKey } from '../../../src/marketplace/item-browser.js';
import { ephemeral } from '../../../src/ui/message.js';
import { outdatedComponentView } from '../../../src/ui/refusal.js';
import { askCommand, askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { sampleItem, sampleItems } from '../../states/items/sample-items.js';
import { floor } from '../../world/floor.js';
import { FakeCatalogue, itemServices } from './fake-catalogue.js';

const t = translatorFor('en-US');

const sixty = new FakeCatalogue(sampleItems(60));
const list = (catalogue: FakeCatalogue, changes: Partial<ItemsState> = {}) =>
	itemsView(t, floor(catalogue), { ...wholeList, ...changes });
const loading = new FakeCatalogue([], undefined, 'loading');

function run(catalogue: FakeCatalogue, options: Given['options'] = {}) {
	return askCommand(items, itemServices(catalogue), { options });
}

function act(
	catalogue: FakeCatalogue,
	kind: 'button' | 'select' | 'modal',
	given: Given & { readonly customId: string },
) {
	return askComponent(itemsComponents, kind, itemServices(catalogue), { isOnOwnAnswer: true, ...given });
}

describe('the buttons of /items', () => {
	it('lead back to where one was, once there are items in memory', async () => {
		const [[call, view] = []] = await act(loading, 'button', { customId: 'cc1:browse:3:dear:-:photo' });
		expect(call).toBe('update');
		expect(JSON.stringify(view)).toContain('cc1:browse:3:dear:-:photo');
	});
});

describe('the filters of /items', () => {
	const shop = new FakeCatalogue([
		...sampleItems(12),
		sampleItem({ id: 90, name: 'Basalt', category: 'Plugins', price: { regular: 5 } }),
	]);
	const themes = categoryKey('Themes');

	const filter = (form: Pick<Given, 'typed' | 'chosen'>) =>
		act(shop, 'modal', { customId: 'cc1:items-find:dear:-:old', ...form });

	it('show what was chosen in the form', async () => {
		const chosen = { category: [themes], order: ['cheap'] };
		expect(await filter({ typed: { search: 'number', page: ' 2 ' }, chosen })).toEqual([
			['update', list(shop, { category: { key: themes }, order: 'cheap', search: 'number', page: 1 })],
		]);
	});

	it.each([
		[{}, {}],
		[{ page: '' }, { category: [] }],
		[{ page: '0' }, { category: ['a!c'], order: ['wrong'] }],
		[{ page: 'two' }, {}],
	])('stay as they are without a choice, from the first page: %j %j', async (typed, chosen) => {
		expect(await filter({ typed: { search: '', ...typed }, chosen })).toEqual([
			['update', list(shop, { order: 'dear' })],
		]);
	});

	it('show what was searched for, in place', async () => {
		const given = { customId: 'cc1:items-find:cheap:-:', typed: { search: ' basalt ' } };
		expect(await act(shop, 'modal', given)).toEqual([
			['update', list(shop, { order: 'cheap', search: 'basalt' })],
		]);
	});

	it('don’t search for a purchase code or repeat it', async () => {
		const search = '0fa7bd1e-77f1-4f9e-8f6f-000000000000';
		const given = { customId: 'cc1:items-find:name:-:', typed: { search } };
		expect((await act(shop, 'modal', given)).at(-1)).toEqual(['update', searchIsCodeView(t)]);
		expect(await run(shop, { search })).toEqual([['reply', ephemeral(searchIsCodeView(t))]]);
	});

	it('can be given with the command', async () => {
		expect(await run(shop, { search: 'basalt' })).toEqual([
			['reply', ephemeral(list(shop, { search: 'basalt' }))],
		]);
	});
});

describe('the select of a list', () => {
	const pick = (values: readonly string[], customId = 'cc1:items-open:1:dear:-:photo') =>
		askComponent(itemComponents, 'select', itemServices(sixty), { customId, values, isOnOwnAnswer: true });

	it.each([['all'], ['-1'], ['1e1'], ['42:7'], ['']])(
		'is answered with an explanation if its value is no id: %j',
		async (value) => {
			expect(await pick([value])).toEqual([['reply', ephemeral(outdatedComponentView(t))]]);
		},
	);
});
