import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { Stage } from '@claimcheck/sandbox/stage';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { ReminderChoices } from '../../src/notifications/reminder-choices.js';
import { openStore } from '../../src/storage/open.js';
import { codeNumber, memberNumber, samplePurchase } from '../claims/sample-claims.js';
import { quantile, runRate } from './bare/rate.js';
import { writeMarked } from './marked-section.js';
import { otherWork } from './other-work.js';

// The support of many members ends on one day, and all of them asked to be reminded: verifications in the hour before
// the bot finds that, and while it does.

export interface RemindersBenchOptions {
	/** Members whose support ends. */
	readonly ends: number;
	/** Verifications in each hour. */
	readonly verifies: number;
	/** Writes the table into docs/performance.md. */
	readonly isWritten: boolean;
	readonly print: (line: string) => void;
}

const hour = 3_600_000;
const day = 24 * hour;
const newChannelsPerDay = 50;
const perSecond = 50;
/** By then V8 has compiled what runs often. */
const warmUp = 500;
/** Claims that are added together. */
const batchSize = 500;
/** A second apart. */
const maxTries = 300;

/** Prints the figures. Resolves to whether no day had more new direct-message channels than are allowed. */
export async function benchReminders(options: RemindersBenchOptions): Promise<boolean> {
	const { ends, verifies, isWritten, print } = options;
	const busy = otherWork();
	const clock = new WorldClock();
	const stage = await Stage.open({ clock, isRateLimited: false, discord: { waitTimeoutMs: 120_000 } });
	try {
		await stage.register();
		const databaseUrl = `sqlite://${join(stage.folder, 'claims.sqlite')}`;
		// The bot reads all purchases of a UTC day: until then, none of these.
		const midnight = Math.ceil((clock.now() + 2 * hour) / day) * day;
		await fill(stage, databaseUrl, ends, midnight + 14 * day + hour / 4);
		const opened = newChannelsByDay(stage);
		const bot = await stage.spawnBot({ NEW_DM_CHANNELS_PER_DAY: String(newChannelsPerDay) });
		await bot.ready();
		const verify = (members: number) => runRate(stage, { pid: bot.pid, perSecond, members });
		await verify(warmUp);
		await stage.advance(midnight - 1.5 * hour - clock.now());
		// Work that the longer move has set off ends in this time.
		await verify(warmUp);
		await stage.advance(hour);
		const without = await verify(verifies);
		if (opened.size > 0) throw new Error('The reminders were due too early');
		await stage.advance(hour);
		const during = await verify(verifies);
		const waiting = await foundWaiting(databaseUrl, ends - newChannelsPerDay);
		for (let passed = 0; passed < 2 * day; passed += hour) await stage.advance(hour);
		const maxOpened = Math.max(...opened.values());
		const row = (
			name: string,
			one: number | undefined,
			other: number | undefined,
			digits: number,
		): string => {
			const [left = Number.NaN, right = Number.NaN] = [one, other];
			return `| ${name} | ${left.toFixed(digits)} ms | ${right.toFixed(digits)} ms | ${(right / left).toFixed(2)} |`;
		};
		const times = (what: 'acknowledged' | 'answered', share: number, name: string): string =>
			row(`${what}, ${name}`, quantile(without[what], share), quantile(during[what], share), 1);
		const lines = [
			...busy,
			`${ends.toLocaleString('en')} members, ${verifies} verifications at ${perSecond} a second in each of the two hours. In the second one ${waiting.toLocaleString('en')} reminders waited for a new direct-message channel. Over the next two days at most ${maxOpened} of these were opened on a day; ${newChannelsPerDay} are allowed.`,
			'',
			'| a verification | nothing due | while the reminders are due | ratio |',
			'|---|---|---|---|',
			times('acknowledged', 0.5, 'p50'),
			times('acknowledged', 0.99, 'p99'),
			times('answered', 0.5, 'p50'),
			times('answered', 0.99, 'p99'),
			row('processor for each', without.processorMs, during.processorMs, 1),
		];
		for (const line of lines) print(line);
		if (isWritten) await writeMarked('docs/performance.md', 'bench reminders', ['', ...lines]);
		await bot.stop();
		return maxOpened <= newChannelsPerDay;
	} finally {
		await stage.close();
	}
}

/** Members of the stage's server who asked to be reminded, each with one purchase, whose support ends then. */
async function fill({ guild, roles, discord, claimSecret }: Stage, url: string, count: number, end: number) {
	const store = await openStore(url, () => {}, { create: true });
	const clock = { now: () => discord.now() };
	const claims = await openClaimStore({ store, claimSecret, clock, report: { damaged: () => {} } });
	const choices = new ReminderChoices({ store, claims, isOffered: true, clock });
	const purchase = samplePurchase({ supportedUntil: end });
	const add = async (number: number): Promise<void> => {
		const place = { userId: memberNumber(number), guildId: guild.id };
		discord.person(guild, { id: place.userId, roleIds: [roles.buyer.id] });
		await claims.claim(codeNumber(number), { ...place, purchase });
		await choices.turnOn(place, 'en');
	};
	for (let from = 0; from < count; from += batchSize) {
		const size = Math.min(batchSize, count - from);
		await Promise.all(Array.from({ length: size }, (_, index) => add(from + index)));
	}
	await store.close();
}

/** Resolves with the number of those who wait for a new channel, once it is at least `least`. The search pauses for members between its batches. */
async function foundWaiting(url: string, least: number): Promise<number> {
	const store = await openStore(url, () => {});
	try {
		for (let tries = 0; tries < maxTries; tries += 1) {
			let count = 0;
			for await (const _ of store.list('reminders:')) count += 1;
			if (count >= least) return count;
			await delay(1_000);
		}
		throw new Error('The reminders were not due in time');
	} finally {
		await store.close();
	}
}

/** Counts the direct-message channels that are opened, by the UTC day. */
function newChannelsByDay({ discord }: Stage): ReadonlyMap<number, number> {
	const byDay = new Map<number, number>();
	let known = 0;
	discord.events.on('request', ({ call }) => {
		if (call.route !== 'POST /users/@me/channels') return;
		const opened = discord.directs().length;
		const today = Math.floor(discord.now() / day);
		byDay.set(today, (byDay.get(today) ?? 0) + opened - known);
		known = opened;
	});
	return byDay;
}
