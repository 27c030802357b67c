import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDatabase, runDoctor, troublesIn, wellSetUp } from './doctor-acts.js';
import { openStage, register } from './hosted-bot.js';

describe('npm run doctor, and /doctor', () => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await openStage();
	});
	afterEach(() => stage?.close());

	it('finds nothing in a bot that is all right, beside the running bot, and takes no connection from it', async () => {
		await register(stage);
		await wellSetUp(stage, await stage.startBot());
		const left = stage.discord.gateway.identifiesLeft;
		const { code, stdout, stderr } = await runDoctor(stage);
		expect(stdout).not.toMatch(/^(problem|warning)/m);
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(stdout).toContain('ok       Northlight Support: I can give every role');
		expect(stage.discord.gateway.identifiesLeft).toBe(left);
		const answer = await stage.people.admin.chatInput('doctor').answered();
		expect(textOf(answer)).toMatch(/^\*\*✅ All \d+ checks passed\*\*/);
		for (const fine of ['Everyone can see the panel', 'The last backup is recent', 'Version'])
			expect(stdout).toContain(fine);
	});

	it('reports every trouble with what to do, for people and as JSON, and exits with 1', async () => {
		await makeDatabase(stage);
		stage.guild.moveRole(stage.roles.buyer.id, 9);
		stage.guild.setRolePermissions(stage.guild.botRole.id, PermissionFlagsBits.ViewChannel);
		stage.guild.setRolePermissions(stage.roles.buyer.id, PermissionFlagsBits.ManageMessages);
		stage.guild.deleteChannel(stage.channels.audit);

		const key = { MARKETPLACE_API_KEY: 'a-key-of-last-year' };
		const [json, text] = await Promise.all([runDoctor(stage, ['--json'], key), runDoctor(stage, [], key)]);
		expect(json.code).toBe(1);
		expect(troublesIn(json)).toEqual([
			['commands', 'problem'],
			['manage-roles', 'problem'],
			['roles-harmless', 'problem'],
			['roles-assignable', 'problem'],
			['audit-channel', 'problem'],
			['panel', 'warning'],
			['public-bot', 'warning'],
			['marketplace-key', 'problem'],
			['backup', 'warning'],
		]);
		const { stdout } = text;
		expect(stdout).toContain('“Buyer” also gets: Manage Messages');
		expect(stdout.match(/^ {9}→ /gm)).toHaveLength(9);
		for (const secret of [stage.discord.token, key.MARKETPLACE_API_KEY, stage.claimSecret]) {
			expect(stdout + json.stdout).not.toContain(secret);
		}
	});

	it('reports a database that the bot would refuse, and creates none', async () => {
		const reasonIn = async (overrides: Record<string, string> = {}): Promise<string> => {
			const { code, stdout } = await runDoctor(stage, [], overrides);
			expect(code).toBe(1);
			return /^problem {2}The database.*\n.*/m.exec(stdout)?.[0] ?? stdout;
		};
		expect(await reasonIn()).toContain(`There is no database ${join(stage.folder, 'claims.sqlite')}`);
		expect(await readdir(stage.folder)).toEqual([]);

		await makeDatabase(stage);
		const otherSecret = { CLAIM_SECRET: 'another-secret-of-thirty-two-characters' };
		expect(await reasonIn(otherSecret)).toContain('CLAIM_SECRET is not the secret');
	});
});
