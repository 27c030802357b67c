import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { costOf } from '../process-cost.js';
import { doneOrStill } from '../standstill.js';

interface RateOptions {
	readonly pid: number;
	readonly perSecond: number;
	readonly members: number;
}

/** Times in milliseconds, sorted. Who was not answered has no time. */
interface RateResult {
	readonly acknowledged: readonly number[];
	readonly answered: readonly number[];
	/** Of the bot's process, for each verification. */
	readonly processorMs: number;
	/** Requests to Discord for each verification. */
	readonly requests: number;
	readonly withoutRole: number;
}

/** Longer than anything that a bot waits for by itself before it tries again. */
const standstillMs = 90_000;
/** Work that follows an answer, such as audit lines, belongs to it. */
const trailMs = 1_500;

interface Buyer {
	readonly person: Person;
	readonly code: string;
}

/**
 * New members of the stage's server verify at a steady pace, each once, with a code of their own. Ends when every
 * member has the answer and the role, or when nothing happens any more.
 */
export async function runRate(stage: Stage, options: RateOptions): Promise<RateResult> {
	const { pid, perSecond, members } = options;
	const buyers = Array.from({ length: members }, (_, index) => newBuyer(stage, `Buyer ${index}`));
	stage.discord.calls.clear();
	const before = await costOf(pid);
	const progress = { sent: 0, acknowledged: 0, answered: 0, failed: 0, withRole: 0 };
	const times = { acknowledged: [] as number[], answered: [] as number[] };
	const ignore = stage.discord.events.on('role-added', ({ roleId }) => {
		if (roleId === stage.roles.buyer.id) progress.withRole += 1;
	});
	const startedAt = performance.now();
	for (const [index, { person, code }] of buyers.entries()) {
		const due = startedAt + (index * 1_000) / perSecond;
		if (due > performance.now() + 1) await sleep(due - performance.now());
		const handle = person.chatInput('verify', { code });
		const sentAt = performance.now();
		progress.sent += 1;
		const note = (what: 'acknowledged' | 'answered') => (): void => {
			times[what].push(performance.now() - sentAt);
			progress[what] += 1;
		};
		handle.acknowledged().then(note('acknowledged'), () => undefined);
		handle.answered().then(note('answered'), () => {
			progress.failed += 1;
		});
	}
	await doneOrStill({
		isDone: () => progress.answered + progress.failed === members && progress.withRole >= members,
		steps: () => Object.values(progress).reduce((sum, count) => sum + count, 0),
		patienceMs: standstillMs,
	});
	ignore();
	await sleep(trailMs);
	const after = await costOf(pid);
	return {
		acknowledged: sorted(times.acknowledged),
		answered: sorted(times.answered),
		processorMs: (after.processorMs - before.processorMs) / members,
		requests: stage.discord.calls.list().length / members,
		withoutRole: buyers.filter(({ person }) => !person.roleIds.includes(stage.roles.buyer.id)).length,
	};
}

/** A member with a purchase that is not yet verified. */
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
