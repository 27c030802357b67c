import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Interaction } from '@claimcheck/local-discord/interaction';
import type { Stage } from '@claimcheck/sandbox/stage';
import { readable } from '../e2e/reading.js';

interface BurstOptions {
	readonly members: number;
	/** The members arrive evenly within this time. */
	readonly overMs: number;
	/** After this time, missing roles count as lost. */
	readonly patienceMs: number;
}

/** The results of a burst. Times are milliseconds from the member's own `/verify`, except `allRolesAfterMs`. */
export interface BurstResult {
	/** Time to "is thinking …", sorted, for each interaction that was acknowledged in time. */
	readonly acknowledgements: readonly number[];
	/** Time to the first reply with content, sorted. */
	readonly answers: readonly number[];
	/** Members whose first reply said that the role is on its way. */
	readonly askedToWait: number;
	/** Members whose last reply says that they have the role. */
	readonly notifiedOfRole: number;
	readonly roles: number;
	/** Time from the first `/verify` to each role, in the order in which the roles were given. */
	readonly rolesAfterMs: readonly number[];
	/** Discord's responses with a status from 400 to 499. */
	readonly refused: number;
}

/** New members of the stage's server verify at a steady pace, each with their own code, as on launch day. */
export async function runBurst(stage: Stage, options: BurstOptions): Promise<BurstResult> {
	const { members, overMs, patienceMs } = options;
	const people = Array.from({ length: members }, (_, index) => stage.newPerson(`Buyer ${index}`));
	const codes = people.map(() => stage.marketplace.addPurchase().code);
	const roles = countRoles(stage, members);
	const startedAt = Date.now();
	const watched: Promise<Watched>[] = [];
	for (const [index, person] of people.entries()) {
		const due = startedAt + (index * overMs) / members;
		if (due > Date.now()) await sleep(due - Date.now());
		watched.push(watch(person.chatInput('verify', { code: codes[index] ?? '' })));
	}
	const seen = await Promise.all(watched);
	const given = await roles.all(patienceMs);
	const isNotified = ({ handle: { original } }: Watched): boolean =>
		original !== undefined && /You (?:now )?have /.test(readable(original));
	const deadline = Date.now() + patienceMs;
	while (Date.now() < deadline && !seen.every(isNotified)) await sleep(50);
	return {
		acknowledgements: sorted(seen.map(({ acknowledged }) => acknowledged)),
		answers: sorted(seen.map(({ answered }) => answered)),
		askedToWait: seen.filter(({ waits }) => waits).length,
		notifiedOfRole: seen.filter(isNotified).length,
		roles: given.length,
		rolesAfterMs: given.map((at) => at - startedAt),
		refused: stage.discord.calls.list().filter(({ status = 0 }) => status >= 400 && status < 500).length,
	};
}

interface Watched {
	readonly handle: Interaction;
	readonly acknowledged: number | undefined;
	readonly answered: number | undefined;
	readonly waits: boolean;
}

/** A failed interaction has no time. */
async function watch(handle: Interaction): Promise<Watched> {
	const sentAt = performance.now();
	const acknowledged = await handle.acknowledged().then(
		() => performance.now() - sentAt,
		() => undefined,
	);
	const first = await handle.answered().catch(() => undefined);
	const answered = first && performance.now() - sentAt;
	const waits = first !== undefined && readable(first).includes('on the way');
	return { handle, acknowledged, answered, waits };
}

function countRoles({ discord, roles }: Stage, expected: number) {
	const givenAt: number[] = [];
	const done = new AbortController();
	const end = discord.events.on('role-added', ({ roleId, at }) => {
		if (roleId !== roles.buyer.id) return;
		givenAt.push(at);
		if (givenAt.length === expected) done.abort();
	});
	return {
		/** Resolves when every member has the role, or after `patienceMs`. */
		async all(patienceMs: number) {
			const late = AbortSignal.timeout(patienceMs);
			if (!done.signal.aborted) await once(AbortSignal.any([done.signal, late]), 'abort');
			end();
			return givenAt;
		},
	};
}

function sorted(times: readonly (number | undefined)[]): number[] {
	return times.filter((time) => time !== undefined).sort((left, right) => left - right);
}
