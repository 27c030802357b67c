import { buttonsOf, labelsOf, mediaOf, textOf } from '@claimcheck/local-discord/reading';
import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
	detailsView,
	type ItemShown,
	itemComponents,
	itemView,
	sharedItemView,
	sharingView,
} from '../../../commands/items/item.js';
import { itemButton, openDetails, wholeList } from '../../../commands/items/list-state.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { indexItem } from '../../../src/marketplace/indexed-item.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { nothingMore } from '../../../src/ui/items.js';
import { forEveryone, type MessageView } from '../../../src/ui/message.js';
import { askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { memoryStore } from '../../roles/memory-store.js';
import { sampleItem, withScreenshots } from '../../states/items/sample-items.js';
import { FakeCatalogue, itemServices } from './fake-catalogue.js';

const t = translatorFor('en-US');

const item = withScreenshots(23);
const channel = '400000000000000001';
const alone = { flags: MessageFlags.Ephemeral };

function press(
	catalogue: FakeCatalogue,
	customId: string,
	given: Given = {},
	services: Parameters<typeof itemServices>[1] = {},
) {
	const components = itemComponents;
	const asked = { customId, isOnOwnAnswer: true, ...given };
	return askComponent(components, 'button', itemServices(catalogue, services), asked);
}

const turned = (view: unknown) => [
	['defer update', undefined],
	['edit', view],
];

const view = (changes: Partial<ItemShown> = {}) => itemView(t, { item: sampleItem(), now: 0, ...changes });

describe("an item's page", () => {
	it('leaves the description and the tags to the page behind it, which begins with them', () => {
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

	it('leads back to where it was opened from; else to what one has, or to all items', () => {
		const last = (changes: Partial<ItemShown>) => labelsOf(view(changes)).at(-1);
		expect(last({ from: { ...wholeList, page: 3 } })).toBe('Back');
		expect(last({ own: { supportedUntil: undefined } })).toBe('Show my purchases');
		expect(last({})).toBe('Browse items');
	});
});

const urlsOf = (view: MessageView) => mediaOf(view).map(({ url }) => url);

/** The page that each button leads to; undefined where it is disabled. */
function turns(view: MessageView): (number | undefined)[] {
	return buttonsOf(view)
		.filter(({ label }) => label !== 'Back')
		.map(({ customId = '', isDisabled }) => (isDisabled ? undefined : openDetails.decode(customId)?.[1]));
}

describe('the screenshots of an item', () => {
	it('are all reached by their own buttons, ten at a time', () => {
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
});

describe('the button that opens an item', () => {
	const from = { ...wholeList, page: 2, search: 'photo' };
	const opened = ['edit', itemView(t, { item, now: 0 })];
	it.each([
		['turns the answer that it is on', 'cc1:item:1001', true, turned(opened[1])],
		[
			'opens a new answer on a message that everyone sees',
			'cc1:item:1001',
			false,
			[['defer', alone], opened],
		],
		[
			'knows the list that it stood in',
			'cc1:item:1001:2:name:-:photo',
			true,
			turned(itemView(t, { item, from, now: 0 })),
		],
	])('%s', async (_, customId, isOnOwnAnswer, answers) => {
		expect(await press(new FakeCatalogue([item]), customId, { isOnOwnAnswer })).toEqual(answers);
	});

	it('shows the listed fields if the shop can’t be asked', async () => {
		const own = { supportedUntil: undefined };
		const failure = { kind: 'unavailable', reason: 'HTTP 503' } as const;
		const listed = { ...nothingMore, ...indexItem(item).listed };
		const shown = { item: listed, own, now: 0, isUnreachable: true };
		expect(
			await press(new FakeCatalogue([item], { ok: false, failure }), 'cc1:item:1001', {}, { own }),
		).toEqual(turned(itemView(t, shown, t('item.shopDown'))));
	});
});

describe('the buttons of screenshots', () => {
	it.each([
		['cc1:shots:1001:0', 0],
		['cc1:shots:1001:2', 2],
	])('turn the answer: %s', async (customId, page) => {
		const shown = turned(detailsView(t, item, page));
		expect(await press(new FakeCatalogue([item]), customId)).toEqual(shown);
		// Shortly after a restart the list may not be loaded yet.
		expect(await press(new FakeCatalogue([], { ok: true, value: item }), customId)).toEqual(shown);
	});
});

describe('the button "Share here"', () => {
	const share = (
		catalogue: FakeCatalogue,
		given: Given = {},
		services: Parameters<typeof itemServices>[1] = {},
	) => press(catalogue, 'cc1:share:1001', given, services);
	const posted = forEveryone(sharedItemView(t, item, '200000000000000001'));
	const back = itemButton(t, 1001, undefined);
	const done = [
		...turned(sharingView(t, 'shared', back, { channel: `<#${channel}>` })),
		['follow up', posted],
	];

	it('posts the item for everyone, with the name of who may write there', async () => {
		expect(await share(new FakeCatalogue([item]))).toEqual(done);
		expect(await share(new FakeCatalogue([], { ok: true, value: item }))).toEqual(done);
	});

	it('answers a German in a French server in German, and posts in French', async () => {
		const log = await share(new FakeCatalogue([item]), { locale: 'de', guildLocale: 'fr' });
		const [german, french] = [translatorFor('de'), translatorFor('fr')];
		const answer = sharingView(german, 'shared', itemButton(german, 1001, undefined), {
			channel: `<#${channel}>`,
		});
		expect(log.slice(1)).toEqual([
			['edit', answer],
			['follow up', forEveryone(sharedItemView(french, item, '200000000000000001'))],
		]);
	});

	it('posts nothing for a member who may not write there', async () => {
		const refused = turned(sharingView(t, 'mayNotShare', back));
		const elsewhere = new FakeCatalogue([], { ok: true, value: item });
		expect(await share(elsewhere, { mayPost: false })).toEqual(refused);
		expect(elsewhere.asked).toEqual([]);
	});

	it('posts nothing if the server leaves that to others', async () => {
		expect(await share(new FakeCatalogue([item]), {}, { mayShare: false })).toEqual(
			turned(sharingView(t, 'staffShare', back)),
		);
	});

	it('posts once in 30 seconds for a member in a channel, and once in its slow mode if that is longer', async () => {
		const clock = { now: 5_000 };
		const limits = new Limits({ store: memoryStore(), clock: { now: () => clock.now } });
		const again = (given: Given = {}) => share(new FakeCatalogue([item]), given, { limits });
		const refused = turned(sharingView(t, 'sharedAlready', back, { when: '<t:5:R>' }));
		const other = { userId: '200000000000000002', slowModeMs: 60_000 };
		const others = ['follow up', forEveryone(sharedItemView(t, item, other.userId))];
		expect([await again(), await again()]).toEqual([done, refused]);
		expect([(await again(other)).at(-1), await again(other)]).toEqual([others, refused]);
		clock.now += 30_000;
		expect([await again(), await again(other)]).toEqual([done, refused]);
		clock.now += 30_000;
		expect((await again(other)).at(-1)).toEqual(others);
	});
});
