import type { Stage, StageOptions } from '@claimcheck/sandbox/stage';
import { afterAll, onTestFinished } from 'vitest';
import { openStage, register } from './hosted-bot.js';

interface OwnStageOptions extends StageOptions {
	/** Registers the commands for the stage's server. Default: true. */
	readonly isRegistered?: boolean;
}

/** A stage for one test only, closed after the test. */
export const ownStage = (options?: OwnStageOptions): Promise<Stage> => open(options, onTestFinished);

/** A stage for all tests of the file or block that awaits it. */
export const sharedStage = (options?: OwnStageOptions): Promise<Stage> => open(options, afterAll);

async function open(
	{ isRegistered = true, ...options }: OwnStageOptions = {},
	atEnd: (close: () => Promise<void>) => void,
): Promise<Stage> {
	const stage = await openStage(options);
	atEnd(() => stage.close());
	if (isRegistered) await register(stage);
	return stage;
}
