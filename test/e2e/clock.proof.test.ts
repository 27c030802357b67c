import { randomUUID } from 'node:crypto';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditChannel, freshCode, verify } from './acts.js';
import { readable } from './reading.js';

const day = 86_400_000;

describe('a clock that is moved ahead while the production bot runs', () => {
	const clock = new WorldClock();
	let stage: Stage;

	beforeAll(async () => {
		stage = await Stage.open({ clock });
		await stage.register();
		const bot = await stage.startProcess();
		await bot.logged('Loaded the items');
	});
	afterAll(() => stage?.close());

	it('ends the wait of a member whose code the shop cannot check, before the answer is out of reach', async () => {
		const person = stage.newPerson('Tom');
		stage.marketplace.faults.add('purchases/validation', 'maintenance-503');
		try {
			const asked = person.chatInput('verify', { code: freshCode(stage) });
			await asked.edited((message) => readable(message).includes('I’ll keep trying'));
			await stage.advance(day);
			await asked.edited((message) => readable(message).includes('still isn’t responding'));
			// Nor is the clock taken for a broken one.
			expect(auditChannel(stage)).not.toMatch(/clock/i);
			expect(asked.failure).toBeUndefined();
		} finally {
			stage.marketplace.faults.clear();
		}
	});
});

describe('a clock that is 100 days ahead when the production bot starts', () => {
	let stage: Stage;

	beforeAll(async () => {
		stage = await Stage.open();
		await stage.register();
	});
	afterAll(() => stage?.close());

	it('deletes nothing that is kept for a time', async () => {
		const { buyer, moderator } = stage.people;
		const first = await stage.startProcess();
		const refused = await verify(buyer, randomUUID());
		const reference = /[A-Z]{3}-[A-Z]{3}/.exec(readable(refused))?.[0] ?? '';
		await first.stop();

		const shift = `const now = Date.now; Date.now = () => now() + ${100 * day}`;
		const ahead = await stage.startProcess({
			NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
		});
		await ahead.logged('The clock of this machine is off: nothing is revoked, no kept seat is freed');
		await stage.discord.events.until(() => auditChannel(stage).includes('clock'), 'No alert');
		// Stopping waits for the round in progress.
		await ahead.stop();

		await stage.startProcess();
		const found = await moderator.chatInput('whois', { reference }).answered();
		expect(readable(found)).toContain(buyer.id);
	});
});
