import { render } from '@claimcheck/local-discord/drawing/spans';
import { aborted } from '../ending.js';
import { Playground } from '../playground/playground.js';
import { optionsOf, type Surroundings } from '../program.js';
import { play } from './play.js';
import { badEnd, happyEnd, Narrator, type Screen, screenOn } from './screen.js';

export const exitCodes = { ok: 0, failed: 1, interrupted: 130 } as const;

const usage = `Usage: npm run demo [-- --fast]

Plays the first tasks of the playground in this terminal, with the real bot on a Discord and a shop that run on this
machine, and checks each step. Exit code 0: the product did what the story says; 1: it did not.

  --fast   no pauses for reading (always so where the output is no terminal, or CI is set)
  --help   this text
`;

/** Runs `npm run demo` and returns the exit code. Every process that it starts has ended by then. */
export async function demoCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
	const options = optionsOf(args, { fast: { type: 'boolean' } }, usage, surroundings);
	if (typeof options === 'number') return options;
	const { environment, output, root, signal } = surroundings;
	const isFast = options.fast === true || output.isTTY !== true || Boolean(environment['CI']);
	const screen = screenOn(output, environment);
	const storyScreen: Screen = {
		...screen,
		// Failures caused by the interruption aren't reported.
		print: (lines) => (signal.aborted ? undefined : screen.print(lines)),
	};
	const narrator = new Narrator(storyScreen);
	narrator.title(
		'Claimcheck: the story of a purchase code',
		'The real bot, in a process of its own, on a Discord and a shop that run on this machine.',
	);
	const onStep = (words: string) => narrator.check(words, true);
	let playground: Playground | undefined;
	try {
		playground = await Playground.open({ root, port: 0, onStep, signal });
		const parts = {
			playground,
			screen: storyScreen,
			narrator,
			pace: isFast ? 'fast' : 'reading',
			signal,
		} as const;
		const checks = await Promise.race([play(parts), aborted(signal)]);
		if (checks === undefined) return exitCodes.interrupted;
		screen.print(render(happyEnd(checks), screen.colour));
		return exitCodes.ok;
	} catch (error) {
		if (signal.aborted) return exitCodes.interrupted;
		screen.print(render(badEnd(error, screen.width), screen.colour));
		return exitCodes.failed;
	} finally {
		await playground?.close();
	}
}
