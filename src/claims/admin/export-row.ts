import type { z } from 'zod';

/** A kind of row other than a claim that goes into an export: the pattern of its key and the schema of its value. */
export interface CarriedRow {
	readonly key: RegExp;
	readonly value: z.ZodType;
}

/** Validates a row for an export. `misshapen`: known kind, invalid value; `other`: unknown kind. */
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
