// A view's arguments are written once, with marks where somebody else's text, address or number stands: the name of an
// item, a picture's address, a price. Each input fills the marks with its own. So an input is nothing but texts,
// addresses and numbers, which can be read, shortened and kept, and every view meets them wherever it takes any.

/** Where a stranger's text stands. */
export const anyText = '\u{10ff00}';

/** The same where it comes through Discord, which takes whole characters alone and no more of them than this. */
export const textUpTo = (limit: number): string => `${anyText}${limit}${anyText}`;

/** Where an address of the shop or of a server's staff stands. */
export const anyAddress = '\u{10ff01}';

/** Where a moment stands: milliseconds since the epoch, of years 0 to 9999, as the shop's schema reads them. */
export const anyMoment = 4_040_404_040_404;

/** Where an amount of money stands. */
export const anyAmount = 40.404_040_4;

/** Where a whole number from 0 stands. */
export const anyCount = 40_404_040;

/** What fills the marks: in their order, and again from the start when there are more marks. */
export interface Filling {
	readonly texts: readonly string[];
	readonly addresses: readonly string[];
	readonly numbers: readonly number[];
}

const firstMoment = -62_167_219_200_000;
const lastMoment = 253_402_300_799_999;

function cutTo(text: string, limit: number): string {
	return text.slice(0, limit).replaceAll(/\p{Cs}/gu, '\ufffd');
}

/** The value with every mark in it filled; what a function in it gives is filled too. */
export function filled<T>(value: T, filling: Filling): T {
	const next = { text: 0, address: 0, number: 0 };
	const text = (): string => filling.texts[next.text++ % filling.texts.length] ?? '';
	const address = (): string => filling.addresses[next.address++ % filling.addresses.length] ?? '';
	const number = (): number => filling.numbers[next.number++ % filling.numbers.length] ?? 0;
	const ofString = (marked: string): string => {
		if (marked === anyText) return text();
		if (marked === anyAddress) return address();
		if (!marked.includes(anyText) && !marked.includes(anyAddress)) return marked;
		return marked
			.replaceAll(/\u{10ff00}(\d+)\u{10ff00}/gu, (_, limit: string) => cutTo(text(), Number(limit)))
			.replaceAll(anyText, text)
			.replaceAll(anyAddress, address);
	};
	const ofNumber = (marked: number): number => {
		if (marked === anyAmount) return number();
		if (marked === anyMoment) return Math.min(lastMoment, Math.max(firstMoment, Math.trunc(number())));
		if (marked === anyCount) return Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(Math.abs(number())));
		return marked;
	};
	const visit = (node: unknown): unknown => {
		if (typeof node === 'string') return ofString(node);
		if (typeof node === 'number') return ofNumber(node);
		if (typeof node === 'function') {
			// Asked twice, it gives the same.
			const known = new Map<string, unknown>();
			return (...args: readonly unknown[]) => {
				const key = JSON.stringify(args);
				if (!known.has(key)) known.set(key, visit(node(...args)));
				return known.get(key);
			};
		}
		if (Array.isArray(node)) return node.map(visit);
		if (node instanceof Map) return new Map([...node].map(([key, each]) => [key, visit(each)]));
		if (typeof node !== 'object' || node === null || Object.getPrototypeOf(node) !== Object.prototype)
			return node;
		return Object.fromEntries(Object.entries(node).map(([key, each]) => [ofString(key), visit(each)]));
	};
	return visit(value) as T;
}
