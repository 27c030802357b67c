import type { z } from 'zod';

/** A kind of row besides the claims that an export carries: what its key looks like, and what its value must be. */
export interface CarriedRow {
	readonly key: RegExp;
	readonly value: z.ZodType;
}

/** Reads a row as an export carries it. `misshapen`: of a known kind, with a wrong value; `other`: of no known kind. */
export function readRow(
	kinds: readonly CarriedRow[],
	key: string,
	value: unknown,
): { readonly kind: 'sound'; readonly value: unknown } | { readonly kind: 'misshapen' | 'other' } {
	const found = kinds.find((it) => it.key.test(key));
	if (found === undefined) return { kind: 'other' };
	const parsed = found.value.safeParse(value);
	return parsed.success ? { kind: 'sound', value: parsed.data } : { kind: 'misshapen' };
}
