import type { Person } from '@claimcheck/local-discord/person';
import { labelsOf, plainTextOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buyerRoleGiven, freshCode, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';

let stage: Stage;

beforeEach(async () => {
	stage = await openStage();
	await register(stage);
	await stage.startBot();
});
afterEach(() => stage?.close());

/** The message of the audit channel with this in it, as it stands. */
async function audited(part: string): Promise<APIMessage> {
	const { message } = await stage.discord.events.waitFor(
		'message-created',
		({ message: { channel_id, content } }) => channel_id === stage.channels.audit && content.includes(part),
	);
	return stage.discord.messages.get(message.id).current;
}

/** The current message that stands for `count` verifications. */
async function manyVerified(count: number): Promise<APIMessage> {
	const find = () =>
		stage.discord.events
			.all('message-created')
			.map(({ message }) => stage.discord.messages.get(message.id).current)
			.find(({ content }) => content.startsWith(`✅ ${count} purchases verified`));
	await expect.poll(find).toBeDefined();
	return find() ?? expect.unreachable('The message has gone');
}

const nameOf = ({ id }: Person): string => stage.discord.users.get(id).username;

describe('a line of the audit channel', () => {
	it('opens the purchase for staff alone, and pings no member', async () => {
		const { buyer, friend, moderator } = stage.people;
		const code = freshCode(stage);
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
		const line = await audited(`<@${buyer.id}> (${nameOf(buyer)}) verified`);
		expect(line.content).toContain(`••••${code.slice(-4)}`);
		expect(line.content).not.toContain(code);
		expect(line.mentions).toEqual([]);
		const opened = moderator.press(line, `Open ••••${code.slice(-4)}`);
		expect(plainTextOf(await opened.answered())).toContain(`••••${code.slice(-4)}`);
		expect(opened.acknowledgement?.isEphemeral).toBe(true);
		const refused = await friend.press(line, `Open ••••${code.slice(-4)}`).answered();
		expect(plainTextOf(refused)).toContain('Only staff can use this');
	});

	it('names the holder of a code that another member wanted, and opens the refusal by its reference', async () => {
		const { buyer, friend, moderator } = stage.people;
		const code = freshCode(stage);
		await verify(buyer, code);
		const refusal = plainTextOf(await verify(friend, code));
		const [reference = ''] = /[A-Z]{3}-[A-Z]{3}/.exec(refusal) ?? [];
		const line = await audited(reference);
		expect(line.content).toContain(`is linked to <@${buyer.id}> (${nameOf(buyer)})`);
		const page = await moderator.press(line, `Open ${reference}`).answered();
		expect(plainTextOf(page)).toContain(reference);
		expect(labelsOf(page)).toContain('Open purchase');
	});

	it('that stands for many verifications names the first members', async () => {
		const codes = Array.from({ length: 9 }, () => freshCode(stage));
		const buyers = codes.map((_, n) => stage.newPerson(`Buyer${n}`));
		for (const [n, buyer] of buyers.entries()) await verify(buyer, codes[n] ?? '');
		const line = await manyVerified(4);
		expect(line.content).toMatch(/^✅ 4 purchases verified in \d+ minutes? · /);
		for (const buyer of buyers.slice(5, 8))
			expect(line.content).toContain(`<@${buyer.id}> (${nameOf(buyer)})`);
		expect(line.content).toContain(', …\n- **');
		for (const code of codes) expect(line.content).not.toContain(code);
	});

	it('that stands for many refusals names references to look up', async () => {
		for (let n = 0; n < 7; n += 1) {
			await verify(stage.newPerson(`Guesser ${n}`), `${n}0000000-0000-4000-8000-000000000000`);
		}
		const line = await audited('⛔ 2 refused in 1 minute');
		const [reference = ''] = /[A-Z]{3}-[A-Z]{3}/.exec(line.content) ?? [];
		const page = await stage.people.moderator.chatInput('whois', { reference }).answered();
		expect(plainTextOf(page)).toContain(reference);
	});
});
