import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait for a bot or a browser. */
const waits = ({ moduleId }: TestSpecification): boolean => /\/test\/(e2e|browser|torture)\//.test(moduleId);

/** Short files that run for a long time. Until Vitest has run them once, it sorts by size and would start them last. */
const long = /\/(browser|e2e)\/walk\.|\/(simulation|fuzz|corpus|counts|torture)\/[\w-]+\.proof\./;

/** The point of the run by which the last waiting file starts; the end is left to short, CPU-bound files. */
const lastWait = 0.85;

/** Long files first, with the waiting ones spread among the CPU-bound ones. */
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
