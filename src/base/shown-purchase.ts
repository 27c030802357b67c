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
