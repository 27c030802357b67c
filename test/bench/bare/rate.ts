import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { costOf } from '../process-cost.js';

export interface RateOptions {
	readonly pid: number;
	readonly perSecond: number;
	readonly members: number;
}

/** Times in milliseconds, sorted. Who was not answered has no time. */
export interface RateResult {
	readonly acknowledged: readonly number[];
	readonly answered: readonly number[];
	/** Of the bot's process, for each verification. */
	readonly processorMs: number;
	/** Requests to Discord for each verification. */
	readonly requests: number;
	readonly withoutRole: number;
	readonly buyers: readonly Buyer[];
}

/** Discord takes 50 requests a second of a bot, roles among them. */
const patienceMs = ({ members }: RateOptions): number => 60_000 + members * 40;
/** What follows an answer, such as audit lines, belongs to it. */
const trailMs = 1_500;

export interface Buyer {
	readonly person: Person;
	readonly code: string;
}

/** New members of the stage's server verify at a steady pace, each once, with a code of their own. */
export async function runRate(stage: Stage, options: RateOptions): Promise<RateResult> {
	const { pid, perSecond, members } = options;
	const buyers = Array.from({ length: members }, (_, index) => newBuyer(stage, `Buyer ${index}`));
	stage.discord.calls.clear();
	const before = await costOf(pid);
	const acknowledged: number[] = [];
	const answered: number[] = [];
	const open: Promise<void>[] = [];
	const startedAt = performance.now();
	for (const [index, { person, code }] of buyers.entries()) {
		const due = startedAt + (index * 1_000) / perSecond;
		if (due > performance.now() + 1) await sleep(due - performance.now());
		const handle = person.chatInput('verify', { code });
		const sentAt = performance.now();
		const note = (times: number[]) => (): void => {
			times.push(performance.now() - sentAt);
		};
		const ignore = (): void => undefined;
		open.push(
			handle.acknowledged().then(note(acknowledged), ignore),
			handle.answered().then(note(answered), ignore),
		);
	}
	await Promise.all(open);
	const withoutRole = (): number =>
		buyers.filter(({ person }) => !person.roleIds.includes(stage.roles.buyer.id)).length;
	for (
		const until = performance.now() + patienceMs(options);
		withoutRole() > 0 && performance.now() < until;
	)
		await sleep(50);
	await sleep(trailMs);
	const after = await costOf(pid);
	return {
		acknowledged: sorted(acknowledged),
		answered: sorted(answered),
		processorMs: (after.processorMs - before.processorMs) / members,
		requests: stage.discord.calls.list().length / members,
		withoutRole: withoutRole(),
		buyers,
	};
}

/** A member with a purchase that nobody has verified yet. */
function newBuyer(stage: Stage, name: string): Buyer {
	return { person: stage.newPerson(name), code: stage.marketplace.addPurchase().code };
}

/** Members type into the option of `/item`, each the beginnings of a name. Sorted times in milliseconds. */
export async function runSuggestions(stage: Stage, count: number): Promise<readonly number[]> {
	const { buyer } = stage.people;
	const { items } = stage.marketplace;
	const times: number[] = [];
	for (let at = 0; at < count; at += 1) {
		const name = items[(at * 7_919) % items.length]?.name ?? '';
		const value = name.slice(0, 1 + (at % name.length)).slice(0, 30);
		const handle = buyer.autocomplete('item', { name: 'id', value });
		const sentAt = performance.now();
		await handle.suggested();
		times.push(performance.now() - sentAt);
	}
	return sorted(times);
}

/** Of sorted times; undefined where there is none. */
export function quantile(times: readonly number[], share: number): number | undefined {
	return times[Math.min(times.length - 1, Math.floor(times.length * share))];
}

function sorted(times: readonly number[]): number[] {
	return times.toSorted((left, right) => left - right);
}
