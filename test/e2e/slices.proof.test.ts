import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import { type SecondServer, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRole, openPage } from '../../src/views/custom-ids/setup-ids.js';
import { auditLine, buyerRoleGiven, freshCode, press, verify } from './acts.js';
import { register } from './hosted-bot.js';
import { button } from './reading.js';

const shardOf = (guildId: string): number => Number((BigInt(guildId) >> 22n) % 2n);

describe('two processes, each with half of the shards, on one store', () => {
	let stage: Stage;
	let other: SecondServer;
	let atHome: BotProcess;
	let elsewhere: BotProcess;
	let settings: Record<string, string>;

	beforeAll(async () => {
		stage = await Stage.open({ isRateLimited: false });
		// As at Discord: a log-in within five seconds of another is turned away.
		stage.discord.gateway.limitIdentifies(1);
		do other = stage.secondServer();
		while (shardOf(other.guild.id) === shardOf(stage.guild.id));
		settings = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
		await register(stage, settings);
		[atHome, elsewhere] = await Promise.all([
			stage.startProcess({ ...settings, SHARDS: `${shardOf(stage.guild.id)}/2` }),
			stage.startProcess({ ...settings, SHARDS: `${shardOf(other.guild.id)}/2` }),
		]);
		const { admin } = other.people;
		const page = await admin.chatInput('setup server').answered();
		const roles = await admin.clickButton(page, openPage.encode('buyer')).answered();
		await admin.selectMenu(roles, chooseRole.encode('buyer'), [other.roles.buyer.id]).answered();
	});
	afterAll(() => stage?.close());

	/** A member of both servers, at home and elsewhere. */
	const inBoth = (name: string): [Person, Person] => {
		const home = stage.newPerson(name);
		return [home, stage.discord.person(other.guild, { id: home.id })];
	};
	const changed = (type: 'role-added' | 'role-removed', person: Person) =>
		stage.discord.events.waitFor(
			type,
			({ userId, roleId }) => userId === person.id && roleId === other.roles.buyer.id,
		);

	it('log in one after the other, and each has its own servers alone', async () => {
		const [first, second, ...more] = stage.discord.events.all('gateway-identified');
		expect(more).toEqual([]);
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(5_000);
		const own = (bot: BotProcess) =>
			[...stage.discord.guilds.keys()].filter(
				(id) => (shardOf(id) === shardOf(stage.guild.id)) === (bot === atHome),
			);
		for (const bot of [atHome, elsewhere]) {
			expect(await bot.logged('Ready')).toMatchObject({ guilds: own(bot).length });
		}
	});

	it('answer their own servers, and give roles there', async () => {
		const maya = stage.newPerson('Maya');
		const kim = stage.discord.person(other.guild, { name: 'Kim' });
		expect(textOf(await verify(maya, freshCode(stage)))).toContain('Purchase verified');
		expect(textOf(await verify(kim, freshCode(stage)))).toContain('Purchase verified');
		await buyerRoleGiven(stage, maya);
		await changed('role-added', kim);
	});

	it('what home’s staff revoke loses its role in the other process’ server too', async () => {
		const [home, there] = inBoth('Zoe');
		const code = freshCode(stage);
		await verify(home, code);
		const page = await there.chatInput('purchases').answered();
		await there.clickButton(page, button(page, 'Use it here')).answered();
		await changed('role-added', there);
		const { moderator } = stage.people;
		const asked = moderator.chatInput('claim revoke', { code, reason: 'Refunded by mail' });
		await press(moderator, await asked.answered(), 'desk-confirm');
		await changed('role-removed', there);
	});

	it('one that is killed leaves the other’s members nothing to notice, and home hears of trouble all the same', async () => {
		await atHome.kill();
		const lea = stage.discord.person(other.guild, { name: 'Lea' });
		expect(textOf(await verify(lea, freshCode(stage)))).toContain('Purchase verified');
		await changed('role-added', lea);
		stage.marketplace.changeApiKey('another-key-of-the-author');
		await verify(lea, freshCode(stage));
		expect(await auditLine(stage, 'key')).not.toBe('');
		atHome = await stage.startProcess({
			...settings,
			SHARDS: `${shardOf(stage.guild.id)}/2`,
			MARKETPLACE_API_KEY: stage.marketplace.apiKey,
		});
		const ben = stage.newPerson('Ben');
		expect(textOf(await verify(ben, freshCode(stage)))).toContain('Purchase verified');
		await buyerRoleGiven(stage, ben);
	});
});
