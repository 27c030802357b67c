import type { Person } from '@claimcheck/local-discord/person';
import type { LogLine } from '@claimcheck/sandbox/logged-bot';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
	answerRoute,
	buyerRoleGiven,
	freshCode,
	hasBuyerRole,
	logged,
	marketplaceCalls,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

let stage: Stage;

const people = (name: string): Person[] =>
	Array.from({ length: 20 }, (_, n) => stage.newPerson(`${name} ${n}`));

/** Lets all of them send one code at the same moment, and gives how many read which answer. */
async function race(members: readonly Person[], code: string): Promise<Record<string, number>> {
	const answers = await Promise.all(members.map((member) => verify(member, code)));
	const counts: Record<string, number> = {};
	for (const answer of answers) counts[headline(answer)] = (counts[headline(answer)] ?? 0) + 1;
	return counts;
}

/** The role may follow the answers. */
async function oneHasTheRole(members: readonly Person[]): Promise<void> {
	const isOne = ({ userId }: { userId: string }) => members.some(({ id }) => id === userId);
	await stage.discord.events.waitFor('role-added', isOne);
	expect(members.filter((member) => hasBuyerRole(stage, member))).toHaveLength(1);
}

const onlyOne = { '✅ Purchase verified': 1, '⛔ This code is in use': 19 };

beforeAll(async () => {
	stage = await openStage({ discord: { acknowledgementTimeoutMs: 60_000 } });
	await register(stage);
});
afterAll(() => stage?.close());

describe('two bot processes on one token, as in a rolling restart', () => {
	let bots: readonly RunningBot[] = [];

	beforeAll(async () => {
		bots = await Promise.all([stage.startProcess(), stage.startProcess()]);
	});
	afterEach(() => {
		// That another process answers is reported to the operator, as it should be.
		const isOther = ({ msg }: LogLine) => msg.startsWith('Another bot is responding with this token');
		for (const bot of bots) {
			expect(logged(bot, 'error', 'fatal').filter((line) => !isOther(line))).toEqual([]);
		}
	});

	it('answer each member once, record the claim once, and the loser is silent', async () => {
		const callsBefore = stage.discord.calls.list(answerRoute).length;
		const asksBefore = marketplaceCalls(stage, 'purchases/validation');
		for (let n = 0; n < 10; n += 1) {
			const buyer = stage.newPerson(`Buyer ${n}`);
			const asked = buyer.chatInput('verify', { code: freshCode(stage) });
			// "✅ Already verified" would be the second process' answer to the claim of the first.
			expect(headline(await asked.answered())).toBe('✅ Purchase verified');
			await buyerRoleGiven(stage, buyer);
			expect(asked.followUps).toEqual([]);
		}
		// Both have answered concurrently each time: else nothing was shown.
		await expect.poll(() => stage.discord.calls.list(answerRoute).length - callsBefore).toBe(20);
		const callbacks = stage.discord.calls.list(answerRoute).slice(callsBefore);
		expect(callbacks.filter(({ code }) => code === 40_060)).toHaveLength(10);
		expect(marketplaceCalls(stage, 'purchases/validation') - asksBefore).toBe(10);
		for (const bot of bots) {
			const aboutInteractions = logged(bot, 'warn').filter(
				({ interactionId }) => interactionId !== undefined,
			);
			expect(aboutInteractions).toEqual([]);
		}
	});

	it('let one of twenty racing members win, whichever process each of them meets', async () => {
		const members = people('Runner');
		expect(await race(members, freshCode(stage))).toEqual(onlyOne);
		await oneHasTheRole(members);
	});
});
