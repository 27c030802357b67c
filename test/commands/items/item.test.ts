import { buttonsOf, labelsOf, mediaOf, textOf } from '@claimcheck/local-discord/reading';
import { MessageFlags } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemFailureView, searchIsCodeView } from '../../../commands/items/find.js';
import {
	detailsView,
	type ItemShown,
	item as itemCommand,
	itemComponents,
	itemView,
	sharedItemView,
	sharingView,
} from '../../../commands/items/item.js';
import { itemsView } from '../../../commands/items/items.js';
import { itemButton, openDetails, wholeList } from '../../../commands/items/list-state.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { ephemeral, type MessageView } from '../../../src/ui/message.js';
import { askCommand, askComponent, askSuggestions } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { memoryStore } from '../../roles/memory-store.js';
import { hostileText, sampleItem, withScreenshots } from '../../states/items/sample-items.js';
import { choicesRefusals } from '../../ui/refusals.js';
import { floor } from '../../world/floor.js';
import { FakeCatalog, itemServices } from './fake-catalog.js';

const t = translatorFor('en-US');

const item = withScreenshots(23);
const channel = '400000000000000001';

function press(
	catalog: FakeCatalog,
	customId: string,
	given: Given = {},
	services: Parameters<typeof itemServices>[1] = {},
) {
	const components = itemComponents;
	const asked = { customId, isOnOwnAnswer: true, ...given };
	return askComponent(components, 'button', itemServices(catalog, services), asked);
}

const turned = (view: unknown) => [
	['defer update', undefined],
	['edit', view],
];

const view = (changes: Partial<ItemShown> = {}) => itemView(t, { item: sampleItem(), now: 0, ...changes });

describe("an item's page", () => {
	it('has the beginning of the description only; the rest and the tags are on the next page', () => {
		const described = { ...item, description: '<p>A *theme*.</p><p>For shops.</p>', tags: ['b_2'] };
		const says = (view: MessageView) => textOf(view).split('\n');
		expect(says(view({ item: described }))).not.toContain('For shops.');
		const [name, ...lines] = says(detailsView(t, described, 0));
		expect(name).toContain('1–10 of 23');
		expect(lines).toEqual(['A \\*theme\\*.', '', 'For shops.', '-# Responsive · Dark mode · b\\_2']);
		expect(says(detailsView(t, described, 1))).toHaveLength(1);
		const bare = { ...described, screenshotUrls: [], tags: [], options: [] };
		expect(labelsOf(view({ item: bare }))).toContain('Show more');
		expect(labelsOf(view({ item: { ...bare, description: ' ' } }))).not.toContain('Show more');
	});

	it('leads back to the page it was opened from, otherwise to the member’s purchases or to all items', () => {
		const last = (changes: Partial<ItemShown>) => labelsOf(view(changes)).at(-1);
		expect(last({ from: { ...wholeList, page: 3 } })).toBe('Back');
		expect(last({ own: { supportedUntil: undefined } })).toBe('Show my purchases');
		expect(last({})).toBe('Browse items');
	});
});

const urlsOf = (view: MessageView) => mediaOf(view).map(({ url }) => url);

/** The page that each button leads to; undefined if it is disabled. */
function turns(view: MessageView): (number | undefined)[] {
	return buttonsOf(view)
		.filter(({ label }) => label !== 'Back')
		.map(({ customId = '', isDisabled }) => (isDisabled ? undefined : openDetails.decode(customId)?.[1]));
}

it('the screenshots of an item can all be reached with their own buttons, ten at a time', () => {
	const item = withScreenshots(23);
	const seen: string[] = [];
	let next: number | undefined = 0;
	while (next !== undefined) {
		const view = detailsView(t, item, next);
		expect(urlsOf(view).length).toBeLessThanOrEqual(10);
		seen.push(...urlsOf(view));
		next = turns(view)[1];
	}
	expect(seen).toEqual(item.screenshotUrls);
});

it('the button that opens an item knows the list that it stood in', async () => {
	const from = { ...wholeList, page: 2, search: 'photo' };
	const opened = turned(itemView(t, { item, from, now: 0 }));
	expect(await press(new FakeCatalog([item]), 'cc1:item:1001:2:name:-:photo')).toEqual(opened);
});

it.each([
	['cc1:shots:1001:0', 0],
	['cc1:shots:1001:2', 2],
])('the buttons of screenshots update the message: %s', async (customId, page) => {
	const shown = turned(detailsView(t, item, page));
	expect(await press(new FakeCatalog([item]), customId)).toEqual(shown);
	// Shortly after a restart, the list may not be loaded yet.
	expect(await press(new FakeCatalog([], { ok: true, value: item }), customId)).toEqual(shown);
});

describe('the button "Share here"', () => {
	const share = (
		catalog: FakeCatalog,
		given: Given = {},
		services: Parameters<typeof itemServices>[1] = {},
	) => press(catalog, 'cc1:share:1001', given, services);
	const posted = sharedItemView(t, item, '200000000000000001');
	const back = itemButton(t, 1001, undefined);
	const done = [
		...turned(sharingView(t, 'shared', back, { channel: `<#${channel}>` })),
		['follow up', posted],
	];

	it('replies in the member’s language, and posts in the server’s language', async () => {
		const log = await share(new FakeCatalog([item]), { locale: 'de', guildLocale: 'fr' });
		const [german, french] = [translatorFor('de'), translatorFor('fr')];
		const answer = sharingView(german, 'shared', itemButton(german, 1001, undefined), {
			channel: `<#${channel}>`,
		});
		expect(log.slice(1)).toEqual([
			['edit', answer],
			['follow up', sharedItemView(french, item, '200000000000000001')],
		]);
	});

	it('posts nothing for a member who may not write there', async () => {
		const refused = turned(sharingView(t, 'mayNotShare', back));
		const elsewhere = new FakeCatalog([], { ok: true, value: item });
		expect(await share(elsewhere, { mayPost: false })).toEqual(refused);
		expect(elsewhere.asked).toEqual([]);
	});

	it('posts nothing if the server doesn’t let members share', async () => {
		expect(await share(new FakeCatalog([item]), {}, { mayShare: false })).toEqual(
			turned(sharingView(t, 'staffShare', back)),
		);
	});

	it('posts once per 30 seconds for a member in a channel, or once per slow-mode interval if that is longer', async () => {
		const clock = { now: 5_000 };
		const limits = new Limits({ store: memoryStore(), clock: { now: () => clock.now } });
		const again = (given: Given = {}) => share(new FakeCatalog([item]), given, { limits });
		const refused = turned(sharingView(t, 'sharedAlready', back, { when: '<t:5:R>' }));
		const other = { userId: '200000000000000002', slowModeMs: 60_000 };
		const others = ['follow up', sharedItemView(t, item, other.userId)];
		expect([await again(), await again()]).toEqual([done, refused]);
		expect([(await again(other)).at(-1), await again(other)]).toEqual([others, refused]);
		clock.now += 30_000;
		expect([await again(), await again(other)]).toEqual([done, refused]);
		clock.now += 30_000;
		expect((await again(other)).at(-1)).toEqual(others);
	});
});

const aurora = sampleItem();
const code = '3f2c1d6e-0b7a-4c59-9e18-5a7d2b4c6f10';
const deferred = ['defer', { flags: MessageFlags.Ephemeral }];
const answered = (it: Item) => [deferred, ['edit', itemView(t, { item: it, now: 0 })]];
function ask(catalog: FakeCatalog, id: string) {
	return askCommand(itemCommand, itemServices(catalog), { options: { id } });
}

describe('/item', () => {
	it.each(['1001', ' #1001 ', 'aurora photo  theme', 'AURORA PHOTO THEME', 'aurora'])(
		'shows the only matching item, visible only to the caller, for %j',
		async (id) => {
			const catalog = new FakeCatalog([sampleItem({ id: 7, name: 'Other' }), aurora]);
			expect(await ask(catalog, id)).toEqual(answered(aurora));
			expect(catalog.asked).toEqual([1001]);
		},
	);

	it('finds an item whose name is a number, unless it is the id of another one', async () => {
		const game = sampleItem({ id: 7, name: '2048' });
		expect(await ask(new FakeCatalog([game]), '2048')).toEqual(answered(game));
		const other = sampleItem({ id: 2048, name: 'Other' });
		expect(await ask(new FakeCatalog([game, other]), '2048')).toEqual(answered(other));
	});

	it('calls neither an item unknown if the shop can’t be reached, nor the shop down if requests are limited', async () => {
		const failure = { kind: 'unavailable', reason: 'reset' } as const;
		expect(await ask(new FakeCatalog([], { ok: false, failure }), '5')).toEqual([
			deferred,
			['edit', itemFailureView(t, failure, 5)],
		]);
		const limited = itemFailureView(t, { kind: 'rate-limited', retryAt: 0 }, 5);
		expect(textOf(limited)).not.toContain('isn’t responding');
	});

	it('searches the list, without asking the marketplace, if several items or none have the name', async () => {
		const catalog = new FakeCatalog([aurora, sampleItem({ id: 2, name: 'Aurora Icons' })]);
		for (const search of ['aurora', 'basalt'])
			expect(await ask(catalog, search)).toEqual([
				['reply', ephemeral(itemsView(t, floor(catalog), { ...wholeList, search }))],
			]);
		expect(catalog.asked).toEqual([]);
	});

	it('does not search for a purchase code, and never repeats it', async () => {
		const answer = await ask(new FakeCatalog([aurora]), code);
		expect(answer).toEqual([['reply', ephemeral(searchIsCodeView(t))]]);
	});
});

describe('the suggestions of /item', () => {
	const suggestions = (catalog: FakeCatalog, focused: string) =>
		askSuggestions(itemCommand, itemServices(catalog), { focused });

	it('are item names with the ids as values, which tell equal names apart', async () => {
		const catalog = new FakeCatalog([aurora, sampleItem({ id: 2 }), sampleItem({ id: 3, name: 'Other' })]);
		expect(await suggestions(catalog, 'auro')).toEqual([
			[
				'respond',
				[
					{ name: 'Aurora Photo Theme · 1001', value: '1001' },
					{ name: 'Aurora Photo Theme · 2', value: '2' },
				],
			],
		]);
	});

	it('are empty for a purchase code, which is never searched for', async () => {
		const named = new FakeCatalog([sampleItem({ name: `About ${code}` })]);
		expect(await suggestions(named, code)).toEqual([['respond', []]]);
	});

	it('are accepted by Discord whatever the names are', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(hostileText, { maxLength: 30 }), async (names) => {
				const items = names.map((name) => sampleItem({ name }));
				const log = await suggestions(new FakeCatalog(items), '');
				const choices = log.flatMap(([, argument]) => argument) as Parameters<typeof choicesRefusals>[0];
				expect(choicesRefusals(choices)).toEqual([]);
				expect(choices.every(({ name }) => name.length <= 100 && name.trim() !== '')).toBe(true);
			}),
			{ numRuns: 50 },
		);
	});
});
