import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { auditLine, buyerRoleGiven, freshCode, logged, verify } from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

describe('in a server where @everyone may do nothing, with what the invite gives it alone, the bot', async () => {
	const stage = await sharedStage();
	stage.guild.setRolePermissions(stage.guild.id, 0n);
	// The bot isn't in it: what lets people in and use commands gives the bot nothing.
	const { id } = stage.guild.addRole({
		name: 'Member',
		permissions: PermissionFlagsBits.ViewChannel | PermissionFlagsBits.UseApplicationCommands,
	});
	stage.guild.giveRole(stage.people.buyer.id, id, undefined);
	const bot = await stage.startBot();

	it('verifies a purchase, gives the role and notifies staff', async () => {
		const { buyer } = stage.people;
		expect(headline(await verify(buyer, freshCode(stage)))).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, buyer);
		expect(await auditLine(stage, `<@${buyer.id}>`)).toContain('verified');
	});

	it('posts a panel', async () => {
		const { admin } = stage.people;
		const asked = await admin.chatInput('panel', { channel: stage.channels.verify }).answered();
		const answer = await admin.press(asked, 'Post anyway').answered();
		expect(readable(answer)).toContain(`✅ The panel is in <#${stage.channels.verify}>`);
		await stage.discord.events.waitFor(
			'message-created',
			({ message }) =>
				message.channel_id === stage.channels.verify && readable(message).includes('"cc1:panel-verify"'),
		);
	});

	it('misses no right', () => {
		const refused = stage.discord.calls.list().filter(({ status }) => status === 401 || status === 403);
		expect(refused).toEqual([]);
		expect(stage.discord.invalidRequests.total).toBe(0);
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});
