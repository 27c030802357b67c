import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait: for a bot, or for a browser. */
const waits = ({ moduleId }: TestSpecification): boolean => /\/test\/(e2e|browser)\//.test(moduleId);

/** Short files that run for long. Vitest goes by size until it has seen them once, and would begin with them last. */
const long = /\/(browser|e2e)\/walk\.|\/(simulation|fuzz|properties|corpus)\/[\w-]+\.proof\./;

/** How far into the run the last file that waits begins: the end is left to short files that compute. */
const lastWait = 0.85;

/** Long files first, with those that wait dealt out among those that compute. */
export class MixedOrder extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const bySize = await super.sort(files);
		const sorted = [true, false].flatMap((isLong) =>
			bySize.filter(({ moduleId }) => long.test(moduleId) === isLong),
		);
		const places = [true, false].flatMap((isWaiting) => {
			const kind = sorted.filter((file) => waits(file) === isWaiting);
			return kind.map((file, n) => ({ file, place: (n / kind.length) * (isWaiting ? lastWait : 1) }));
		});
		return places.sort((a, b) => a.place - b.place).map(({ file }) => file);
	}
}
