import { describe, expect, it } from 'vitest';
import { runBurst } from '../bench/burst-run.js';
import { giveRole } from './acts.js';
import { sharedStage } from './own-stage.js';

const members = 60;
/** Discord's limit for roles, as often hit, but waited out in a tenth of the time. */
const quickRoleLimit = { limit: 10, windowMs: 1_000, bucket: 'roles' };

describe('on the day of a launch', async () => {
	const stage = await sharedStage({ discord: { acknowledgementTimeoutMs: 60_000 }, isRateLimited: true });
	stage.discord.rateLimits.set(giveRole, quickRoleLimit);
	stage.discord.faults.add('*', { kind: 'delay', ms: 100 });
	await stage.startBot();
	const result = await runBurst(stage, { members, overMs: 1_200, patienceMs: 100_000 });

	it('every member is acknowledged and answered', () => {
		expect(result.acknowledgements).toHaveLength(members);
		expect(result.answers).toHaveLength(members);
	});

	it('members who have to wait for the role hear that, and are not left without an answer', () => {
		expect(result.askedToWait).toBeGreaterThan(0);
	});

	it('every member gets the role and a notice, with one call each and none refused', () => {
		expect([result.roles, result.notifiedOfRole]).toEqual([members, members]);
		// Acknowledgements and edits may be refused: sixty members in a second exceed 50 calls per address.
		expect(stage.discord.calls.list(giveRole).map(({ status }) => status)).toEqual(Array(members).fill(204));
	});
});
