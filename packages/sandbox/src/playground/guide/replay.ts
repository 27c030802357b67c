import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../../stage.js';
import { within } from '../../story/pace.js';
import type { ReplayPace } from './guide-state.js';
import { Hands } from './hands.js';
import type { StoryRun } from './story-run.js';

export interface ReplayParts {
	readonly stage: Stage;
	readonly run: StoryRun;
	readonly pace: ReplayPace;
	/** Receives captions for the audience. */
	readonly onCaption: (caption: string) => void;
	/** Ends the replay immediately when aborted. */
	readonly signal: AbortSignal;
}

/** Time to read what is about to be done, and then what came of it. */
const captionMs = 1_800;
const betweenStepsMs = 2_800;
/** Far longer than anything in a story takes: after this it won't happen. */
const patienceMs = 60_000;

/**
 * Plays the present step of a story, or all that are left, and waits until the checks of each hold. Rejects where a
 * step could not be played, or where its checks don't hold after a while.
 */
export async function replay(parts: ReplayParts, steps: 'present' | 'all'): Promise<void> {
	const { stage, run, pace, onCaption, signal } = parts;
	const pause = async (ms: number) => {
		signal.throwIfAborted();
		if (pace === 'reading') await sleep(ms, undefined, { signal });
	};
	const hands = new Hands({
		stage,
		confirm: () => run.confirm(),
		async caption(caption) {
			onCaption(caption);
			await pause(captionMs);
		},
	});
	for (let { step } = run; step !== undefined; { step } = run) {
		await step.play(hands);
		await within(patienceMs, 'What the step waits for', run.stepDone(step, signal)).catch(
			(error: unknown) => {
				signal.throwIfAborted();
				throw new Error(`This did not come to hold: ${run.missing()}`, { cause: error });
			},
		);
		if (steps === 'present') return;
		await pause(betweenStepsMs);
		run.goOn();
	}
}
