import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { ButtonStyle, ComponentType } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyerRoleGiven, freshCode, logged, verify } from './acts.js';
import { botHeaders } from './bot-headers.js';
import { openStage, register } from './hosted-bot.js';
import { buttons, headline } from './reading.js';

let stage: Stage;
let bot: RunningBot;

/** Does something at Discord with the bot's token, as another version of the bot may have done. */
async function asTheBot(method: string, path: string, body: unknown): Promise<unknown> {
	const headers = botHeaders(stage);
	const answer = await fetch(`${stage.discord.apiUrl}/v10${path}`, {
		method,
		headers,
		body: JSON.stringify(body),
	});
	expect(answer.status).toBeLessThan(300);
	return answer.json();
}

describe('what another version of the bot has left in a server', () => {
	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot();
	});
	afterAll(() => stage?.close());

	it.each(['items.v0.7', 'x'.repeat(100)])(
		'is answered with an explanation: a button %s',
		async (customId) => {
			const message = await asTheBot('POST', `/channels/${stage.channels.verify}/messages`, {
				content: 'Verify here',
				components: [
					{
						type: ComponentType.ActionRow,
						components: [
							{ type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Old', custom_id: customId },
						],
					},
				],
			});
			const answer = await stage.people.buyer.clickButton(message as APIMessage, customId).answered();
			expect(headline(answer)).toBe('This is no longer available.');
			// It leads on, as every ending does.
			const [next] = buttons(answer);
			expect(next?.label).toBe('Show my purchases');
			const shown = await stage.people.buyer.clickButton(answer, next?.customId ?? '').answered();
			expect(headline(shown)).toBe('No purchases yet');
		},
	);

	it('is answered with an explanation: a command', async () => {
		const path = `/applications/${stage.discord.applicationId}/guilds/${stage.guild.id}/commands`;
		await asTheBot('POST', path, { name: 'old-command', description: 'Of another version' });
		const answer = await stage.people.buyer.chatInput('old-command').answered();
		expect(headline(answer)).toBe('This command was changed or removed. Wait a minute, then type / again.');
	});

	it('is no error of the bot', () => {
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});

describe('a member who leaves, or a server that sends the bot away', () => {
	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot();
	});
	afterAll(() => stage?.close());

	it('takes nothing from the claim: the member is welcome back with the role', async () => {
		const code = freshCode(stage);
		const { buyer, friend } = stage.people;
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
		stage.guild.removeMember(buyer.id);
		expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
		const returned = stage.discord.person(stage.guild, { id: buyer.id });
		expect(headline(await verify(returned, code))).toBe('✅ Already verified');
		await buyerRoleGiven(stage, returned);
	});

	it('does not end the bot', async () => {
		const other = stage.discord.createGuild({ name: 'Second' });
		stage.discord.removeBot(other.id);
		expect(headline(await verify(stage.newPerson('Maya'), freshCode(stage)))).toBe('✅ Purchase verified');
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});
