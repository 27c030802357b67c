/**
 * Supplies a state with foreign texts: the name of an item, an image address, a price. The state names the usual text
 * for each place; the source returns it unchanged, or replaces it with the worst possible one.
 */
export interface Foreign {
	/** @param max the limit of Discord or of the bot's own form */
	text(usual: string, max?: number): string;
	address(usual: string): string;
	/** Milliseconds since the epoch, of years 0 to 9999, as the shop's schema reads them. */
	moment(usual: number): number;
	amount(usual: number): number;
	/** An integer from 0. */
	count(usual: number): number;
}

/** Ordinary names and numbers. */
export const usual: Foreign = {
	text: (given) => given,
	address: (given) => given,
	moment: (given) => given,
	amount: (given) => given,
	count: (given) => given,
};

/** Replaces foreign texts with these, in order, starting over if there are more places. */
export interface Filling {
	readonly texts: readonly string[];
	readonly addresses: readonly string[];
	readonly numbers: readonly number[];
}

const firstMoment = -62_167_219_200_000;
const lastMoment = 253_402_300_799_999;

export function filledWith({ texts, addresses, numbers }: Filling): Foreign {
	const next = { text: 0, address: 0, number: 0 };
	const text = () => texts[next.text++ % texts.length] ?? '';
	const number = () => numbers[next.number++ % numbers.length] ?? 0;
	return {
		// Discord accepts only whole characters.
		text: (_, max) =>
			max === undefined
				? text()
				: text()
						.slice(0, max)
						.replaceAll(/\p{Cs}/gu, '\ufffd'),
		address: () => addresses[next.address++ % addresses.length] ?? '',
		moment: () => Math.min(lastMoment, Math.max(firstMoment, Math.trunc(number()))),
		amount: number,
		count: () => Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(Math.abs(number()))),
	};
}
