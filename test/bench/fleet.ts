import { Stage } from '@claimcheck/sandbox/stage';
import pg from 'pg';
import { type ActiveGuild, fillDiscord, Load, setUpSome, startSlice } from './fleet-run.js';
import { costOf } from './process-cost.js';

// Several processes that share the servers: replaced one after the other under load, one of them killed, and what
// servers cost in memory and processor.

export interface FleetBenchOptions {
	/** Servers in all, for three processes. */
	readonly servers: number;
	readonly perSecond: number;
	/** Numbers of servers for one process. */
	readonly sizes: readonly number[];
	/** Numbers of processes on one database. */
	readonly processes: readonly number[];
	readonly print: (line: string) => void;
}

const slices = ['0-1/6', '2-3/6', '4-5/6'] as const;
const activeServers = 60;
const patienceMs = 60_000;

/** Prints the figures. Resolves to whether nothing was lost or repeated. */
export async function benchFleet(options: FleetBenchOptions): Promise<boolean> {
	const isWhole = await benchReplacement(options);
	await benchMemory(options);
	await benchGrowth(options);
	return isWhole;
}

async function benchReplacement({ servers, perSecond, print }: FleetBenchOptions): Promise<boolean> {
	return withFleet(async (stage, settings) => {
		fillDiscord(stage, servers);
		const running = await Promise.all(slices.map((slice) => startSlice(stage, settings, slice)));
		const active = await setUpSome(stage, activeServers);
		print(
			`Three processes, ${stage.discord.guilds.size} servers on PostgreSQL, ${perSecond} commands a second.\n`,
		);

		const load = new Load(stage, active, perSecond);
		const replacedMs: number[] = [];
		for (const [at, old] of running.entries()) {
			const startedAt = Date.now();
			running[at] = await startSlice(stage, settings, old.slice);
			await old.bot.stop();
			replacedMs.push(Date.now() - startedAt);
		}
		const replaced = await load.stop(patienceMs);

		const second = new Load(stage, active, perSecond);
		const [killed] = running;
		const killedAt = Date.now();
		if (killed !== undefined) {
			await killed.bot.kill();
			running[0] = await startSlice(stage, settings, killed.slice);
		}
		const backMs = Date.now() - killedAt;
		const afterKill = await second.stop(patienceMs);
		const outside = afterKill.unanswered.filter(({ at }) => at > killedAt + backMs);

		print('| | all three replaced | one killed |');
		print('|---|---|---|');
		const row = (name: string, one: unknown, other: unknown) => print(`| ${name} | ${one} | ${other} |`);
		row(
			'took',
			replacedMs.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', '),
			`${(backMs / 1_000).toFixed(1)} s`,
		);
		row('commands', replaced.sent, afterKill.sent);
		row('unanswered', replaced.unanswered.length, afterKill.unanswered.length);
		row('unanswered after it was back', '–', outside.length);
		row('answered twice', replaced.answeredTwice, afterKill.answeredTwice);
		row(
			'answered, p99',
			`${quantile(replaced.answeredMs, 0.99)} ms`,
			`${quantile(afterKill.answeredMs, 0.99)} ms`,
		);
		row('told to try again', replaced.toldToTryAgain, afterKill.toldToTryAgain);
		row('roles owed', replaced.rolesOwed, afterKill.rolesOwed);
		row('roles missing', replaced.rolesMissing, afterKill.rolesMissing);
		print('');
		const lost = replaced.unanswered.length + replaced.answeredTwice + replaced.rolesMissing;
		return lost + outside.length + afterKill.answeredTwice + afterKill.rolesMissing === 0;
	});
}

/** What servers cost one process that has them all. */
async function benchMemory({ sizes, print }: FleetBenchOptions): Promise<void> {
	print('| servers | memory | for a server | from start to ready | processor until then |');
	print('|---|---|---|---|---|');
	let empty = 0;
	for (const size of [1, ...sizes]) {
		await withFleet(async (stage, settings) => {
			fillDiscord(stage, size);
			const startedAt = Date.now();
			const { bot } = await startSlice(
				stage,
				settings,
				`0-${Math.ceil(size / 1_000) - 1}/${Math.ceil(size / 1_000)}`,
			);
			const readyMs = Date.now() - startedAt;
			const { residentBytes, processorMs } = await costOf(bot.pid);
			if (size === 1) empty = residentBytes;
			const each = size === 1 ? '–' : `${((residentBytes - empty) / 1_024 / size).toFixed(0)} KiB`;
			const mib = (residentBytes / 2 ** 20).toFixed(0);
			print(
				`| ${size} | ${mib} MiB | ${each} | ${(readyMs / 1_000).toFixed(1)} s | ${(processorMs / 1_000).toFixed(1)} s |`,
			);
		});
	}
	print('');
}

/** Verifications at full speed by more and more processes on one database. */
async function benchGrowth({ processes, print }: FleetBenchOptions): Promise<void> {
	print('| processes | verifications a second | answered, p50 | answered, p99 |');
	print('|---|---|---|---|');
	for (const count of processes) {
		await withFleet(async (stage, settings) => {
			fillDiscord(stage, 200);
			const starts = Array.from({ length: count }, (_, at) => startSlice(stage, settings, `${at}/${count}`));
			await Promise.all(starts);
			const active = await setUpSome(stage, 100);
			const { perSecond, answeredMs } = await fullSpeed(stage, active, 10_000);
			const times = `${quantile(answeredMs, 0.5)} ms | ${quantile(answeredMs, 0.99)} ms`;
			print(`| ${count} | ${perSecond.toFixed(0)} | ${times} |`);
		});
	}
	print('');
}

/** As many members as there are servers verify, each one after the other. */
async function fullSpeed(stage: Stage, active: readonly ActiveGuild[], forMs: number) {
	const { discord, marketplace } = stage;
	const until = Date.now() + forMs;
	const answeredMs: number[] = [];
	await Promise.all(
		active.map(async ({ guild }) => {
			while (Date.now() < until) {
				const handle = discord.person(guild).chatInput('verify', { code: marketplace.addPurchase().code });
				await handle.answered();
				answeredMs.push(Date.now() - handle.dispatchedAt);
			}
		}),
	);
	return { perSecond: (answeredMs.length * 1_000) / forMs, answeredMs: answeredMs.sort((a, b) => a - b) };
}

/** A stage on a database of its own. */
async function withFleet<T>(
	use: (stage: Stage, settings: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
	const server = process.env['TEST_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
	const name = `claimcheck_fleet_${process.pid}`;
	await query(server, `CREATE DATABASE ${name}`);
	const stage = await Stage.open({ isRateLimited: false, discord: { acknowledgementTimeoutMs: 3_000 } });
	try {
		// As a large bot has it: several shards may identify at once.
		stage.discord.gateway.limitIdentifies(16);
		const address = new URL(server);
		address.pathname = `/${name}`;
		const settings = { SERVE_OTHER_GUILDS: 'true', DATABASE_URL: String(address), LOG_LEVEL: 'warn' };
		await stage.register(settings);
		return await use(stage, { ...settings, LOG_LEVEL: 'info' });
	} finally {
		await stage.close();
		await query(server, `DROP DATABASE ${name} WITH (FORCE)`);
	}
}

async function query(connectionString: string, text: string): Promise<void> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	await client.query(text).finally(() => client.end());
}

function quantile(times: readonly number[], share: number): number | undefined {
	return times[Math.min(times.length - 1, Math.floor(times.length * share))];
}
