import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	auditLine,
	buyerRoleGiven,
	freshCode,
	hasBuyerRole,
	logged,
	marketplaceCalls,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const unknownCode = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

describe('/verify, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	let buyer: Person;
	let friend: Person;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot();
	});
	afterAll(() => stage?.close());
	beforeEach(() => {
		buyer = stage.newPerson('Maya');
		friend = stage.newPerson('Tom');
	});

	it('gives a buyer the role, for the buyer alone to see, and notifies staff', async () => {
		const { code, item } = stage.marketplace.addPurchase();
		const asked = buyer.chatInput('verify', { code });
		const answer = await asked.answered();

		expect(headline(answer)).toBe('✅ Purchase verified');
		expect(asked.acknowledgement?.isEphemeral).toBe(true);
		await buyerRoleGiven(stage, buyer);
		const given = stage.discord.calls.list().find(({ path }) => path.includes(`${buyer.id}/roles/`));
		expect(given?.reason).toBe('Verified purchase');
		const line = await auditLine(stage, `<@${buyer.id}>`);
		expect(line).toContain('verified');
		expect(line).not.toContain(code);
		expect(stage.discord.messages.get(answer.id).visibleTo).toBe(buyer.id);
		expect(readable(answer)).toContain(item.name.slice(0, 4));
	});

	it('welcomes the same member back and restores a role that was taken by hand', async () => {
		const code = freshCode(stage);
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
		stage.guild.takeRole(buyer.id, stage.roles.buyer.id);
		const before = marketplaceCalls(stage, 'purchases/validation');

		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
		await buyerRoleGiven(stage, buyer);
		expect(marketplaceCalls(stage, 'purchases/validation')).toBe(before);
	});

	it('refuses another member without naming the holder', async () => {
		const code = freshCode(stage);
		await verify(buyer, code);

		const answer = await verify(friend, code);
		expect(headline(answer)).toBe('⛔ This code is in use');
		expect(readable(answer)).not.toContain(buyer.id);
		expect(readable(answer)).not.toContain('Maya');
		expect(hasBuyerRole(stage, friend)).toBe(false);
		// The staff are notified, and find the case by the reference that the friend was shown.
		const reference = /[A-Z]{3}-[A-Z]{3}/.exec(readable(answer))?.[0] ?? 'none';
		expect(await auditLine(stage, `<@${friend.id}>`, reference)).not.toContain(code);
	});

	it('answers in the language of the member’s Discord, and reports in that of the server', async () => {
		const member = stage.discord.person(stage.guild, { name: 'Jona', locale: 'de' });
		expect(headline(await verify(member, freshCode(stage)))).toBe('✅ Kauf verifiziert');
		expect(await auditLine(stage, `<@${member.id}>`)).toContain('verified');
		const setupId = stage.discord.commands.list(stage.guild.id).find(({ body }) => body.name === 'setup')?.id;
		const refused = async () => readable(await member.chatInput('whois', {}, { force: true }).answered());
		await expect.poll(refused).toContain(`</setup server:${setupId}>`);
	});

	it('accepts a code first sent in another spelling, and knows it again in its own', async () => {
		const code = freshCode(stage);
		expect(headline(await verify(buyer, ` “${code.toUpperCase().replaceAll('-', '—')}” `))).toBe(
			'✅ Purchase verified',
		);
		expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
	});

	it('counts wrong codes, and after five of them says until when without asking the marketplace', async () => {
		const begunAt = Date.now();
		for (let n = 1; n <= 5; n += 1) {
			expect(headline(await verify(buyer, unknownCode(n)))).toBe('⛔ The shop doesn’t recognize this code');
		}
		const missedAt = Date.now();
		await auditLine(stage, `<@${buyer.id}>`, 'has to wait');
		const before = stage.marketplace.calls.length;

		const answer = await verify(buyer, freshCode(stage));
		expect(headline(answer)).toBe('⏳ Too many tries');
		const retryAt = Number(/<t:(\d+):R>/.exec(readable(answer))?.[1]) * 1000;
		// Ten minutes from the last miss, in whole seconds.
		expect(retryAt).toBeGreaterThanOrEqual(begunAt + 10 * 60_000 - 1_000);
		expect(retryAt).toBeLessThanOrEqual(missedAt + 10 * 60_000 + 1_000);
		expect(stage.marketplace.calls.length).toBe(before);
		expect(headline(await verify(friend, freshCode(stage)))).toBe('✅ Purchase verified');
	});

	it('has sent the key in the header alone, the codes in bodies, and has logged no trouble', () => {
		const { calls } = stage.marketplace;
		expect(calls.length).toBeGreaterThan(0);
		for (const call of calls) expect(call).toMatchObject({ credential: 'header', codeInUrl: false });
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
		// The bot learns from a 429 that Discord counts its answers by address.
		const refused = stage.discord.calls.list().filter(({ status = 500 }) => status >= 400 && status !== 429);
		expect(refused).toEqual([]);
	});
});
