/** A quantile of sorted values; undefined if there are none. */
export function quantile(sorted: readonly number[], share: number): number | undefined {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
