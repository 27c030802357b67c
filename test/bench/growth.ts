import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import { Stage } from '@claimcheck/sandbox/stage';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { openStore } from '../../src/storage/open.js';
import { claimSecret } from '../claims/sample-claims.js';
import { bulkLoad } from './bulk-load.js';
import { type Cost, commandCosts, costOfPass, own } from './growth-costs.js';
import { drawGrowth, growthColumns, growthDocument, growthPicture } from './growth-plot.js';
import { writeMarked } from './marked-section.js';
import { otherWork } from './other-work.js';
import { costOf } from './process-cost.js';

// How cost grows with the number of claims: what somebody waits for on a production bot, and the passes over all claims
// on the store alone, since a bot spreads those over hours.

export interface GrowthBenchOptions {
	/** Numbers of claims. */
	readonly sizes: readonly number[];
	/** Measured commands for each figure. */
	readonly calls: number;
	readonly isWritten: boolean;
	readonly print: (line: string) => void;
}

const starts = 3;
const lookEveryMs = 2_000;
const calmWithinMs = 60_000;
/** Of one core. */
const calmShare = 0.15;

/** In the order of `growthColumns`: what takes time, and the memory in the end, in MiB. */
interface Row {
	readonly claims: number;
	readonly costs: readonly Cost[];
	readonly memoryMib: number;
}

/** Prints a table, and writes and draws it where that is wanted. */
export async function benchClaimGrowth({
	sizes,
	calls,
	isWritten,
	print,
}: GrowthBenchOptions): Promise<void> {
	const busy = otherWork();
	const rows: Row[] = [];
	for (const size of sizes) rows.push(await measure(size, calls));
	const lines = [
		...busy,
		`| claims | ${growthColumns.join(' | ')} |`,
		`|---|${growthColumns.map(() => '---|').join('')}`,
		...rows.map(
			({ claims, costs, memoryMib }) =>
				`| ${claims} | ${[...costs.map(shownCost), shown(memoryMib)].join(' | ')} |`,
		),
	];
	for (const line of lines) print(line);
	if (!isWritten) return;
	await writeMarked(growthDocument, 'bench growth', ['', ...lines]);
	await writeFile(growthPicture, await drawGrowth(lines.join('\n')));
}

function shownCost({ ms, processorMs }: Cost): string {
	return `${shown(ms)} (${shown(processorMs)})`;
}

function shown(value: number): string {
	return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}

async function measure(claims: number, calls: number): Promise<Row> {
	const begunAt = performance.now();
	const told = (what: string): void => {
		const seconds = ((performance.now() - begunAt) / 1_000).toFixed(0);
		process.stderr.write(`${claims} claims, ${seconds} s: ${what}\n`);
	};
	const stage = await Stage.open({ isRateLimited: false, discord: { waitTimeoutMs: 120_000 } });
	try {
		const { DATABASE_URL: databaseUrl = '' } = stage.environment();
		const passes = await measurePasses(databaseUrl, claims, stage.guild.id, told);
		const settings = { CLAIM_SECRET: claimSecret, BACKUPS: 'false' };
		await stage.register(settings);
		const { bot, start } = await measureStart(stage, settings);
		told('started');
		await calm(bot.pid);
		const commands = await commandCosts(stage, bot.pid, { claims, calls });
		told('done');
		return {
			claims,
			costs: [commands.verify, commands.whois, commands.stats, start, passes.drift, passes.recheck],
			memoryMib: commands.residentBytes / 2 ** 20,
		};
	} finally {
		await stage.close();
	}
}

/** The median of some starts, and the bot of the last one. */
async function measureStart(
	stage: Stage,
	settings: Readonly<Record<string, string>>,
): Promise<{ readonly bot: BotProcess; readonly start: Cost }> {
	const costs: Cost[] = [];
	for (;;) {
		const startedAt = performance.now();
		const bot = await stage.startProcess(settings);
		const ms = performance.now() - startedAt;
		costs.push({ ms, processorMs: (await costOf(bot.pid)).processorMs });
		const start = costs.toSorted((one, other) => one.ms - other.ms)[starts >> 1];
		if (start !== undefined && costs.length === starts) return { bot, start };
		await bot.stop();
	}
}

/** Resolves when what a start brings is over. */
async function calm(pid: number): Promise<void> {
	const until = Date.now() + calmWithinMs;
	let last = (await costOf(pid)).processorMs;
	while (Date.now() < until) {
		await sleep(lookEveryMs);
		const { processorMs } = await costOf(pid);
		if (processorMs - last < lookEveryMs * calmShare) return;
		last = processorMs;
	}
}

/** The passes over all claims, without what they ask Discord and the shop. */
async function measurePasses(
	databaseUrl: string,
	claims: number,
	guildId: string,
	told: (what: string) => void,
) {
	const store = await openStore(databaseUrl, () => {});
	try {
		const onCorrupt = (what: string): void => {
			throw new Error(`The store is damaged: ${what}`);
		};
		const { scan, checks } = await openClaimStore({ store, claimSecret, now: Date.now, onCorrupt });
		await bulkLoad({ databaseUrl }, claims, guildId);
		told('loaded');
		const drift = await costOfPass(own, scan.members());
		told('drift pass');
		const recheck = await costOfPass(own, checks.all());
		told('recheck round');
		return { drift, recheck };
	} finally {
		await store.close();
	}
}
