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

describe('a line of the audit channel', () => {
	it('opens the purchase for staff alone, and pings nobody', async () => {
		const { buyer, friend, moderator } = stage.people;
		const code = freshCode(stage);
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
		const line = await audited(`<@${buyer.id}> verified`);
		expect(line.content).toContain(`••••${code.slice(-4)}`);
		expect(line.content).not.toContain(code);
		expect(line.mentions).toEqual([]);
		const opened = moderator.press(line, 'Open');
		expect(plainTextOf(await opened.answered())).toContain(`••••${code.slice(-4)}`);
		expect(opened.acknowledgement?.isEphemeral).toBe(true);
		expect(plainTextOf(await friend.press(line, 'Open').answered())).toContain('This is for staff');
	});

	it('names who has a code that somebody else wanted, and opens the refusal by its reference', async () => {
		const { buyer, friend, moderator } = stage.people;
		const code = freshCode(stage);
		await verify(buyer, code);
		const refusal = plainTextOf(await verify(friend, code));
		const [reference = ''] = /[A-Z]{3}-[A-Z]{3}/.exec(refusal) ?? [];
		const line = await audited(reference);
		expect(line.content).toContain(`is linked to <@${buyer.id}>`);
		const page = await moderator.press(line, 'Open').answered();
		expect(plainTextOf(page)).toContain(reference);
		expect(labelsOf(page)).toContain('Open purchase');
	});

	it('that stands for many refusals opens their list', async () => {
		const { moderator } = stage.people;
		for (let n = 0; n < 7; n += 1) {
			await verify(stage.newPerson(`Guesser ${n}`), `${n}0000000-0000-4000-8000-000000000000`);
		}
		const line = await audited('refused');
		const list = await moderator.press(line, 'Show them').answered();
		expect(plainTextOf(list).match(/[A-Z]{3}-[A-Z]{3}/g)?.length).toBe(7);
		const page = await moderator.press(list, 'Open').answered();
		expect(page.id).toBe(list.id);
		expect(plainTextOf(page)).toMatch(/Guesser 6|[A-Z]{3}-[A-Z]{3}/);
	});
});
