/** More wouldn't be a list to pick from. The contract doesn't name them; real marketplaces have a handful. */
const mostTypes = 50;
/** Claims read at start-up: every type that matters is among so many. */
const sampleSize = 2_000;

/**
 * The licence types that purchases have had, in the marketplace's spelling, so that nobody has to guess it. Kept in
 * memory alone: they are suggestions.
 */
export class LicenceTypes {
	readonly #seen = new Set<string>();

	note(licenceType: string): void {
		if (licenceType.trim() !== '' && this.#seen.size < mostTypes) this.#seen.add(licenceType);
	}

	/** Looks at some of the claims. Rejects with the store's errors. */
	async learn(claims: AsyncIterable<{ readonly licenseType: string }>): Promise<void> {
		let count = 0;
		for await (const { licenseType } of claims) {
			this.note(licenseType);
			count += 1;
			if (count >= sampleSize) return;
		}
	}

	/** Sorted. */
	list(): readonly string[] {
		return [...this.#seen].sort();
	}
}
