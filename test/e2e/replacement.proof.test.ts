import { Stage } from '@claimcheck/sandbox/stage';
import { expect, it, onTestFinished } from 'vitest';
import { register } from './hosted-bot.js';
import { SteadyLoad } from './steady-load.js';

it('leaves no command without an answer and answers none twice if the new process starts before the old one stops', async () => {
	// A loaded machine may take longer than Discord waits; what is tested is that each command is answered.
	const stage = await Stage.open({ isRateLimited: false, discord: { acknowledgementTimeoutMs: 30_000 } });
	onTestFinished(() => stage.close());
	await register(stage);
	// The shop's limit is not what is shown here.
	const settings = { MARKETPLACE_PER_MINUTE: '6000' };
	const old = await stage.startProcess(settings);
	const load = new SteadyLoad(stage, 5);
	await stage.startProcess(settings);
	expect((await old.stop()).code).toBe(0);
	const result = await load.stop(60_000);

	expect(result.sent).toBeGreaterThan(2);
	expect(result.recorded).toBeGreaterThan(1);
	expect(result).toMatchObject({ unanswered: [], answeredTwice: [], answeredUnrecorded: 0, rolesMissing: 0 });
});
