import { MessageFlags } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemFailureView, searchIsCodeView } from '../../../commands/items/find.js';
import { item, itemView } from '../../../commands/items/item.js';
import { itemsView } from '../../../commands/items/items.js';
import { wholeList } from '../../../commands/items/list-state.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import { ephemeral } from '../../../src/ui/message.js';
import { askCommand, askSuggestions } from '../../discord/interactions/asking.js';
import { hostileItem, sampleItem } from '../../states/items/sample-items.js';
import { choicesRefusals } from '../../ui/refusals.js';
import { floor } from '../../world/floor.js';
import { FakeCatalogue, itemServices } from './fake-catalogue.js';

const t = translatorFor('en-US');

const aurora = sampleItem();
const code = '3f2c1d6e-0b7a-4c59-9e18-5a7d2b4c6f10';
const deferred = ['defer', { flags: MessageFlags.Ephemeral }];
const shown = (it: Item) => [deferred, ['edit', itemView(t, { item: it, now: 0 })]];
function run(catalogue: FakeCatalogue, id: string) {
	return askCommand(item, itemServices(catalogue), { options: { id } });
}

describe('/item', () => {
	it.each(['1001', ' #1001 ', 'aurora photo  theme', 'AURORA PHOTO THEME', 'aurora'])(
		'shows the one item that is meant, to the asker alone, for %j',
		async (id) => {
			const catalogue = new FakeCatalogue([sampleItem({ id: 7, name: 'Other' }), aurora]);
			expect(await run(catalogue, id)).toEqual(shown(aurora));
			expect(catalogue.asked).toEqual([1001]);
		},
	);

	it('finds an item whose name is a number, unless it is the id of another', async () => {
		const game = sampleItem({ id: 7, name: '2048' });
		expect(await run(new FakeCatalogue([game]), '2048')).toEqual(shown(game));
		const other = sampleItem({ id: 2048, name: 'Other' });
		expect(await run(new FakeCatalogue([game, other]), '2048')).toEqual(shown(other));
	});

	it('requests an id that is not listed', async () => {
		const catalogue = new FakeCatalogue([], { ok: true, value: aurora });
		expect(await run(catalogue, '1001')).toEqual(shown(aurora));
		expect(catalogue.asked).toEqual([1001]);
	});

	it('does not call an item unknown that the marketplace could not be asked for', async () => {
		const failure = { kind: 'unavailable', reason: 'reset' } as const;
		expect(await run(new FakeCatalogue([], { ok: false, failure }), '5')).toEqual([
			deferred,
			['edit', itemFailureView(t, failure, 5)],
		]);
	});

	it('searches the list for a name that several items have, or none, without asking the marketplace', async () => {
		const catalogue = new FakeCatalogue([aurora, sampleItem({ id: 2, name: 'Aurora Icons' })]);
		for (const search of ['aurora', 'basalt'])
			expect(await run(catalogue, search)).toEqual([
				['reply', ephemeral(itemsView(t, floor(catalogue), { ...wholeList, search }))],
			]);
		expect(catalogue.asked).toEqual([]);
	});

	it('does not search for a purchase code, and never repeats it', async () => {
		const answer = await run(new FakeCatalogue([aurora]), code);
		expect(answer).toEqual([['reply', ephemeral(searchIsCodeView(t))]]);
		expect(JSON.stringify(answer)).not.toContain(code);
	});
});

describe('the suggestions of /item', () => {
	const suggestions = (catalogue: FakeCatalogue, focused: string) =>
		askSuggestions(item, itemServices(catalogue), { focused });

	it('are items by name, distinguished by their ids, which are their values', async () => {
		const catalogue = new FakeCatalogue([
			aurora,
			sampleItem({ id: 2 }),
			sampleItem({ id: 3, name: 'Other' }),
		]);
		expect(await suggestions(catalogue, 'auro')).toEqual([
			[
				'respond',
				[
					{ name: 'Aurora Photo Theme · 1001', value: '1001' },
					{ name: 'Aurora Photo Theme · 2', value: '2' },
				],
			],
		]);
	});

	it('are none for a purchase code, which is searched for nowhere', async () => {
		const named = new FakeCatalogue([sampleItem({ name: `About ${code}` })]);
		expect(await suggestions(named, code)).toEqual([['respond', []]]);
	});

	it('are taken by Discord whatever the names are', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(hostileItem, { maxLength: 30 }), async (items) => {
				const log = await suggestions(new FakeCatalogue(items), '');
				const choices = log.flatMap(([, argument]) => argument) as Parameters<typeof choicesRefusals>[0];
				expect(choicesRefusals(choices)).toEqual([]);
				expect(choices.every(({ name }) => name.length <= 100 && name.trim() !== '')).toBe(true);
			}),
			{ numRuns: 50 },
		);
	});
});
