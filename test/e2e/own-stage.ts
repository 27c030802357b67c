import type { Stage, StageOptions } from '@claimcheck/sandbox/stage';
import { afterAll, onTestFinished } from 'vitest';
import { openStage, register } from './hosted-bot.js';

interface OwnStageOptions extends StageOptions {
	/** Registers the commands for the stage's servers. Default: true. */
	readonly isRegistered?: boolean;
}

type Overrides = Readonly<Record<string, string>>;

/** A stage for one test only, closed after the test. */
export async function ownStage(options: OwnStageOptions = {}, overrides: Overrides = {}): Promise<Stage> {
	return open(options, overrides, onTestFinished);
}

/** A stage for all tests of the file or block that awaits it. */
export async function sharedStage(options: OwnStageOptions = {}, overrides: Overrides = {}): Promise<Stage> {
	return open(options, overrides, afterAll);
}

async function open(
	{ isRegistered = true, ...options }: OwnStageOptions,
	overrides: Overrides,
	atEnd: (close: () => Promise<void>) => void,
): Promise<Stage> {
	const stage = await openStage(options);
	atEnd(() => stage.close());
	if (isRegistered) await register(stage, overrides);
	return stage;
}
