import type { Person } from '@claimcheck/local-discord/person';
import { labelsOf, plainTextOf, selectsOf } from '@claimcheck/local-discord/reading';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buyerRoleGiven, customIdOf, forge, freshCode, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';

let stage: Stage;
let bot: RunningBot;

beforeEach(async () => {
	stage = await openStage();
	await register(stage);
	bot = await stage.startBot();
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
async function burstOf(count: number): Promise<APIMessage> {
	const says = (content: string) => content.startsWith(`✅ ${count} purchases verified`);
	const isThere = stage.discord.events
		.all('message-created')
		.map(({ message }) => stage.discord.messages.get(message.id).current)
		.find(({ content }) => says(content));
	if (isThere !== undefined) return isThere;
	const { message } = await stage.discord.events.waitFor('message-edited', (edit) =>
		says(edit.message.content),
	);
	return stage.discord.messages.get(message.id).current;
}

const firstOption = (message: APIMessage): string => selectsOf(message)[0]?.values[0] ?? '';

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

	it('that stands for many verifications opens all of them, after a restart too, for staff of this server alone', async () => {
		const { moderator, friend } = stage.people;
		const codes = Array.from({ length: 16 }, () => freshCode(stage));
		for (const [n, code] of codes.entries()) await verify(stage.newPerson(`Buyer ${n}`), code);
		await burstOf(11);
		await bot.stop();
		await stage.startBot();
		const line = await burstOf(11);
		expect(line.content).toMatch(/^✅ 11 purchases verified in \d+ minutes?\n- \*\*/);

		const pressed = moderator.press(line, 'Show them');
		const first = await pressed.answered();
		expect(pressed.acknowledgement?.isEphemeral).toBe(true);
		const second = await moderator.press(first, 'Next').answered();
		expect(second.id).toBe(first.id);
		const lines = `${plainTextOf(first)}\n${plainTextOf(second)}`
			.split('\n')
			.filter((it) => it.includes(') verified '));
		expect(lines).toEqual(
			codes
				.slice(5)
				.map((code, n) =>
					expect.stringMatching(new RegExp(`buyer.?${n + 5}\\).*••••${code.slice(-4)}`, 'i')),
				),
		);
		for (const code of codes) expect(`${plainTextOf(first)}${plainTextOf(second)}`).not.toContain(code);
		expect(labelsOf(second)).toContain('Previous');
		expect(labelsOf(second)).not.toContain('Next');

		expect(plainTextOf(await friend.press(line, 'Show them').answered())).toContain(
			'Only staff can use this',
		);
		const forged = customIdOf(line, 'desk-burst').replace(/verified:\d+:0/, 'verified:1:0');
		const answer = await forge(stage, moderator, stage.channels.audit, forged);
		expect(plainTextOf(answer)).toContain('This is no longer available.');
		const opened = await moderator
			.selectMenu(second, customIdOf(second, 'desk-listed'), [firstOption(second)])
			.answered();
		expect(plainTextOf(opened)).toContain(`••••${codes[13]?.slice(-4)}`);
	});

	it('that stands for many refusals opens their list', async () => {
		const { moderator } = stage.people;
		for (let n = 0; n < 7; n += 1) {
			await verify(stage.newPerson(`Guesser ${n}`), `${n}0000000-0000-4000-8000-000000000000`);
		}
		const line = await audited('⛔ 2 refused in 1 minute');
		const list = await moderator.press(line, 'Show them').answered();
		const references = plainTextOf(list).match(/[A-Z]{3}-[A-Z]{3}/g) ?? [];
		expect(references).toHaveLength(2);
		const page = await moderator
			.selectMenu(list, customIdOf(list, 'desk-listed'), [firstOption(list)])
			.answered();
		expect(page.id).toBe(list.id);
		expect(plainTextOf(page)).toContain(references[0]);
	});
});
