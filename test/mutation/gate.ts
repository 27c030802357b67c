/** A mutant that no test has noticed, by what is written rather than by where: lines move. */
export interface Survivor {
	readonly file: string;
	/** The source's line on which it begins, without its indentation. */
	readonly line: string;
	readonly mutator: string;
	readonly original: string;
	readonly replacement: string;
}

/** Survivors that may live, and why. */
export interface Pardon {
	readonly reason: string;
	readonly file: string;
	readonly mutants: readonly Omit<Survivor, 'file'>[];
}

/** What became of the mutants of one room. */
export interface RoomResult {
	readonly killed: number;
	readonly survivors: readonly Survivor[];
}

export const leastScore = 90;

/** The percentage of a room's mutants that its tests have noticed. */
export function scoreOf({ killed, survivors }: RoomResult): number {
	const all = killed + survivors.length;
	return all === 0 ? 0 : (100 * killed) / all;
}

/** Why a room does not pass: its score, each survivor that is not pardoned, and each pardon that nothing needs any more. */
export function complaints(result: RoomResult, pardons: readonly Pardon[]): string[] {
	const score = scoreOf(result);
	const pardoned = new Set(
		pardons.flatMap(({ file, mutants }) => mutants.map((it) => nameOf({ file, ...it }))),
	);
	const alive = new Set(result.survivors.map(nameOf));
	return [
		...(score < leastScore ? [`The score is ${score.toFixed(1)} %, and ${leastScore} % is the least`] : []),
		...[...alive].filter((name) => !pardoned.has(name)).map((name) => `Survived, and is not listed: ${name}`),
		...[...pardoned].filter((name) => !alive.has(name)).map((name) => `Listed, and did not survive: ${name}`),
		...pardons
			.filter(({ reason }) => reason.trim() === '')
			.map(({ file }) => `Listed without a reason in ${file}`),
	];
}

function nameOf({ file, line, mutator, original, replacement }: Survivor): string {
	return `${file}: ${mutator} in «${line}»: ${original} → ${replacement}`;
}
