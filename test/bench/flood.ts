import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { readPurchaseCode } from '../../src/claims/purchase-code.js';
import type { StoreName } from '../counts/count-on.js';
import { openAddress } from '../storage/open-address.js';
import { onStage } from './bare/contestants.js';
import { type Buyer, quantile, runRate } from './bare/rate.js';
import { costOf } from './process-cost.js';

// More members than any launch has: what is acknowledged late, lost, or kept in memory.

export interface FloodOptions {
	readonly store: StoreName;
	readonly perSecond: number;
	readonly seconds: number;
	readonly print: (line: string) => void;
}

const promisedMs = 1_000;
/** What the bot remembers on purpose, such as answers that can be repeated, for so many members. */
const rememberedMib = 25;
const restMs = 60_000;
const warmUp = { perSecond: 25, members: 250 };

/** Prints the figures. Resolves to whether everybody was acknowledged in time, and nothing was lost or kept. */
export async function benchFlood({ store, perSecond, seconds, print }: FloodOptions): Promise<boolean> {
	return onStage(store, async ({ stage, databaseUrl }) => {
		const log = join(stage.folder, 'heap.log');
		await writeFile(log, '');
		const preload = pathToFileURL(resolve('test/bench/heap.mjs'));
		const environment = { NODE_OPTIONS: `--import=${preload.href}`, HEAP_LOG: log };
		const bot = await stage.startProcess({ DATABASE_URL: databaseUrl, ...environment });
		const { pid } = bot;
		await runRate(stage, { pid, ...warmUp });
		const before = await memoryOf(bot, log);

		const members = perSecond * seconds;
		print(`${members} members verify within ${seconds} s.\n`);
		const { acknowledged, answered, withoutRole, processorMs, buyers } = await runRate(stage, {
			pid,
			perSecond,
			members,
		});
		const loaded = (await costOf(pid)).residentBytes / 2 ** 20;
		await sleep(restMs);
		const after = await memoryOf(bot, log);
		const refused = stage.discord.calls.list().filter(({ status = 0 }) => status >= 400).length;
		await bot.stop();
		const lost = await unclaimed(stage, databaseUrl, buyers);

		const ms = (time: number | undefined): string => `${time?.toFixed(0) ?? '–'} ms`;
		const late = members - acknowledged.filter((time) => time <= promisedMs).length;
		const kept = after.live - before.live;
		const row = (name: string, value: number | string) => print(`| ${name} | ${value} |`);
		print('| | |');
		print('|---|---|');
		row('acknowledged, p50', ms(quantile(acknowledged, 0.5)));
		row('acknowledged, p99', ms(quantile(acknowledged, 0.99)));
		row('acknowledged, the last', ms(acknowledged.at(-1)));
		row('later than 1 s, or never', late);
		row('answered, p50', ms(quantile(answered, 0.5)));
		row('answered, p99', ms(quantile(answered, 0.99)));
		row('never answered', members - answered.length);
		row('without a claim', lost);
		row('without a role', withoutRole);
		row('requests that Discord refused', refused);
		row('processor for each', `${processorMs.toFixed(1)} ms`);
		row('live memory before', `${before.live.toFixed(0)} MiB`);
		row('live memory a minute after', `${after.live.toFixed(0)} MiB`);
		row('resident before', `${before.resident.toFixed(0)} MiB`);
		row('resident right after', `${loaded.toFixed(0)} MiB`);
		row('resident a minute after', `${after.resident.toFixed(0)} MiB`);
		const isWhole = late + lost + withoutRole + members - answered.length === 0;
		return isWhole && kept <= rememberedMib;
	});
}

/** In MiB: what lives on the heap and outside of it once the garbage is collected, and what the process then holds. */
async function memoryOf(bot: BotProcess, log: string): Promise<{ live: number; resident: number }> {
	const lines = async (): Promise<readonly string[]> =>
		(await readFile(log, 'utf8')).split('\n').slice(0, -1);
	const told = (await lines()).length;
	process.kill(bot.pid, 'SIGUSR2');
	while ((await lines()).length === told) await sleep(50);
	const live = Number((await lines()).at(-1)) / 2 ** 20;
	return { live, resident: (await costOf(bot.pid)).residentBytes / 2 ** 20 };
}

/** How many codes are not their buyer's in the store. */
async function unclaimed(stage: Stage, databaseUrl: string, buyers: readonly Buyer[]): Promise<number> {
	const store = await openAddress({ databaseUrl });
	const ignore = (): void => undefined;
	const { claimSecret, guild } = stage;
	const claims = await openClaimStore({ store, claimSecret, now: Date.now, onCorrupt: ignore });
	let lost = 0;
	for (const { person, code } of buyers) {
		const reading = readPurchaseCode(code);
		if (reading.kind === 'mistake') throw new Error('A code of the shop’s is none');
		const found = await claims.present(reading.code, { userId: person.id, guildId: guild.id });
		if (found.kind !== 'already-yours') lost += 1;
	}
	await store.close();
	return lost;
}
