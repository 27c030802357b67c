import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/i18n/languages.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { createItemBrowser, itemOrders } from '../../../src/marketplace/item-browser.js';
import { longestSearch, wholeList } from '../../../src/views/custom-ids/item-list-ids.js';
import { didYouMeanView, searchIsCodeView } from '../../../src/views/items/item-lookup-view.js';
import { itemView, sharedItemView } from '../../../src/views/items/item-view.js';
import { goToPageModal, searchModal } from '../../../src/views/items/items-modals.js';
import { itemsView } from '../../../src/views/items/items-view.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import { accountPrivateView, accountView } from '../../../src/views/management/account-view.js';
import { messageRefusals, modalRefusals } from '../refusals.js';
import { hostileAccount, hostileItem, sampleItem, sampleItems, withScreenshots } from '../samples.js';

// The messages around items and the account, in every language, with text and addresses as nobody would want them.

const runs = { numRuns: 20 };

function expectTaken(view: MessageView): void {
	expect(messageRefusals(view)).toEqual([]);
	expect(view.allowedMentions).toEqual({ parse: [] });
}

describe.each(languages)('in %s, what Discord takes', (language) => {
	const t = translatorFor(language);

	it('is any item, for one, for everyone, or among others', () => {
		fc.assert(
			fc.property(hostileItem, (item) => {
				expectTaken(itemView(t, { item, from: wholeList, now: 0 }));
				expectTaken(sharedItemView(t, { item }, '200000000000000001'));
				expectTaken(didYouMeanView(t, [item, item, { ...item, id: 7 }]));
			}),
			runs,
		);
	});

	it('is a card with everything on it', () => {
		const links = { demoUrl: 'https://a.example/', previewVideoUrl: 'https://a.example/b.mp4' };
		expectTaken(
			itemView(t, {
				item: { ...withScreenshots(40), ...links, previewAudioUrl: 'https://a.example/c.mp3' },
				own: { supportedUntil: 5 },
				links: { docs: links.demoUrl, download: links.demoUrl, changelog: links.demoUrl },
				now: 0,
			}),
		);
	});

	it('is any account, and what is private of it', () => {
		fc.assert(
			fc.property(hostileAccount, (account) => {
				expectTaken(accountView(t, account));
				expectTaken(accountPrivateView(t, account));
			}),
			runs,
		);
	});

	it.each(itemOrders)('is a large catalogue, searched, filtered and in the order "%s"', (order) => {
		const items = sampleItems(400).map((item) => ({ ...item, category: `Category ${item.id % 50}` }));
		const state = { page: 3, order, category: 'rest', search: '界'.repeat(longestSearch) } as const;
		const found = createItemBrowser({ items, matching: () => undefined }).browse(state);
		const view = itemsView(t, { found, state: 'ready', isSearchCut: true }, state);
		expectTaken(view);
	});

	it('is a search that finds nothing or is no search', () => {
		const found = createItemBrowser({ items: [sampleItem()], matching: () => new Set<number>() });
		const state = { ...wholeList, search: 'x' };
		expectTaken(itemsView(t, { found: found.browse(state), state: 'ready' }, state));
		expectTaken(searchIsCodeView(t));
	});

	it('are the modals of the list', () => {
		const state = { ...wholeList, search: 'x'.repeat(longestSearch) };
		expect(modalRefusals(searchModal(t, state))).toEqual([]);
		expect(modalRefusals(goToPageModal(t, 1_000_000, state))).toEqual([]);
	});
});
