import { describe, expect, it } from 'vitest';
import { runBurst } from '../bench/burst-run.js';
import { giveRole } from './acts.js';
import { ownStage, sharedStage } from './own-stage.js';

const members = 60;
/** Discord's limit for roles, as often hit, but waited out in a tenth of the time. */
const quickRoleLimit = { limit: 10, windowMs: 1_000, bucket: 'roles' };

describe('on the day of a launch', async () => {
	const stage = await sharedStage({ discord: { acknowledgementTimeoutMs: 60_000 }, isRateLimited: true });
	stage.discord.rateLimits.set(giveRole, quickRoleLimit);
	stage.discord.faults.add('*', { kind: 'delay', ms: 100 });
	await stage.startBot();
	const result = await runBurst(stage, { members, overMs: 1_200, patienceMs: 100_000 });

	it('every member is acknowledged and answered, and who has to wait for the role hears that', () => {
		expect(result.acknowledgements).toHaveLength(members);
		expect(result.answers).toHaveLength(members);
		expect(result.askedToWait).toBeGreaterThan(0);
	});

	it('every member gets the role and a notice, with one call each and none refused', () => {
		expect([result.roles, result.notifiedOfRole]).toEqual([members, members]);
		// Acknowledgements and edits may be refused: sixty members in a second exceed 50 calls per address.
		expect(stage.discord.calls.list(giveRole).map(({ status }) => status)).toEqual(Array(members).fill(204));
	});
});

/** Loaded into a bot before its own modules: writes a line to stderr for each map that comes to hold 300 snowflakes. */
const watchMaps = `data:text/javascript,${encodeURIComponent(`
	const { set } = Map.prototype;
	const reported = new WeakSet();
	Map.prototype.set = function watchedSet(key, value) {
		set.call(this, key, value);
		if (this.size > 300 && typeof key === 'string' && /^\\d{17,20}$/.test(key) && !reported.has(this)) {
			reported.add(this);
			const of = value?.constructor?.name;
			process.stderr.write(new Error('A map of ' + of + ' has ' + this.size + ' entries').stack + '\\n');
		}
		return this;
	};
`)}`;

it('the built bot keeps nothing in memory for each member who has used it', async () => {
	const stage = await ownStage();
	const bot = await stage.startProcess({ NODE_OPTIONS: `--import ${watchMaps}` });
	for (let round = 0; round < 20; round += 1) {
		const people = Array.from({ length: 20 }, (_, number) => stage.newPerson(`Member ${round}-${number}`));
		const asked = people.map((person) => person.chatInput('purchases'));
		for (const each of asked) await each.answered();
	}
	expect(bot.stderr).toBe('');
});
