import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../../src/sandbox/stage.js';
import { type BurstResult, runBurst } from '../bench/burst-run.js';

const members = 60;

describe('on the day of a launch', () => {
	let stage: Stage;
	let result: BurstResult;

	beforeAll(async () => {
		stage = await Stage.open();
		await stage.register();
		stage.discord.faults.add('*', { kind: 'delay', ms: 100 });
		await stage.startBot();
		result = await runBurst(stage, { members, overMs: 1_200, patienceMs: 45_000 });
	});

	afterAll(() => stage.close());

	it('everybody is acknowledged before Discord gives up on them, and answered', () => {
		expect(result.acknowledgements).toHaveLength(members);
		expect(result.answers).toHaveLength(members);
	});

	it('those who have to wait for the role are told so, not left without an answer', () => {
		expect(result.toldToWait).toBeGreaterThan(0);
	});

	it('everybody gets the role and is told of it, with one call each and none refused', () => {
		expect([result.roles, result.toldOfRole, result.refused]).toEqual([members, members, 0]);
		const calls = stage.discord.calls.list('PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}');
		expect(calls).toHaveLength(members);
	});
});
