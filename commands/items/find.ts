import { holdsCode } from '../../src/claims/scrub-codes.js';
import type { AskedTyping } from '../../src/discord/interactions/asked.js';
import type { Choice } from '../../src/discord/interactions/responses.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Catalog } from '../../src/marketplace/catalog.js';
import type { MarketplaceFailure } from '../../src/marketplace/result.js';
import { askForCode } from '../../src/ui/entries.js';
import { plainItemName } from '../../src/ui/items.js';
import { maxOptions } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { button, buttons, notice, page, primary, text } from '../../src/ui/page.js';
import { timestamp } from '../../src/ui/text.js';
import { browseButton, type ItemsState, itemButton } from './list-state.js';

// The option that names an item, by name or id, with autocomplete.

/** Discord's limit for autocomplete. */
const maxChoiceName = 100;

/** @returns the id of the typed or chosen item, or undefined if the text is neither an id nor a name */
export function itemIdOf(catalog: Catalog, typed: string): number | undefined {
	const digits = /^#?(\d{1,15})$/.exec(typed)?.[1];
	const id = digits === undefined ? undefined : Number(digits);
	// Choices from the list are ids. An item named "2048" is also found by its name.
	if (id !== undefined && catalog.get(id) !== undefined) return id;
	const wanted = comparable(typed);
	return catalog.snapshot().items.find(({ name }) => comparable(name) === wanted)?.id ?? id;
}

export function comparable(name: string): string {
	return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Autocomplete choices for the text typed so far. The value of a choice is the item's id. */
export function suggestedItems({ typing: { value }, t }: AskedTyping, catalog: Catalog): readonly Choice[] {
	if (holdsCode(value)) return [];
	return catalog.suggest(value, maxOptions).map((item) => {
		// Two items may share a name: the id distinguishes them.
		const suffix = ` · ${item.id}`;
		const name = plainItemName(t, item, maxChoiceName - suffix.length) + suffix;
		return { name, value: String(item.id) };
	});
}

/** Why an item couldn't be shown, without blaming the member for the shop's problems. `from`: the list it was on. */
export function itemFailureView(t: Translator, failure: MarketplaceFailure, id: number, from?: ItemsState) {
	const trouble = lookupTrouble(t, failure);
	if (trouble === undefined)
		return notice(t('moderation.hindrance.unknown-item'), [], primary(browseButton(t)));
	const again = buttons(itemButton(t, id, from, 'button.tryAgain'), browseButton(t));
	return page('attention', text(trouble), again);
}

/** Why the item couldn't be fetched; undefined if the shop has none with that id. */
export function lookupTrouble(t: Translator, failure: MarketplaceFailure): string | undefined {
	switch (failure.kind) {
		case 'item-not-found':
		case 'no-items':
			return undefined;
		case 'rate-limited':
			return t('item.busyUntil', { when: timestamp(failure.retryAt, 'R') });
		case 'bad-key':
			return t('item.keyRefused');
		case 'invalid-code':
		case 'unavailable':
		case 'blocked':
		case 'refused':
		case 'malformed':
			return t('item.shopDown');
	}
}

/** The answer to a purchase code in place of a name or words. It is not repeated. */
export function searchIsCodeView(t: Translator): MessageView {
	const verify = primary(button(t('button.verify'), askForCode.encode()));
	return page('attention', text(t('items.searchIsCode')), buttons(verify, browseButton(t)));
}
