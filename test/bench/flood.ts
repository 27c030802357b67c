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
import { type Buyer, type Progress, quantile, runRate } from './bare/rate.js';
import { otherWork } from './other-work.js';
import { costOf } from './process-cost.js';
import { troublesOf } from './troubles.js';

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
/** A collection takes a second where the machine is very busy. */
const collectionMs = 60_000;
const warmUp = { perSecond: 25, members: 250 };

/** Prints the figures and the verdict. Resolves to whether everybody was acknowledged in time, and nothing lost or kept. */
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
		for (const line of [...otherWork(), `${members} members verify within ${seconds} s.`, '']) print(line);
		const run = await runRate(stage, { pid, perSecond, members, onProgress: tell(members) });
		const loaded = (await costOf(pid)).residentBytes / 2 ** 20;
		await sleep(restMs);
		const after = await memoryOf(bot, log);
		const refused = stage.discord.calls.list().filter(({ status = 0 }) => status >= 400).length;
		await bot.stop();
		const lost = await unclaimed(stage, databaseUrl, run.buyers);

		const late = members - run.acknowledged.filter((time) => time <= promisedMs).length;
		const unanswered = members - run.answered.length;
		const kept = after.live - before.live;
		const rows: Readonly<Record<string, string | number>> = {
			'acknowledged, p50': ms(quantile(run.acknowledged, 0.5)),
			'acknowledged, p99': ms(quantile(run.acknowledged, 0.99)),
			'acknowledged, the last': ms(run.acknowledged.at(-1)),
			'later than 1 s, or never': late,
			'answered, p50': ms(quantile(run.answered, 0.5)),
			'answered, p99': ms(quantile(run.answered, 0.99)),
			'never answered': unanswered,
			'without a claim': lost,
			'without a role': run.withoutRole,
			'requests that Discord refused': refused,
			'processor for each': `${run.processorMs.toFixed(1)} ms`,
			'live memory before': mib(before.live),
			'live memory a minute after': mib(after.live),
			'resident before': mib(before.resident),
			'resident right after': mib(loaded),
			'resident a minute after': mib(after.resident),
		};
		print('| | |');
		print('|---|---|');
		for (const [name, value] of Object.entries(rows)) print(`| ${name} | ${value} |`);
		for (const trouble of troublesOf(bot)) print(`| it warned | ${trouble} |`);
		const broken = [
			late > 0 && `${late} acknowledged later than ${promisedMs} ms, or never`,
			unanswered > 0 && `${unanswered} never answered`,
			lost > 0 && `${lost} without a claim`,
			run.withoutRole > 0 && `${run.withoutRole} without a role`,
			kept > rememberedMib && `${kept.toFixed(0)} MiB more in memory than before`,
		].filter((line) => line !== false);
		print(broken.length === 0 ? '\nEvery promise was kept.' : `\nBroken: ${broken.join('; ')}`);
		return broken.length === 0;
	});
}

function tell(members: number): (progress: Progress) => void {
	const startedAt = performance.now();
	return ({ sent, acknowledged, answered, failed, withRole }) => {
		const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
		const counts = `${sent} sent, ${acknowledged} acknowledged, ${answered} answered, ${failed} failed`;
		process.stderr.write(`${seconds} s: ${counts}, ${withRole} of ${members} have the role\n`);
	};
}

function ms(time: number | undefined): string {
	return time === undefined ? 'never' : `${time.toFixed(0)} ms`;
}

function mib(value: number): string {
	return `${value.toFixed(0)} MiB`;
}

/** In MiB: what lives on the heap and outside of it once the garbage is collected, and what the process then holds. */
async function memoryOf(bot: BotProcess, log: string): Promise<{ live: number; resident: number }> {
	const lines = async (): Promise<readonly string[]> =>
		(await readFile(log, 'utf8')).split('\n').slice(0, -1);
	const told = (await lines()).length;
	process.kill(bot.pid, 'SIGUSR2');
	const isTold = async (): Promise<boolean> => (await lines()).length > told;
	for (const until = performance.now() + collectionMs; !(await isTold()); await sleep(50))
		if (performance.now() > until || !bot.isRunning)
			throw new Error(`The bot does not tell of its memory:\n${bot.output().slice(-2_000)}`);
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
