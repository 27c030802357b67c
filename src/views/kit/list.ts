import type { APIActionRowComponent, APIStringSelectComponent } from 'discord.js';
import { row, select } from './page.js';
import { cut, nothing, oneLine } from './text.js';

// Lists of entries that open with one click. On a phone ten rows with a button each are two screens, and a select of 25
// is one line, so only short lists have rows.

/** Discord's limit for the options of a select. */
export const listPageSize = 25;
/** Discord's limit for an option's label and description. */
const maxOptionLength = 100;
/** Any more rows would take more space than a select. */
const maxRows = 3;

export interface ListPage<Entry> {
	readonly entries: readonly Entry[];
	/** Its index, from 0. */
	readonly at: number;
	readonly pages: number;
	/** True if the whole list is so short that each entry gets a row with a button. */
	readonly hasRows: boolean;
}

export function listPages(count: number): number {
	return Math.max(1, Math.ceil(count / listPageSize));
}

/** @param wanted from 0; a page past the end, as after a change, yields the last one */
export function listPage<Entry>(all: readonly Entry[], wanted: number): ListPage<Entry> {
	const pages = listPages(all.length);
	const at = Math.max(0, Math.min(wanted, pages - 1));
	const entries = all.slice(at * listPageSize, (at + 1) * listPageSize);
	return { entries, at, pages, hasRows: all.length <= maxRows };
}

/** An entry in a select: plain, untrusted text. */
export interface ListOption {
	readonly label: string;
	readonly description: string;
	readonly value: string;
}

/**
 * A page of a list as one select. Of several options with one value, which Discord would reject, the last one is kept.
 */
export function listSelect(
	customId: string,
	options: readonly ListOption[],
	placeholder: string,
): APIActionRowComponent<APIStringSelectComponent> {
	const distinct = new Map(options.map((option) => [option.value, option]));
	const shown = [...distinct.values()].map(({ label, description, value }) => {
		const line = cut(oneLine(description), maxOptionLength);
		// Discord rejects an empty description.
		return {
			label: cut(oneLine(label) || nothing, maxOptionLength),
			value,
			...(line !== '' && { description: line }),
		};
	});
	return row(select(customId, shown, placeholder));
}
