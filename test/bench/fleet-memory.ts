import { setTimeout as sleep } from 'node:timers/promises';
import { type Furniture, fillDiscord, slicesOf, startSlice } from './fleet-run.js';
import { withFleet } from './fleet-stage.js';
import { costOf } from './process-cost.js';

export interface MemoryOptions {
	/** Numbers of servers for one process. */
	readonly sizes: readonly number[];
}

/** As a support bot's servers have on average: roles are what costs. */
const furniture: Furniture = { roles: 20, channels: 25 };
const serversInShard = 1_000;
/** After a start every server is looked at once. */
const settleMs = 15_000;
const idleMs = 8_000;
const smallest = 1;

interface Row {
	readonly servers: number;
	readonly residentMib: number;
	readonly readyS: number;
	readonly processorS: number;
	/** Of one core. */
	readonly idlePercent: number;
}

/** What servers cost one process that has them all. */
export async function benchMemory({ sizes }: MemoryOptions) {
	const rows: Row[] = [];
	for (const servers of [smallest, ...sizes]) rows.push(await measure(servers));
	const empty = rows[0]?.residentMib ?? 0;
	const each = ({ servers, residentMib }: Row): string =>
		servers === smallest ? '–' : `${(((residentMib - empty) * 1_024) / servers).toFixed(0)} KiB`;
	const lines = [
		`One process with all servers, each with ${furniture.roles} roles and ${furniture.channels} channels.`,
		'',
		'| servers | memory | for a server | start to ready | processor until then | at rest, of one core |',
		'|---|---|---|---|---|---|',
		...rows.map(
			(row) =>
				`| ${row.servers} | ${row.residentMib.toFixed(0)} MiB | ${each(row)} | ${row.readyS.toFixed(1)} s | ${row.processorS.toFixed(1)} s | ${row.idlePercent.toFixed(1)} % |`,
		),
	];
	return { lines, broken: [] };
}

async function measure(servers: number): Promise<Row> {
	return withFleet(async (fleet) => {
		fillDiscord(fleet.stage, servers, furniture);
		const [slice = ''] = slicesOf(Math.ceil(servers / serversInShard), 1);
		const { bot, readyMs } = await startSlice(fleet, slice);
		const ready = await costOf(bot.pid);
		await sleep(settleMs);
		const settled = await costOf(bot.pid);
		await sleep(idleMs);
		const later = await costOf(bot.pid);
		return {
			servers,
			residentMib: Math.max(ready.residentBytes, later.residentBytes) / 2 ** 20,
			readyS: readyMs / 1_000,
			processorS: ready.processorMs / 1_000,
			idlePercent: (100 * (later.processorMs - settled.processorMs)) / idleMs,
		};
	});
}
