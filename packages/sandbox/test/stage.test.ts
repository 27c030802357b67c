import { readFileSync } from 'node:fs';
import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Stage } from '../src/stage.js';

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.open();
});
afterAll(() => stage?.close());

describe('the stage', () => {
	it('gives the bot what the invite in the README asks for, and limits its requests as Discord does', async () => {
		const invite = /permissions=(\d+)/.exec(readFileSync('README.md', 'utf8'))?.[1];
		expect(String(stage.guild.botRole.permissions)).toBe(invite);
		const reportsLimit = async ({ discord }: Stage) => {
			const headers = {
				authorization: `Bot ${discord.token}`,
				'user-agent': 'DiscordBot (https://example.com, 1.0.0)',
			};
			const answer = await fetch(`${discord.apiUrl}/v10/users/@me`, { headers });
			return answer.headers.has('x-ratelimit-limit');
		};
		expect(await reportsLimit(stage)).toBe(true);
		const unlimited = await Stage.open({ isRateLimited: false });
		onTestFinished(() => unlimited.close());
		expect(await reportsLimit(unlimited)).toBe(false);
	});
});

describe('a second server', () => {
	it('is the stranger’s who invited the bot, with people, roles and channels of its own', () => {
		const second = stage.secondServer();
		const { owner, admin, moderator, member } = second.people;
		expect(second.guild.ownerId).toBe(owner.id);
		expect(owner.id).not.toBe(stage.guild.ownerId);
		for (const person of [owner, admin, moderator, member]) {
			expect(second.guild.members.has(person.id)).toBe(true);
			expect(stage.guild.members.has(person.id)).toBe(false);
		}
		expect(second.guild.members.has(stage.discord.botId)).toBe(true);
		expect(second.guild.roles.has(second.roles.buyer.id)).toBe(true);
		expect(second.guild.channels.has(second.channels.audit)).toBe(true);
		const rights = (id: string) => second.guild.permissionsOf(id) & PermissionFlagsBits.ManageRoles;
		expect([member, moderator, admin].map(({ id }) => rights(id) !== 0n)).toEqual([false, true, true]);
	});

	it('leaves everything in the first one as it was', () => {
		const before = [...stage.guild.members.keys()];
		stage.secondServer({ name: 'Third' });
		expect([...stage.guild.members.keys()]).toEqual(before);
	});
});
