import { randomUUID } from 'node:crypto';
import type { Role } from '@claimcheck/local-discord';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRole, openMore } from '../../src/views/custom-ids/setup-ids.js';
import { auditChannel, freshCode, verify } from './acts.js';
import { readable } from './reading.js';

const day = 86_400_000;

describe('a clock that is moved ahead while the production bot runs', () => {
	const clock = new WorldClock();
	let stage: Stage;
	let supported: Role;

	beforeAll(async () => {
		stage = await Stage.open({ clock });
		supported = stage.guild.addRole({ name: 'Supported' });
		await stage.register();
		const bot = await stage.startProcess();
		await bot.logged('Loaded the items');
		const { admin } = stage.people;
		const page = await admin.chatInput('setup server').answered();
		const active = await admin.selectMenu(page, openMore.encode(), ['active']).answered();
		await admin.selectMenu(active, chooseRole.encode('supported'), [supported.id]).answered();
	});
	afterAll(() => stage?.close());

	it('ends support in a month: the role goes by itself, and /purchases says so', async () => {
		const person = stage.newPerson('Maya');
		const supportedUntil = clock.now() + 20 * day;
		const { code } = stage.marketplace.addPurchase({ boughtAt: clock.now() - day, supportedUntil });
		await verify(person, code);
		const isTheirs = ({ userId, roleId }: { userId: string; roleId: string }) =>
			userId === person.id && roleId === supported.id;
		await stage.discord.events.waitFor('role-added', isTheirs);

		await stage.advance(30 * day);

		await stage.discord.events.waitFor('role-removed', isTheirs);
		const page = readable(await person.chatInput('purchases').answered());
		expect(page).toContain('Support ended');
		// Nor is the clock taken for a broken one.
		expect(auditChannel(stage)).not.toMatch(/clock/i);
	});

	it('ends the wait of a member whose code the shop cannot check, before the answer is out of reach', async () => {
		const person = stage.newPerson('Tom');
		stage.marketplace.faults.add('purchases/validation', 'maintenance-503');
		try {
			const asked = person.chatInput('verify', { code: freshCode(stage) });
			await asked.edited((message) => readable(message).includes('I’ll keep trying'));
			await stage.advance(day);
			await asked.edited((message) => readable(message).includes('still isn’t responding'));
			expect(asked.failure).toBeUndefined();
		} finally {
			stage.marketplace.faults.clear();
		}
	});

	it('is the one that a bot starts with, too', async () => {
		const bot = await stage.startProcess();
		const { time } = await bot.logged('Ready');
		expect(Math.abs(Date.parse(String(time)) - clock.now())).toBeLessThan(day / 24);
		await bot.stop();
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
