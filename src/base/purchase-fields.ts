/** The most characters of an item's name that a stored notice or reference has. */
export const maxShownName = 300;

/** A purchase as its holder recognizes it: its item's name, and the last characters of its code. */
export interface ShownPurchase {
	readonly name: string;
	/** Empty if the code can't be read, or there is none. */
	readonly ending: string;
}

export function shownPurchase(itemName: string, ending = ''): ShownPurchase {
	return { name: itemName.slice(0, maxShownName), ending };
}

/** The end of support in milliseconds since the epoch; undefined without support; `unknown` if it can't be read. */
export type SupportEnd = number | 'unknown' | undefined;

/** The end of support if it is known. */
export function knownEnd(end: SupportEnd): number | undefined {
	return end === 'unknown' ? undefined : end;
}
