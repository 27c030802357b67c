import { Session } from 'node:inspector/promises';
import type { Guide } from './fuzz.js';

/** V8's own counters of the blocks that have run. Only modules that are loaded after `start` have them. */
export class Coverage {
	readonly #session = new Session();

	static async start(): Promise<Coverage> {
		const coverage = new Coverage();
		coverage.#session.connect();
		await coverage.#session.post('Profiler.enable');
		await coverage.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		return coverage;
	}

	/** Watches the files whose addresses have one of `covers` in them. */
	guide(covers: readonly string[]): Guide & { readonly blocks: number } {
		const known = new Set<string>();
		return {
			get blocks() {
				return known.size;
			},
			fresh: async (isKept) => {
				// The counters begin anew with each question.
				const { result } = await this.#session.post('Profiler.takePreciseCoverage');
				const fresh = result
					.filter(({ url }) => covers.some((part) => url.includes(part)))
					.flatMap(({ url, functions }) =>
						functions.flatMap(({ ranges }) =>
							ranges
								.filter(({ count }) => count > 0)
								.map(({ startOffset, endOffset }) => `${url}:${startOffset}-${endOffset}`),
						),
					)
					.filter((block) => !known.has(block));
				if (isKept) for (const block of fresh) known.add(block);
				return fresh;
			},
		};
	}
}
