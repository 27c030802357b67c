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
});
