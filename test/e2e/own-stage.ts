import type { Stage, StageOptions } from '@claimcheck/sandbox/stage';
import { onTestFinished } from 'vitest';
import { openStage, register } from './hosted-bot.js';

/** A stage of one test's own, with the commands registered for its servers. It is closed after the test. */
export async function ownStage(
	options: StageOptions = {},
	overrides: Readonly<Record<string, string>> = {},
): Promise<Stage> {
	const stage = await openStage(options);
	onTestFinished(() => stage.close());
	await register(stage, overrides);
	return stage;
}
