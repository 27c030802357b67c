import { seededRandom } from '../seeded-random.js';
import { Broken, type Edge, type Json } from './edge.js';
import { mutated, pick } from './mutate.js';

interface Finding {
	readonly property: string;
	readonly detail: string;
	readonly input: Json;
	/** The number of the play, counted from 0. The same seed and corpus reproduce it. */
	readonly play: number;
}

export interface FuzzOptions {
	readonly seed: number;
	/** Inputs in addition to the edge's seeds. */
	readonly corpus: readonly Json[];
	/** Asked before each input. */
	readonly isOver: (played: number) => boolean;
	/** The corpus was played before, so only inputs derived from it are played. */
	readonly onlyNew?: boolean;
	/** Receives each finding, one for each property. */
	readonly onFinding?: (finding: Finding) => void;
}

/**
 * Plays the corpus and then inputs derived from it until `isOver`. An input with a new class of outcome is mutated
 * further.
 */
export async function fuzz(edge: Edge, options: FuzzOptions) {
	const { seed, isOver, onFinding = () => {} } = options;
	const seeds = edge.seeds();
	const corpus: Json[] = [...seeds, ...options.corpus];
	/** How often each class of outcome occurred. */
	const outcomes = new Map<string, number>();
	const findings = new Map<string, Finding>();
	let played = 0;

	/** True if the outcome is of a new class. */
	async function play(input: Json): Promise<boolean> {
		const outcome = await outcomeOf(edge, input);
		played += 1;
		if (outcome instanceof Broken) {
			found(outcome, input, played - 1);
			return false;
		}
		const times = outcomes.get(outcome) ?? 0;
		outcomes.set(outcome, times + 1);
		return times === 0;
	}

	function found(broken: Broken, input: Json, number: number): void {
		const { property } = broken;
		if (findings.has(property)) return;
		const finding = { property, detail: String(broken), input, play: number };
		findings.set(property, finding);
		onFinding(finding);
	}

	for (const input of options.onlyNew ? [] : [...corpus]) {
		if (isOver(played)) break;
		await play(input);
	}
	const begun = played;
	while (!isOver(played)) {
		const random = seededRandom(seed + Math.imul(played + 1, 0x9e3779b1));
		const number = played - begun;
		const input =
			edge.make !== undefined && number % 2 === 0
				? edge.make(random, number / 2)
				: mutated(pick(corpus, random), corpus, edge.words, random);
		if (await play(input)) corpus.push(input);
	}
	return { played, findings: [...findings.values()], outcomes };
}

/** The outcome of a play; a crash is a broken property too. */
export async function outcomeOf(edge: Edge, input: Json): Promise<string | Broken> {
	try {
		return await edge.play(input);
	} catch (error) {
		if (error instanceof Broken) return error;
		const [kind, message] = error instanceof Error ? [error.name, error.stack ?? ''] : ['', String(error)];
		// Without text from the input, so that the same crash is the same finding.
		const where = /at (?:async )?(?:new )?([\w.<>#]+)/.exec(message)?.[1] ?? 'somewhere';
		return new Broken(`a crash (${kind} in ${where})`, message);
	}
}
