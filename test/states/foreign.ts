/**
 * Gives a state the texts that others have written: the name of an item, a picture's address, a price. A state says
 * what is usual in each place; its caller passes a source that keeps that, or puts the worst there is in its place.
 */
export interface Foreign {
	/** @param max where Discord or the bot's own form cuts it off */
	text(usual: string, max?: number): string;
	address(usual: string): string;
	/** Milliseconds since the epoch, of years 0 to 9999, as the shop's schema reads them. */
	moment(usual: number): number;
	amount(usual: number): number;
	/** A whole number from 0. */
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

/** The texts in their place: in this order, and again from the start if there are more places. */
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
		// Discord takes whole characters alone.
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
