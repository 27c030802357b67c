import type { Person } from '@claimcheck/local-discord/person';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerRoute, auditLine, buyerRoleGiven, freshCode, hasBuyerRole, logged, verify } from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

describe('/verify, with the production bot', async () => {
	let buyer: Person;
	let friend: Person;

	const stage = await sharedStage();
	const bot = await stage.startBot();
	beforeEach(() => {
		buyer = stage.newPerson('Maya');
		friend = stage.newPerson('Tom');
	});

	it('gives a buyer the role, visible only to the buyer, and notifies staff', async () => {
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

	it('refuses another member without naming the holder', async () => {
		const code = freshCode(stage);
		await verify(buyer, code);

		const answer = await verify(friend, code);
		expect(headline(answer)).toBe('⛔ This code is in use');
		expect(readable(answer)).not.toContain(buyer.id);
		expect(readable(answer)).not.toContain('Maya');
		expect(hasBuyerRole(stage, friend)).toBe(false);
		// Staff are notified, and find the case by the reference shown to the friend.
		const reference = /[A-Z]{3}-[A-Z]{3}/.exec(readable(answer))?.[0] ?? 'none';
		expect(await auditLine(stage, `<@${friend.id}>`, reference)).not.toContain(code);
	});

	it('replies in the language of the member’s Discord, and reports in the language of the server', async () => {
		const member = stage.discord.person(stage.guild, { name: 'Jona', locale: 'de' });
		expect(headline(await verify(member, freshCode(stage)))).toBe('✅ Kauf verifiziert');
		expect(await auditLine(stage, `<@${member.id}>`)).toContain('verified');
		const setupId = stage.discord.commands.list(stage.guild.id).find(({ body }) => body.name === 'setup')?.id;
		const refused = async () => readable(await member.chatInput('whois', {}, { force: true }).answered());
		await expect.poll(refused).toContain(`</setup server:${setupId}>`);
	});

	it('loses only the reply, never the claim, if Discord doesn’t accept the acknowledgement', async () => {
		const internal = { kind: 'answer', status: 500, body: { message: 'Internal', code: 0 } } as const;
		const end = stage.discord.faults.add(answerRoute, internal);
		const code = freshCode(stage);
		buyer.chatInput('verify', { code });
		await buyerRoleGiven(stage, buyer);
		end();
		expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
		stage.discord.calls.clear();
	});

	it('has logged no problem, and nothing it asked Discord for was refused', () => {
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
		// The bot learns from a 429 that Discord counts its responses by address.
		const refused = stage.discord.calls.list().filter(({ status = 500 }) => status >= 400 && status !== 429);
		expect(refused).toEqual([]);
	});
});
