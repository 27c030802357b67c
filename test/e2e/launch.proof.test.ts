import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBurst } from '../bench/burst-run.js';
import { answerRoute, auditLine, buyerRoleGiven, freshCode, giveRole, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const edit = 'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}';
const auditMessage = 'POST /channels/{channel_id}/messages';

const takeRole = 'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}';

let stage: Stage;

beforeEach(async () => {
	// The machine's business: what is shown here is the order of things.
	stage = await openStage({ discord: { acknowledgementTimeoutMs: 60_000 } });
	await register(stage);
});
afterEach(() => stage?.close());

describe('a verify', () => {
	it('whose role comes immediately costs Discord three requests, and one for the audit line', async () => {
		await stage.startBot();
		const { buyer, friend } = stage.people;
		// The first one asks for the names of the commands too.
		await verify(friend, freshCode(stage));
		await auditLine(stage, `<@${friend.id}>`);
		stage.discord.calls.clear();
		const answer = await verify(buyer, freshCode(stage));
		expect(readable(answer)).toContain('You now have');
		await auditLine(stage, `<@${buyer.id}>`);
		const routes = stage.discord.calls.list().map(({ route }) => route);
		expect(routes.sort()).toEqual([answerRoute, giveRole, edit, auditMessage].sort());
	});

	it('whose role comes late is answered immediately, and again when it is given', async () => {
		await stage.startBot();
		const { buyer } = stage.people;
		stage.discord.faults.add(giveRole, { kind: 'delay', ms: 3_000 }, 1);
		const asked = buyer.chatInput('verify', { code: freshCode(stage) });
		expect(readable(await asked.answered())).toContain('on the way');
		await buyerRoleGiven(stage, buyer);
		await expect.poll(() => shownBy(asked), { timeout: 20_000 }).toContain('You now have');
		expect(asked.revisions.filter(isAnswer)).toHaveLength(2);
	});
});

describe('many who verify concurrently', () => {
	it('are all acknowledged before the first of them is answered, where the shop takes its time', async () => {
		await stage.startBot();
		stage.marketplace.faults.add('purchases/validation', { kind: 'delay', ms: 2_000 });
		const asked = allVerify(100);
		await Promise.all(asked.map(({ handle }) => handle.answered()));
		const calls = stage.discord.calls.list().map(({ route }) => route);
		const acknowledged = calls.lastIndexOf(answerRoute);
		expect(calls.filter((route) => route === answerRoute)).toHaveLength(100);
		expect(calls.indexOf(edit)).toBeGreaterThan(acknowledged);
	});

	it('are each answered by a bot that is shutting down, with what is true after its next start', async () => {
		const bot = await stage.startProcess();
		const asked = allVerify(150);
		await Promise.race(asked.map(({ handle }) => handle.acknowledged()));
		expect((await bot.stop()).code).toBe(0);

		// Of whom it has not read any more, it knows nothing.
		const acknowledged = asked.filter(({ handle }) => handle.acknowledgement !== undefined);
		// A machine may be too busy for the time that a supervisor leaves, and then the bot says so.
		const isInTime = !bot.output().includes('Some work did not finish in time');
		if (isInTime) for (const { handle } of acknowledged) expect(shownBy(handle)).not.toBe('');
		await stage.startBot();
		for (const { person, handle, code } of acknowledged) {
			if (isVerified(handle)) await buyerRoleGiven(stage, person);
			else expect(headline(await verify(person, code))).toMatch(isInTime ? /^✅ Purchase/ : /^✅/);
		}
	});

	it('lose nothing that a bot promised before it was killed', async () => {
		const bot = await stage.startProcess();
		const asked = allVerify(60);
		await Promise.race(asked.map(({ handle }) => handle.answered()));
		await bot.kill();
		const answered = asked.filter(({ handle }) => isVerified(handle));
		expect(answered.length).toBeGreaterThan(0);
		await stage.startBot();
		for (const { person, code } of answered) {
			await buyerRoleGiven(stage, person);
			expect(headline(await verify(person, code))).toBe('✅ Already verified');
		}
	});
});

describe('a launch under Discord’s limits', () => {
	const members = 120;

	it.each([
		['not counted', false],
		['counted at 50 a second from one address', true],
	])(
		'is acknowledged and answered in time, whole, and with few refusals, if answers are %s',
		async (_, isCounted) => {
			await stage.close();
			stage = await openStage();
			await register(stage);
			stage.discord.assumptions.areTokenlessCallsCountedByAddress = isCounted;
			// As often hit as Discord's own, and waited out in a hundredth of the time.
			for (const route of [giveRole, takeRole] as const)
				stage.discord.rateLimits.set(route, { limit: 10, windowMs: 100, bucket: 'roles' });
			await stage.startBot();
			const result = await runBurst(stage, { members, overMs: 1_500, patienceMs: 60_000 });
			expect(result.acknowledgements).toHaveLength(members);
			expect(result.answers).toHaveLength(members);
			expect([result.roles, result.notifiedOfRole]).toEqual([members, members]);
			expect(result.refused).toBeLessThan(members);
		},
	);
});

function allVerify(members: number) {
	return Array.from({ length: members }, (_, index) => {
		const person = stage.newPerson(`Buyer ${index}`);
		const code = freshCode(stage);
		return { person, code, handle: person.chatInput('verify', { code }) };
	});
}

/** "is thinking …" is a message too, with nothing in it. */
function isAnswer({ components = [] }: APIMessage): boolean {
	return components.length > 0;
}

/** Empty where the member still reads "is thinking …". */
function shownBy({ original }: InteractionHandle): string {
	return original !== undefined && isAnswer(original) ? readable(original) : '';
}

function isVerified(handle: InteractionHandle): boolean {
	return shownBy(handle).includes('Purchase verified');
}
