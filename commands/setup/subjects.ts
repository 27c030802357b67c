import { holdsCode } from '../../src/claims/scrub-codes.js';
import type { Services } from '../../src/create-services.js';
import type { Asked } from '../../src/discord/interactions/handler.js';
import type { Choice } from '../../src/discord/interactions/responses.js';
import type { AskedTyping } from '../../src/discord/interactions/slash-command.js';
import type { Translator } from '../../src/i18n/translator.js';
import { isPeriodKey, type RuleKind, type RuleSubject } from '../../src/servers/rule-subject.js';
import { maxOptions } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import {
	comparable,
	itemFailureView,
	itemIdOf,
	namesStillLoadingView,
	suggestedItems,
	unknownName,
} from '../items/find.js';
import { subjectOfArgument } from './choice.js';
import { licenceIsCodeView, maxKeyLength, unknownCategoryView } from './rules.js';

// The subject of a role, from typed or chosen options: an item, a category or a licence type.

export type FoundSubject =
	/** `isUnseen`: taken as typed, because no purchase has had it yet. */
	{ readonly subject: RuleSubject; readonly isUnseen: boolean } | { readonly view: MessageView };

/** The subject that the options of `/setup item`, `/setup category` or `/setup license` name. */
export async function findSubject(asked: Asked, known: Services): Promise<FoundSubject> {
	const { fields, t } = asked;
	switch (fields.subcommand) {
		case 'item': {
			const found = await findItem(asked, fields.text('item').trim(), known.catalogue);
			if ('view' in found) return found;
			return { subject: { kind: 'item', key: String(found.id) }, isUnseen: false };
		}
		case 'category':
			return findCategory(t, fields.text('category'), known.catalogue);
		default:
			return findLicence(t, fields.text('license').trim(), known.licenceTypes.list());
	}
}

/** The item that the member has named, by name or id, or the answer if there is none. */
async function findItem(
	{ userId, t }: Asked,
	typed: string,
	catalogue: Services['catalogue'],
): Promise<{ readonly id: number } | { readonly view: MessageView }> {
	const id = itemIdOf(catalogue, typed);
	if (id === undefined) return { view: unknownName(catalogue, typed, t) };
	if (catalogue.get(id) === undefined) {
		const found = await catalogue.find(id, userId);
		if (!found.ok) return { view: itemFailureView(t, found.failure, id) };
	}
	return { id };
}

function findCategory(t: Translator, typed: string, catalogue: Services['catalogue']): FoundSubject {
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

/** The marketplace's spelling: roles are matched by exactly that. */
export function spelledAs(typed: string, known: readonly string[]): string | undefined {
	return known.find((name) => name === typed) ?? known.find((name) => comparable(name) === comparable(typed));
}

/** The categories of all items, in the marketplace's spelling. */
export function categoriesOf(catalogue: Services['catalogue']): readonly string[] {
	return textsOf(catalogue.snapshot().items.map(({ category }) => category));
}

/** The subjects of a kind that the shop's items or purchases have, in the shop's spelling. */
export function knownKeys(kind: RuleKind, { catalogue, licenceTypes }: Services): readonly string[] {
	switch (kind) {
		case 'item':
			return idsOf(catalogue.snapshot().items);
		case 'date':
			return [];
		case 'category':
			return categoriesOf(catalogue);
		case 'licence':
			return textsOf(licenceTypes.list());
	}
}

/** Those that a part of a name finds, at most `most`. */
export function keysNamed(kind: RuleKind, typed: string, known: Services, most: number): readonly string[] {
	if (kind === 'item') return idsOf(known.catalogue.suggest(typed, most));
	return matching(knownKeys(kind, known), typed).slice(0, most);
}

/** Each once, should the shop list an item twice: Discord would reject two options with one value. */
function idsOf(items: readonly { readonly id: number }[]): readonly string[] {
	return [...new Set(items.map(({ id }) => String(id)))];
}

/** Sorted, each once. `__proto__` can't be a key of a stored object. */
function textsOf(texts: readonly string[]): readonly string[] {
	const isKey = (text: string) => text.trim() !== '' && text.length <= maxKeyLength && text !== '__proto__';
	return [...new Set(texts)].filter(isKey).sort();
}

/** Suggestions for the option that is being typed. */
export function suggestedSubjects(
	asked: AskedTyping,
	{ catalogue, licenceTypes }: Services,
): readonly Choice[] {
	const { name, value } = asked.typing;
	if (name === 'item') return suggestedItems(asked, catalogue);
	return choicesAmong(name === 'category' ? categoriesOf(catalogue) : licenceTypes.list(), value);
}

function choicesAmong(all: readonly string[], typed: string): readonly Choice[] {
	return matching(all, typed)
		.filter((name) => name.length <= maxKeyLength)
		.slice(0, maxOptions)
		.map((name) => ({ name, value: name }));
}

/** The names that contain what was typed. */
function matching(all: readonly string[], typed: string): readonly string[] {
	const wanted = comparable(typed);
	return all.filter((name) => comparable(name).includes(wanted));
}

/** The key in a custom_id; undefined if it is none, or if the shop no longer lists it and only its digest is known. */
export function keyOfArgument(kind: RuleKind, argument: string, known: Services): string | undefined {
	const key = subjectOfArgument(argument, () => knownKeys(kind, known));
	return kind === 'date' && key !== undefined && !isPeriodKey(key) ? undefined : key;
}
