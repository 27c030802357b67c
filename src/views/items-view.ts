import {
	type APIButtonComponentWithCustomId,
	type APIEmbed,
	type APIMessageTopLevelComponent,
	type APIModalInteractionResponseCallbackData,
	type APISelectMenuOption,
	ButtonStyle,
	ComponentType,
	TextInputStyle,
} from 'discord.js';
import { z } from 'zod';
import { defineCustomId, wholeNumber } from '../discord/custom-id.js';
import type { Translator } from '../i18n/translator.js';
import type { Item } from '../marketplace/schemas.js';
import { itemCategory, itemName, lowestPrice, plainItemName } from './item-text.js';
import { ACCENT, type MessageView, noMentions, textView } from './message.js';
import { cut, oneLine } from './text.js';

/** What the catalogue holds at this moment. */
export interface ItemsSnapshot {
	readonly items: readonly Item[];
	readonly state: 'loading' | 'ready' | 'empty' | 'stale';
}

const PAGE_SIZE = 10;
/** The only text input of the modal that asks for a page. */
export const PAGE_INPUT = 'page';

/** Turns the page. Arguments: where to, seen from the page that is shown; that page, from 0. */
export const turnItems = defineCustomId(
	'items',
	z.tuple([z.enum(['first', 'previous', 'next', 'last']), wholeNumber]),
);
/** The select that opens an item of the page. */
export const openItem = defineCustomId('items-open', z.tuple([]));
/** The button that asks for a page. */
export const askForPage = defineCustomId('items-ask', z.tuple([]));
/** The modal in which the page is typed. */
export const goToPage = defineCustomId('items-goto', z.tuple([]));

/** Where a click on one of the four buttons leads; past an end it is for `itemsView` to bring back. */
export function turnedPage(move: 'first' | 'previous' | 'next' | 'last', page: number): number {
	const target = { first: 0, previous: page - 1, next: page + 1, last: Number.POSITIVE_INFINITY };
	return target[move];
}

/**
 * A page of the catalogue, or why there is none.
 * @param wantedPage from 0; one outside the catalogue, which may have shrunk since, gives the nearest page
 */
export function itemsView(t: Translator, { items, state }: ItemsSnapshot, wantedPage: number): MessageView {
	if (items.length === 0) return textView(noItemsText(t, state));
	const lastPage = Math.ceil(items.length / PAGE_SIZE) - 1;
	const page = Math.max(0, Math.min(wantedPage, lastPage));
	const shown = items.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
	const embed: APIEmbed = {
		color: ACCENT,
		title: t('items.title'),
		description: shown.map((item) => itemLines(t, item)).join('\n'),
		footer: { text: footer(t, page + 1, lastPage + 1, items.length) },
	};
	const components: APIMessageTopLevelComponent[] = [
		{ type: ComponentType.ActionRow, components: [openSelect(t, shown)] },
	];
	if (lastPage > 0) {
		components.push({ type: ComponentType.ActionRow, components: turnButtons(t, page, lastPage) });
	}
	return { content: '', embeds: [embed], components, allowedMentions: noMentions };
}

function footer(t: Translator, page: number, pages: number, count: number): string {
	const counted = t('items.count', { count });
	return pages === 1 ? counted : `${t('items.pageOf', { page, pages })} · ${counted}`;
}

function noItemsText(t: Translator, state: ItemsSnapshot['state']): string {
	switch (state) {
		case 'loading':
			return t('items.loading');
		case 'stale':
			return t('items.unreachable');
		case 'ready':
		case 'empty':
			return t('items.empty');
	}
}

/** The name has a line for itself, so that a right-to-left one doesn't reorder the numbers beside it. */
function itemLines(t: Translator, item: Item): string {
	const details = [lowestPrice(t, item), itemCategory(item, 60), `\`${item.id}\``];
	return `**${itemName(t, item, 100)}**\n${details.filter((detail) => detail).join(' · ')}`;
}

function openSelect(t: Translator, shown: readonly Item[]) {
	// Two options with one value would be refused, should the marketplace list an item twice.
	const options = new Map(shown.map((item) => [item.id, itemOption(t, item)]));
	return {
		type: ComponentType.StringSelect as const,
		custom_id: openItem.encode(),
		placeholder: t('items.open'),
		options: [...options.values()],
	};
}

/** Plain text here: Discord shows no formatting in a select. */
function itemOption(t: Translator, item: Item): APISelectMenuOption {
	const description = cut([oneLine(item.category), String(item.id)].filter(Boolean).join(' · '), 100);
	return { label: plainItemName(t, item, 100), value: String(item.id), description };
}

function turnButtons(t: Translator, page: number, lastPage: number): APIButtonComponentWithCustomId[] {
	const button = (label: string, custom_id: string, disabled: boolean): APIButtonComponentWithCustomId => ({
		type: ComponentType.Button,
		style: ButtonStyle.Secondary,
		label,
		custom_id,
		disabled,
	});
	return [
		button('«', turnItems.encode('first', page), page === 0),
		button('‹', turnItems.encode('previous', page), page === 0),
		button(t('items.page', { page: page + 1, pages: lastPage + 1 }), askForPage.encode(), false),
		button('›', turnItems.encode('next', page), page === lastPage),
		button('»', turnItems.encode('last', page), page === lastPage),
	];
}

/** The modal that asks for a page of a catalogue of `itemCount` items. */
export function goToPageModal(t: Translator, itemCount: number): APIModalInteractionResponseCallbackData {
	const pages = Math.max(1, Math.ceil(itemCount / PAGE_SIZE));
	return {
		custom_id: goToPage.encode(),
		title: t('items.goToTitle'),
		components: [
			{
				type: ComponentType.Label,
				label: t('items.goToLabel', { pages }),
				component: {
					type: ComponentType.TextInput,
					custom_id: PAGE_INPUT,
					style: TextInputStyle.Short,
					required: true,
					max_length: 12,
				},
			},
		],
	};
}

/** The page, from 0, that a person typed; undefined where it is no number. "1,000" and "# 7" are understood. */
export function typedPage(typed: string): number | undefined {
	const digits = typed.normalize('NFKC').replaceAll(/[\s.,'’#]/g, '');
	return /^\d{1,12}$/.test(digits) ? Number(digits) - 1 : undefined;
}

/** The answer to a page that is no number. */
export function notAPageView(t: Translator): MessageView {
	return textView(t('items.notAPage'));
}
