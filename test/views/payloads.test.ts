import { mediaOf } from '@claimcheck/local-discord/reading';
import { ComponentType } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { createItemBrowser, itemOrders } from '../../src/marketplace/item-browser.js';
import type { MarketplaceFailure } from '../../src/marketplace/result.js';
import {
	type ItemsState,
	longestSearch,
	typedSearch,
	wholeList,
} from '../../src/views/custom-ids/item-list-ids.js';
import { errorView } from '../../src/views/interactions/error-view.js';
import {
	administratorsOnlyView,
	guildOnlyView,
	homeOnlyView,
	outdatedComponentView,
	unknownCommandView,
} from '../../src/views/interactions/refusal-view.js';
import {
	didYouMeanView,
	itemFailureView,
	namesStillLoadingView,
	noSuchItemView,
	searchIsCodeView,
} from '../../src/views/items/item-lookup-view.js';
import { itemView } from '../../src/views/items/item-view.js';
import { goToPageModal, searchModal } from '../../src/views/items/items-modals.js';
import { type ItemsSnapshot, itemsView } from '../../src/views/items/items-view.js';
import { screenshotsView } from '../../src/views/items/screenshots-view.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { accountFailureView, accountView } from '../../src/views/management/account-view.js';
import { messageRefusals, modalRefusals } from './refusals.js';
import { hostileAccount, hostileItem, hostileText, sampleItem, withScreenshots } from './samples.js';

const t = translatorFor('en-US');

// Walks every message that these views can make, with text and addresses as nobody would want them.

const runs = { numRuns: 150 };
const now = Date.UTC(2026, 0, 1);
const failures: readonly MarketplaceFailure[] = [
	{ kind: 'invalid-code' },
	{ kind: 'item-not-found' },
	{ kind: 'no-items' },
	{ kind: 'bad-key' },
	{ kind: 'rate-limited', retryAt: now },
	{ kind: 'unavailable', reason: 'reset' },
	{ kind: 'malformed', reason: 'items' },
];

function expectTaken(view: MessageView): void {
	expect(messageRefusals(view)).toEqual([]);
	expect(view.allowedMentions).toEqual({ parse: [] });
}

function listOf({ items, state }: ItemsSnapshot, wanted: ItemsState = wholeList): MessageView {
	const found = createItemBrowser({ items, matching: () => undefined }).browse(wanted);
	return itemsView(t, { found, state, isSearchCut: true }, wanted);
}

describe('a message that Discord takes, and that pings nobody,', () => {
	it('is made of any item', () => {
		fc.assert(
			fc.property(hostileItem, (item) => {
				expectTaken(itemView(t, { item, now }));
			}),
			runs,
		);
	});

	it('is made of any page of any screenshots', () => {
		fc.assert(
			fc.property(hostileItem, fc.nat({ max: 6 }), (item, page) => {
				const view = screenshotsView(t, item, page);
				expectTaken(view);
				expect(mediaOf(view).every(({ url, alt }) => /^https?:/.test(url) && alt !== undefined)).toBe(true);
			}),
			runs,
		);
	});

	it('is made of every page of ordinary screenshots', () => {
		for (const count of [1, 10, 11, 20, 21, 45]) {
			for (let page = 0; page * 10 < count; page += 1) {
				expectTaken(screenshotsView(t, withScreenshots(count), page));
			}
		}
	});

	it('is made of any page of any catalogue', () => {
		const catalogue = fc.array(hostileItem, { maxLength: 40 });
		const wanted = fc.record({
			page: fc.nat({ max: 4 }),
			order: fc.constantFrom(...itemOrders),
			category: fc.constantFrom('all' as const, 'rest' as const, { key: 'zzzzzzz' }),
			search: hostileText.map((text) => {
				const typed = typedSearch(text);
				return typed.kind === 'text' ? typed.text : '';
			}),
		});
		fc.assert(
			fc.property(catalogue, wanted, (items, state) => {
				expectTaken(listOf({ items, state: 'ready' }, state));
			}),
			{ numRuns: 60 },
		);
	});

	it('is made of suggestions of any name', () => {
		fc.assert(
			fc.property(fc.array(hostileItem, { maxLength: 3 }), (items) => {
				expectTaken(didYouMeanView(t, items));
			}),
			runs,
		);
	});

	it('is made of any account', () => {
		fc.assert(
			fc.property(hostileAccount, (account) => {
				expectTaken(accountView(t, account));
			}),
			runs,
		);
	});

	it.each(failures)('is made of a failure of the marketplace: $kind', (failure) => {
		expectTaken(itemFailureView(t, failure, Number.MAX_SAFE_INTEGER));
		expectTaken(accountFailureView(t, failure));
	});

	it.each(['loading', 'ready', 'empty', 'stale'] as const)('is made of a catalogue that is %s', (state) => {
		expectTaken(listOf({ items: [], state }));
	});

	it.each(['CONFIG', 'STORE_UNAVAILABLE', 'STORE_CORRUPT', 'STORE_REFUSED', 'SECRET_CHANGED', 'UNEXPECTED'])(
		'is made of the failure %s',
		(code) => {
			expectTaken(errorView(t, code, '900000000000000001'));
		},
	);

	it.each([
		administratorsOnlyView,
		homeOnlyView,
		outdatedComponentView,
		unknownCommandView,
		guildOnlyView,
		noSuchItemView,
		searchIsCodeView,
		(language: typeof t) => namesStillLoadingView(language),
	])('is made of a fixed text: %o', (view) => {
		expectTaken(view(t));
	});
});

describe('a modal that Discord takes', () => {
	it.each([1, 6, 1_000, 1_000_000])('asks for one of %d pages', (pages) => {
		expect(modalRefusals(goToPageModal(t, pages, wholeList))).toEqual([]);
	});

	it.each(['', 'x'.repeat(longestSearch)])('asks for a search, beginning with %j', (search) => {
		expect(modalRefusals(searchModal(t, { ...wholeList, search }))).toEqual([]);
	});
});

describe('the check itself', () => {
	it('finds what Discord would refuse', () => {
		const view = itemView(t, { item: sampleItem(), now });
		const row = { type: ComponentType.ActionRow as const, components: [] };
		const { allowedMentions } = view;
		expect(messageRefusals({ allowedMentions, embeds: [{ title: 'x'.repeat(257) }] })).toContain(
			'embeds.0.title: BASE_TYPE_MAX_LENGTH',
		);
		expect(messageRefusals({ ...view, components: [row] })).not.toEqual([]);
		expect(messageRefusals({ allowedMentions, content: '', embeds: [], components: [] })).toEqual([
			'Cannot send an empty message',
		]);
	});
});
