import type { Stage, StageOptions } from '@claimcheck/sandbox/stage';
import { afterAll, onTestFinished } from 'vitest';
import { openStage, register } from './hosted-bot.js';

type Overrides = Readonly<Record<string, string>>;

/** A stage of one test's own, with the commands registered for its servers. It is closed after the test. */
export async function ownStage(options: StageOptions = {}, overrides: Overrides = {}): Promise<Stage> {
	const stage = await openStage(options);
	onTestFinished(() => stage.close());
	await register(stage, overrides);
	return stage;
}

/** The same for all tests of the file or the block in which it is awaited. */
export async function sharedStage(options: StageOptions = {}, overrides: Overrides = {}): Promise<Stage> {
	const stage = await openStage(options);
	afterAll(() => stage.close());
	await register(stage, overrides);
	return stage;
}
