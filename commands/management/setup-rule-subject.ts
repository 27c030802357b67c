import { holdsCode } from '../../src/claims/scrub-codes.js';
import type { Asked } from '../../src/discord/interactions/handler.js';
import type {
	AutocompleteChoice,
	AutocompleteInput,
	ChatInput,
} from '../../src/discord/interactions/interaction-ports.js';
import type { LicenceTypes } from '../../src/guilds/licence-types.js';
import type { RuleSubject } from '../../src/guilds/setup-change.js';
import type { Translator } from '../../src/i18n/translator.js';
import { itemFailureView, namesStillLoadingView } from '../../src/views/items/item-lookup-view.js';
import type { MessageView } from '../../src/views/kit/message.js';
import {
	licenceIsCodeView,
	longestKey,
	unknownCategoryView,
} from '../../src/views/management/setup-rules-view.js';
import { comparable, type ItemSearch, itemIdOf, suggestedItems, unknownName } from '../items/item-option.js';

// What a role of its own can be given for: an item, a category or a licence type, by what a person typed or picked.

interface KnownSubjects {
	readonly catalogue: ItemSearch;
	readonly licenceTypes: Pick<LicenceTypes, 'list'>;
}

export type FoundSubject =
	/** `isUnseen`: taken as it was typed, for want of a purchase to compare it with. */
	| { readonly subject: RuleSubject; readonly isUnseen: boolean }
	/** Why there is none. */
	| { readonly view: MessageView };

const maxChoices = 25;

/** What the options of `/setup item`, `/setup category` or `/setup license` name. */
export async function findSubject(asked: Asked<ChatInput>, known: KnownSubjects): Promise<FoundSubject> {
	const { interaction, t } = asked;
	const { options } = interaction;
	switch (options.getSubcommand()) {
		case 'item': {
			const found = await findItem(asked, options.getString('item', true).trim(), known.catalogue);
			if ('view' in found) return found;
			return { subject: { kind: 'item', key: String(found.id) }, isUnseen: false };
		}
		case 'category':
			return findCategory(t, options.getString('category', true), known.catalogue);
		default:
			return findLicence(t, options.getString('license', true).trim(), known.licenceTypes.list());
	}
}

/** The item that somebody has named, by its name or id, or why there is none. */
export async function findItem(
	{ interaction, t }: Asked<ChatInput>,
	typed: string,
	catalogue: ItemSearch,
): Promise<{ readonly id: number } | { readonly view: MessageView }> {
	const id = itemIdOf(catalogue, typed);
	if (id === undefined) return { view: unknownName(t, catalogue, typed) };
	if (catalogue.get(id) === undefined) {
		const found = await catalogue.find(id, interaction.user.id);
		if (!found.ok) return { view: itemFailureView(t, found.failure, id) };
	}
	return { id };
}

function findCategory(t: Translator, typed: string, catalogue: ItemSearch): FoundSubject {
	const category = spelledAs(typed, categoriesOf(catalogue));
	if (category !== undefined) return { subject: { kind: 'category', key: category }, isUnseen: false };
	const { items, state } = catalogue.snapshot();
	const isLoading = items.length === 0 && state === 'loading';
	return { view: isLoading ? namesStillLoadingView(t) : unknownCategoryView(t) };
}

function findLicence(t: Translator, typed: string, seen: readonly string[]): FoundSubject {
	const licence = spelledAs(typed, seen);
	if (licence === undefined && holdsCode(typed)) return { view: licenceIsCodeView(t) };
	return { subject: { kind: 'licence', key: licence ?? typed }, isUnseen: licence === undefined };
}

/** The spelling of the marketplace: roles are found by exactly that. */
export function spelledAs(typed: string, known: readonly string[]): string | undefined {
	return known.find((name) => name === typed) ?? known.find((name) => comparable(name) === comparable(typed));
}

/** The categories that items have, as the marketplace spells them. */
export function categoriesOf(catalogue: ItemSearch): readonly string[] {
	const categories = new Set(catalogue.snapshot().items.map(({ category }) => category));
	return [...categories].filter((name) => name.trim() !== '' && name.length <= longestKey).sort();
}

/** Suggestions for whichever option is being typed in. */
export function suggestedSubjects(
	asked: Asked<AutocompleteInput>,
	{ catalogue, licenceTypes }: KnownSubjects,
): readonly AutocompleteChoice[] {
	const { name, value } = asked.interaction.options.getFocused(true);
	if (name === 'item') return suggestedItems(asked, catalogue);
	return choicesAmong(name === 'category' ? categoriesOf(catalogue) : licenceTypes.list(), value);
}

function choicesAmong(all: readonly string[], typed: string): readonly AutocompleteChoice[] {
	const wanted = comparable(typed);
	return all
		.filter((name) => name.length <= longestKey && comparable(name).includes(wanted))
		.slice(0, maxChoices)
		.map((name) => ({ name, value: name }));
}
