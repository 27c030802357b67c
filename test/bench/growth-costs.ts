import { performance } from 'node:perf_hooks';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Stage } from '@claimcheck/sandbox/stage';
import { holderOf } from './bulk-load.js';
import { costOf } from './process-cost.js';
import { quantile } from './quantile.js';

/** In milliseconds. The processor's is the steadier one where other work goes on. */
export interface Cost {
	readonly ms: number;
	readonly processorMs: number;
}

/** The processor time that a process has had, in milliseconds. */
type ProcessorOf = () => Promise<number>;

const warmUp = 20;

/** Of this process itself. */
export const own: ProcessorOf = async () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
};

export async function costOfPass(processorOf: ProcessorOf, pass: AsyncIterable<unknown>): Promise<Cost> {
	const before = await processorOf();
	const startedAt = performance.now();
	const all = pass[Symbol.asyncIterator]();
	while ((await all.next()).done !== true);
	const ms = performance.now() - startedAt;
	return { ms, processorMs: (await processorOf()) - before };
}

/** What somebody waits for: medians, and the mean of the processor's time. The memory is that before `/stats`. */
export async function commandCosts(
	stage: Stage,
	pid: number,
	{ claims, calls }: { readonly claims: number; readonly calls: number },
) {
	const { discord, guild, marketplace, people } = stage;
	const processor = async (): Promise<number> => (await costOf(pid)).processorMs;
	const costOfEach = async (times: number, ask: (round: number) => InteractionHandle): Promise<Cost> => {
		const took: number[] = [];
		const before = await processor();
		for (let round = 0; round < times; round += 1) {
			const startedAt = performance.now();
			await ask(round).answered();
			took.push(performance.now() - startedAt);
		}
		const processorMs = ((await processor()) - before) / times;
		const ms = quantile(
			took.sort((a, b) => a - b),
			0.5,
		);
		return { ms, processorMs };
	};
	const verify = () => stage.newPerson('Buyer').chatInput('verify', { code: marketplace.addPurchase().code });
	const whois = (round: number) => {
		const member = discord.person(guild, { id: holderOf((round * 7_919) % claims) });
		return people.moderator.chatInput('whois', { member: member.id });
	};
	await costOfEach(warmUp, verify);
	const verified = await costOfEach(calls, verify);
	await costOfEach(warmUp, whois);
	const lookedUp = await costOfEach(calls, whois);
	const { residentBytes } = await costOf(pid);
	// The first one: it draws one chart a minute, and seldom counts the claims.
	const stats = await costOfEach(1, () => people.admin.chatInput('stats'));
	return { verify: verified, whois: lookedUp, stats, residentBytes };
}
