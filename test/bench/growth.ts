import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import { Stage } from '@claimcheck/sandbox/stage';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { openStore } from '../../src/storage/open.js';
import { claimSecret } from '../claims/sample-claims.js';
import { bulkLoad, holderOf } from './bulk-load.js';
import { drawGrowth, growthColumns, growthDocument, growthPicture } from './growth-plot.js';
import { writeMarked } from './marked-section.js';
import { otherWork } from './other-work.js';
import { costOf } from './process-cost.js';
import { quantile } from './quantile.js';

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

const lookEveryMs = 2_000;
const calmWithinMs = 60_000;
/** Of one core. */
const calmShare = 0.15;

/** In the order of `growthColumns`, after the number of claims itself. */
type Row = readonly number[];

/** Prints a table, and writes and draws it where that is wanted. */
export async function benchClaimGrowth({
	sizes,
	calls,
	isWritten,
	print,
}: GrowthBenchOptions): Promise<void> {
	const busy = otherWork();
	const rows: Row[] = [];
	for (const size of sizes) rows.push([size, ...(await measure(size, calls))]);
	const lines = [
		...busy,
		`| claims | ${growthColumns.join(' | ')} |`,
		`|---|${growthColumns.map(() => '---|').join('')}`,
		...rows.map((row) => `| ${row.map(shown).join(' | ')} |`),
	];
	for (const line of lines) print(line);
	if (!isWritten) return;
	await writeMarked(growthDocument, 'bench growth', lines);
	await writeFile(growthPicture, await drawGrowth(lines.join('\n')));
}

function shown(value: number): string {
	return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}

async function measure(claims: number, calls: number): Promise<Row> {
	const stage = await Stage.open({ isRateLimited: false });
	try {
		const { DATABASE_URL: databaseUrl = '' } = stage.environment();
		const passes = await measurePasses(databaseUrl, claims, stage.guild.id);
		const settings = { CLAIM_SECRET: claimSecret, BACKUPS: 'false' };
		await stage.register(settings);
		const startedAt = performance.now();
		const bot = await stage.startProcess(settings);
		const start = performance.now() - startedAt;
		await calm(bot.pid);
		const people = await measureCommands(stage, claims, calls);
		const { residentBytes } = await costOf(bot.pid);
		return [
			people.verify,
			people.whois,
			people.stats,
			start,
			passes.drift,
			passes.recheck,
			residentBytes / 2 ** 20,
		];
	} finally {
		await stage.close();
	}
}

/** Resolves when what a start brings is over: every claim is read once. */
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

/** Medians of what somebody waits for, in milliseconds. */
async function measureCommands(stage: Stage, claims: number, calls: number) {
	const { discord, guild, marketplace, people } = stage;
	const median = async (times: number, ask: (round: number) => InteractionHandle): Promise<number> => {
		const took: number[] = [];
		for (let round = 0; round < times; round += 1) {
			const startedAt = performance.now();
			await ask(round).answered();
			took.push(performance.now() - startedAt);
		}
		return quantile(
			took.sort((a, b) => a - b),
			0.5,
		);
	};
	return {
		verify: await median(calls, () =>
			stage.newPerson('Buyer').chatInput('verify', { code: marketplace.addPurchase().code }),
		),
		whois: await median(calls, (round) => {
			const member = discord.person(guild, { id: holderOf((round * 7_919) % claims) });
			return people.moderator.chatInput('whois', { member: member.id });
		}),
		// It draws one chart a minute.
		stats: await median(1, () => people.admin.chatInput('stats')),
	};
}

/** The passes over all claims, without what they ask Discord and the shop; in milliseconds. */
async function measurePasses(databaseUrl: string, claims: number, guildId: string) {
	const store = await openStore(databaseUrl, () => {});
	try {
		const onCorrupt = (what: string): void => {
			throw new Error(`The store is damaged: ${what}`);
		};
		const { scan, checks } = await openClaimStore({ store, claimSecret, now: Date.now, onCorrupt });
		await bulkLoad({ databaseUrl }, claims, guildId);
		return {
			drift: await timeOf(scan.members()),
			recheck: await timeOf(checks.all()),
		};
	} finally {
		await store.close();
	}
}

async function timeOf(pass: AsyncIterable<unknown>): Promise<number> {
	const startedAt = performance.now();
	const all = pass[Symbol.asyncIterator]();
	while ((await all.next()).done !== true);
	return performance.now() - startedAt;
}
