import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isVerified, Load } from './fleet-load.js';
import {
	type ActiveGuild,
	fillDiscord,
	type SliceProcess,
	setUpSome,
	slicesOf,
	startSlice,
} from './fleet-run.js';
import { type Fleet, withFleet } from './fleet-stage.js';
import { costOf } from './process-cost.js';
import { quantile } from './quantile.js';

export interface GrowthOptions {
	/** Numbers of processes on one database. */
	readonly processes: readonly number[];
	readonly perSecond: number;
}

const servers = 300;
const activeServers = 60;
/** Members who verify at the same time, each one after the other. */
const members = 240;
const warmUpMs = 3_000;
const fullSpeedMs = 10_000;
const pacedMs = 10_000;
const patienceMs = 60_000;

interface Row {
	readonly name: string;
	readonly claimsPerSecond: number;
	readonly fullP99: number;
	/** In milliseconds for each verification. */
	readonly processor: { readonly bots: number; readonly database: number; readonly standIns: number };
	readonly rolesPerSecond: number;
	readonly pacedP50: number;
	readonly pacedP99: number;
	readonly broken: readonly string[];
}

/** Verifications by more and more processes on one database: at full speed, and at a steady pace. */
export async function benchGrowth({ processes, perSecond }: GrowthOptions) {
	const rows: Row[] = [];
	for (const count of processes) rows.push(await measure(count, perSecond, false));
	const most = Math.max(...processes);
	rows.push(await measure(most, perSecond, true));
	const lines = [
		`Verifications in ${activeServers} servers on one PostgreSQL: ${members} members at a time as fast as they are answered, and then ${perSecond} commands a second, half of them verifications. Discord's and the shop's stand-ins take no time of their own but their processor's.`,
		'',
		`| processes | verifications a second | answered, p99 | roles a second | processor for each: bots, PostgreSQL, stand-ins | cores busy with it | at ${perSecond} a second: answered, median and p99 |`,
		'|---|---|---|---|---|---|---|',
		...rows.map(({ name, claimsPerSecond, fullP99, processor, rolesPerSecond, pacedP50, pacedP99 }) => {
			const each = [processor.bots, processor.database, processor.standIns];
			const cores = (each.reduce((sum, ms) => sum + ms, 0) * claimsPerSecond) / 1_000;
			const shown = each.map((ms) => ms.toFixed(1)).join(', ');
			return `| ${name} | ${claimsPerSecond.toFixed(0)} | ${fullP99} ms | ${rolesPerSecond.toFixed(0)} | ${shown} ms | ${cores.toFixed(1)} | ${pacedP50} and ${pacedP99} ms |`;
		}),
	];
	return { lines, broken: rows.flatMap(({ broken }) => broken) };
}

async function measure(count: number, perSecond: number, isForgetful: boolean): Promise<Row> {
	return withFleet(async (fleet) => {
		const { stage } = fleet;
		if (isForgetful) await fleet.forgetDisk();
		fillDiscord(stage, servers);
		const running = await Promise.all(slicesOf(count, count).map((slice) => startSlice(fleet, slice)));
		const active = await setUpSome(stage, activeServers);
		const paced = new Load(fleet, active, perSecond);
		await sleep(pacedMs);
		const { answeredMs, unanswered, answeredTwice, rolesMissing } = await paced.stop(patienceMs);
		const lost = unanswered.length + answeredTwice.length + rolesMissing;
		const name = isForgetful ? `${count}, commits not waiting for the disk` : `${count}`;
		return {
			name,
			...(await fullSpeed(fleet, running, active)),
			pacedP50: quantile(answeredMs, 0.5),
			pacedP99: quantile(answeredMs, 0.99),
			broken: lost === 0 ? [] : [`${name} processes: ${lost} unanswered, answered twice or without a role`],
		};
	});
}

async function fullSpeed(fleet: Fleet, running: readonly SliceProcess[], active: readonly ActiveGuild[]) {
	const { discord, marketplace } = fleet.stage;
	const from = Date.now() + warmUpMs;
	const to = from + fullSpeedMs;
	const answeredMs: number[] = [];
	let roles = 0;
	const isIn = (at: number): boolean => at >= from && at < to;
	const end = discord.events.on('role-added', ({ at }) => {
		if (isIn(at)) roles += 1;
	});
	const verifyOn = async (at: number): Promise<void> => {
		const guild = active[at % active.length]?.guild;
		while (guild !== undefined && Date.now() < to) {
			const handle = discord.person(guild).chatInput('verify', { code: marketplace.addPurchase().code });
			const answered = await Promise.race([
				handle.answered().then(
					() => true,
					() => false,
				),
				sleep(patienceMs, false, { ref: false }),
			]);
			if (answered && isIn(Date.now()) && isVerified(handle))
				answeredMs.push(Date.now() - handle.dispatchedAt);
		}
	};
	const all = Array.from({ length: members }, (_, at) => verifyOn(at));
	await sleep(from - Date.now());
	const before = await processorMs(running);
	await sleep(to - Date.now());
	const after = await processorMs(running);
	await Promise.all(all);
	end();
	answeredMs.sort((a, b) => a - b);
	const eachOf = (who: keyof typeof before): number => (after[who] - before[who]) / answeredMs.length;
	return {
		claimsPerSecond: (answeredMs.length * 1_000) / fullSpeedMs,
		fullP99: quantile(answeredMs, 0.99),
		rolesPerSecond: (roles * 1_000) / fullSpeedMs,
		processor: { bots: eachOf('bots'), database: eachOf('database'), standIns: eachOf('standIns') },
	};
}

/** Processor time until now of all who take part. */
async function processorMs(running: readonly SliceProcess[]) {
	const bots = await Promise.all(running.map(({ bot }) => costOf(bot.pid)));
	return {
		bots: bots.reduce((sum, cost) => sum + cost.processorMs, 0),
		database: await databaseMs(),
		standIns: (await costOf(process.pid)).processorMs,
	};
}

/** Of every PostgreSQL on this machine. A connection that ends leaves its time to the process that has made it. */
async function databaseMs(): Promise<number> {
	const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
	const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
	return stats
		.filter((stat) => stat.includes('(postgres)'))
		.map((stat) => stat.replace(/^.*\) /s, '').split(' '))
		.flatMap((fields) => fields.slice(11, 15).map((ticks) => Number(ticks) * 10))
		.reduce((sum, ms) => sum + ms, 0);
}
