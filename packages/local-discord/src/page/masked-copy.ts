/** Members whose values are secret whatever they contain: `token`, `Authorization`, `client_secret`. */
const secretName = /(?:token|authorization|secret|password|api[_-]?key)$/i;
const masked = '…';

// The copy is for people to read, so it is bounded: of a server with a thousand members, only the first few are shown.
const maxValues = 8_000;
const maxLetters = 300_000;
const maxTextLength = 8_000;
const deepest = 30;

/**
 * A copy of JSON that is safe to show: secrets, recognized by name, become `…`, all other text, names included, goes
 * through `mask`, and values that are too long, too many or not JSON are described in words.
 */
export function maskedCopy(value: unknown, mask: (text: string) => string): unknown {
	let values = maxValues;
	let letters = maxLetters;
	const textOf = (text: string): string => {
		const safe = mask(text);
		letters -= Math.min(safe.length, maxTextLength);
		if (letters < 0) return masked;
		return safe.length <= maxTextLength
			? safe
			: `${safe.slice(0, maxTextLength)}… (${safe.length} characters)`;
	};
	const copy = (it: unknown, depth: number): unknown => {
		values -= 1;
		if (values < 0 || depth > deepest) return masked;
		if (typeof it === 'string') return textOf(it);
		if (typeof it === 'number' || typeof it === 'boolean' || it === null || it === undefined) return it;
		if (typeof it !== 'object') return String(it);
		if (it instanceof Uint8Array) return `(${it.length} bytes)`;
		if (it instanceof Date) return it.toJSON();
		if (Array.isArray(it)) return members(it, (item) => copy(item, depth + 1));
		const entries = Object.entries(it).filter(([, member]) => member !== undefined);
		return Object.fromEntries(
			members(entries, ([name, member]) => [
				textOf(name),
				isSecret(name, member) ? masked : copy(member, depth + 1),
			]),
		);
	};
	/** As many as fit; the rest is left out rather than shown as a row of dots. */
	const members = <T, U>(all: readonly T[], each: (item: T) => U): U[] => {
		const copied: U[] = [];
		for (const item of all) {
			if (values <= 0 || letters <= 0) break;
			copied.push(each(item));
		}
		return copied;
	};
	return copy(value, 0);
}

/** Null and booleans reveal nothing: `mfa_token: null`, `has_password: true`. */
function isSecret(name: string, value: unknown): boolean {
	return secretName.test(name) && value !== null && typeof value !== 'boolean';
}
