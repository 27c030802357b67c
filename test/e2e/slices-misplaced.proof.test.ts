import { join } from 'node:path';
import { BotProcess } from '@claimcheck/sandbox/bot-process';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { buyerRoleGiven, freshCode, verify } from './acts.js';
import { headline } from './reading.js';

const minute = 60_000;

interface Placed {
	readonly bot: BotProcess;
	/** The value of a gauge of the metrics. */
	gauge(name: string): Promise<number>;
}

describe('processes whose SHARDS do not fit together', () => {
	let clock: WorldClock;
	let stage: Stage;
	beforeEach(async () => {
		clock = new WorldClock();
		stage = await Stage.open({ clock });
		await stage.register();
	});
	afterEach(() => stage?.close());

	const homeShard = (count: number): number => Number((BigInt(stage.guild.id) >> 22n) % BigInt(count));

	async function place(slice: string): Promise<Placed> {
		const port = await freePort();
		const bot = await stage.startProcess({ SHARDS: slice, HEALTH_PORT: String(port) });
		return {
			bot,
			async gauge(name) {
				const metrics = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
				return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
			},
		};
	}

	/** Doctor's findings on the processes. It lives in the bots' time, as a program on the same machine does. */
	async function doctorOnSlices(): Promise<unknown> {
		const doctor = await BotProcess.start(join(process.cwd(), 'dist/src/doctor.js'), stage.environment(), {
			module: join(process.cwd(), 'packages/sandbox/dist/clock/bot-clock.js'),
			aheadMs: clock.aheadMs,
		});
		await doctor.exited;
		return doctor.output();
	}

	/** Members notice nothing: one answer, one role, one line for the staff. */
	async function expectOneAnswer(): Promise<void> {
		const person = stage.newPerson('Maya');
		const asked = person.chatInput('verify', { code: freshCode(stage) });
		expect(headline(await asked.answered())).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, person);
		const linesOfTheirs = () =>
			stage.discord.messages
				.allInChannel(stage.channels.audit)
				.filter(({ current }) => JSON.stringify(current).includes(`<@${person.id}>`));
		await expect.poll(() => linesOfTheirs().length).toBe(1);
		// A second look: a process that would answer, give or write it again has done so by the next answer.
		await verify(stage.newPerson('Tom'), freshCode(stage));
		expect(linesOfTheirs()).toHaveLength(1);
		expect(asked.followUps).toEqual([]);
		const given = stage.discord.events
			.all('role-added')
			.filter(({ userId, roleId }) => userId === person.id && roleId === stage.roles.buyer.id);
		expect(given).toHaveLength(1);
	}

	it('leave shards without a process: the metrics count them, doctor names them, the others are served', async () => {
		const { gauge } = await place(`${homeShard(2)}/2`);
		await expect.poll(() => gauge('claimcheck_shards_missing')).toBe(1);
		expect(await doctorOnSlices()).toContain(`No process is running for these shards: ${1 - homeShard(2)}.`);
		await expectOneAnswer();
	});

	it('have the same ones for longer than a replacement takes: reported, and right all the same', async () => {
		const first = await place('0/1');
		const second = await place('0/1');
		await expectOneAnswer();
		expect(await first.gauge('claimcheck_shards_doubled')).toBe(0);
		// Minute by minute: each says every minute that it runs, and after a leap the other one seems to have ended.
		const inAMinute = async (): Promise<readonly number[]> => {
			await stage.advance(minute);
			return await Promise.all([first, second].map(({ gauge }) => gauge('claimcheck_shards_doubled')));
		};
		await expect.poll(inAMinute).toEqual([1, 1]);
		expect(await doctorOnSlices()).toContain('Several processes are running for the same shards: 0.');
		await expectOneAnswer();
	});

	it('count the shards differently: reported, and right all the same where both have a server', async () => {
		const first = await place(`${homeShard(2)}/2`);
		const second = await place(`${homeShard(3)}/3`);
		await expect.poll(() => second.gauge('claimcheck_shards_mixed')).toBe(1);
		await stage.advance(2 * minute);
		await expect.poll(() => first.gauge('claimcheck_shards_mixed')).toBe(1);
		expect(await doctorOnSlices()).toContain('The processes split the shards differently');
		await expectOneAnswer();
	});
});
