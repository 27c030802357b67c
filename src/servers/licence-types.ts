/** More are useless in a list of suggestions. The contract doesn't name them; real marketplaces have a handful. */
const maxTypes = 50;
/** Number of claims read at start-up: enough to include every common type. */
const sampleSize = 2_000;

/** The licence types seen in purchases, in the marketplace's spelling. Only in memory: they are suggestions. */
export class LicenceTypes {
	readonly #seen = new Set<string>();

	note(licenceType: string): void {
		if (licenceType.trim() !== '' && this.#seen.size < maxTypes) this.#seen.add(licenceType);
	}

	/** Learns from a sample of the claims. Rejects with the store's errors. */
	async learn(claims: AsyncIterable<{ readonly licenseType: string }>): Promise<void> {
		let count = 0;
		for await (const { licenseType } of claims) {
			this.note(licenseType);
			count += 1;
			if (count >= sampleSize) return;
		}
	}

	list(): readonly string[] {
		return [...this.#seen].sort();
	}
}
