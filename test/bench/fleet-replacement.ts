import { setTimeout as sleep } from 'node:timers/promises';
import type { Guild } from '@claimcheck/local-discord';
import { textOf } from '@claimcheck/local-discord/reading';
import { Load, type LoadResult, type Sent, statesOf } from './fleet-load.js';
import {
	type ActiveGuild,
	fillDiscord,
	type SliceProcess,
	setUpSome,
	slicesOf,
	startSlice,
} from './fleet-run.js';
import { type Fleet, withFleet } from './fleet-stage.js';
import { quantile } from './quantile.js';

export interface ReplacementOptions {
	/** Servers in all, for three processes. */
	readonly servers: number;
	readonly perSecond: number;
}

/** What was printed, and what was lost or repeated. */
export interface Outcome {
	readonly lines: readonly string[];
	readonly broken: readonly string[];
}

const shards = 6;
const processes = 3;
/** So few that members wait for their roles, which one server gives one after the other. */
const activeServers = 12;
const patienceMs = 45_000;
/** A kill waits for verifications that it can cut off. */
const underWayWithinMs = 10_000;
/** As on a day on which neither is quick: so there is always somebody under way. */
const shopMs = 300;
const discordMs = 50;
/** Longer than it takes until the next member wants one: a kill finds some in line, whose calls are not under way. */
const roleMs = 1_500;

/** Several processes that share the servers: replaced one after the other under load, then killed one after the other. */
export async function benchReplacement(options: ReplacementOptions): Promise<Outcome> {
	return withFleet(async (fleet) => {
		const { stage } = fleet;
		fillDiscord(stage, options.servers);
		const slices = slicesOf(shards, processes);
		const running = await Promise.all(slices.map((slice) => startSlice(fleet, slice)));
		const active = await setUpSome(stage, activeServers);
		stage.marketplace.faults.add('purchases/validation', { kind: 'delay', ms: shopMs });
		stage.discord.faults.add('*', { kind: 'delay', ms: discordMs });
		stage.discord.faults.add('PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}', {
			kind: 'delay',
			ms: roleMs,
		});
		const replaced = await replaceAll(fleet, running, active, options.perSecond);
		const killed = await killEach(fleet, running, active, options.perSecond);
		return { lines: table(options, replaced, killed), broken: [...replaced.broken, ...killed.broken] };
	});
}

interface Phase {
	/** What each of the processes took. */
	readonly tookMs: readonly number[];
	readonly result: LoadResult;
	/** Commands that were sent while nobody was there for their servers. */
	readonly whileAway: number;
	/** Verifications that were under way when their process was killed. */
	readonly cutOff: number;
	readonly broken: readonly string[];
}

async function replaceAll(
	fleet: Fleet,
	running: SliceProcess[],
	active: readonly ActiveGuild[],
	perSecond: number,
): Promise<Phase> {
	const load = new Load(fleet, active, perSecond);
	const tookMs: number[] = [];
	for (const [at, old] of running.entries()) {
		const startedAt = Date.now();
		running[at] = await startSlice(fleet, old.slice);
		await old.bot.stop();
		tookMs.push(Date.now() - startedAt);
	}
	const result = await load.stop(patienceMs);
	const broken = brokenIn('replaced', result, result.unanswered);
	return { tookMs, result, whileAway: 0, cutOff: 0, broken };
}

async function killEach(
	fleet: Fleet,
	running: SliceProcess[],
	active: readonly ActiveGuild[],
	perSecond: number,
): Promise<Phase> {
	const load = new Load(fleet, active, perSecond);
	const tookMs: number[] = [];
	const away: { readonly isOf: (guild: Guild) => boolean; readonly from: number; readonly to: number }[] = [];
	let cutOff = 0;
	for (const [at, { slice, bot }] of running.entries()) {
		const isOf = (guild: Guild): boolean => Math.floor(shardOf(guild) / (shards / processes)) === at;
		const latest = Date.now() + underWayWithinMs;
		while (load.underWay(isOf) < 2 && Date.now() < latest) await sleep(5);
		const from = Date.now();
		await bot.kill();
		cutOff += load.underWay(isOf);
		running[at] = await startSlice(fleet, slice);
		away.push({ isOf, from, to: Date.now() });
		tookMs.push(Date.now() - from);
	}
	const result = await load.stop(patienceMs);
	const isOfTheDead = ({ guild, handle }: Sent, sinceMs: number): boolean =>
		away.some(
			({ isOf, from, to }) =>
				isOf(guild) && handle.dispatchedAt >= from - sinceMs && handle.dispatchedAt <= to,
		);
	// What a process had taken on dies with it, a few seconds old at most.
	const lost = result.unanswered.filter((it) => !isOfTheDead(it, 5_000));
	const broken = brokenIn('killed', result, lost);
	const whileAway = result.unanswered.filter((it) => isOfTheDead(it, 0)).length;
	return { tookMs, result, whileAway, cutOff, broken };
}

function shardOf({ id }: Guild): number {
	return Number((BigInt(id) >> 22n) % BigInt(shards));
}

function brokenIn(phase: string, result: LoadResult, lost: readonly Sent[]): string[] {
	const counts = {
		unanswered: lost.length,
		'acknowledged later than Discord waits': result.acknowledgedLate,
		'answered twice': result.answeredTwice.length,
		'told of a purchase that is not recorded': result.toldUnrecorded,
		'roles missing': result.rolesMissing,
		'roles without a purchase': result.rolesTooMany,
	};
	const broken = Object.entries(counts).flatMap(([what, count]) =>
		count === 0 ? [] : [`${phase}: ${count} ${what}`],
	);
	const [twice] = result.answeredTwice;
	const seen = twice && [...statesOf(twice.handle), ...twice.handle.followUps.map((it) => textOf(it))];
	return seen === undefined ? broken : [...broken, `one read ${JSON.stringify(seen)}`];
}

function table({ servers, perSecond }: ReplacementOptions, replaced: Phase, killed: Phase): string[] {
	const row = (name: string, of: (phase: Phase) => string | number): string =>
		`| ${name} | ${of(replaced)} | ${of(killed)} |`;
	const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
	return [
		`Three processes with ${servers.toLocaleString('en')} servers on PostgreSQL, ${perSecond} commands a second, half of them verifications in ${activeServers} servers. The shop takes ${shopMs} ms, Discord ${discordMs} and for a role ${discordMs + roleMs}.`,
		'',
		'| | each replaced in turn | each killed with SIGKILL in turn, and started anew |',
		'|---|---|---|',
		row('until its servers were there again', ({ tookMs }) => `${tookMs.map(seconds).join(', ')} s`),
		row('commands', ({ result }) => result.sent),
		row('unanswered: sent while their process was away', ({ whileAway }) => whileAway),
		row(
			'unanswered: taken on, and lost with the process',
			({ result, whileAway }) => result.unanswered.length - whileAway,
		),
		row('of verifications that a kill cut off, recorded', ({ result, cutOff }) =>
			cutOff === 0 ? '–' : `${result.recordedUnanswered} of ${cutOff}`,
		),
		row('answered twice', ({ result }) => result.answeredTwice.length),
		row('acknowledged later than Discord waits', ({ result }) => result.acknowledgedLate),
		row('told to try again, the shop being too slow', ({ result }) => result.toldToTryAgain),
		row(
			'answered, median and p99',
			({ result: { answeredMs } }) => `${quantile(answeredMs, 0.5)} and ${quantile(answeredMs, 0.99)} ms`,
		),
		row('purchases recorded', ({ result }) => result.recorded),
		row('roles missing in the end', ({ result }) => result.rolesMissing),
	];
}
