import { readdir } from 'node:fs/promises';
import { textOf } from '@claimcheck/local-discord/reading';
import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { put } from '../storage/put.js';
import { chooseSetting, withStore } from './acts.js';
import { ownStage } from './own-stage.js';
import { runProgram } from './programs.js';

describe('npm run doctor, and /doctor', () => {
	it('find nothing wrong with a healthy bot, and don’t interrupt its connection', async () => {
		const stage = await ownStage();
		const bot = await stage.startBot();
		stage.discord.isPublic = false;
		await chooseSetting(stage.people.admin, 'setup-panel', stage.channels.verify);
		await bot.logged('Backed up the database');
		const left = stage.discord.gateway.identifiesLeft;
		const { code, output } = await runProgram(stage, 'doctor');
		expect(output).not.toMatch(/^(problem|warning)/m);
		expect(code).toBe(0);
		expect(output).toContain('ok       Northlight Support: I can give every role');
		expect(stage.discord.gateway.identifiesLeft).toBe(left);
		const answer = await stage.people.admin.chatInput('doctor').answered();
		expect(textOf(answer)).toContain(`**✅ All ${output.match(/^ok /gm)?.length} checks passed**`);
		for (const fine of ['Everyone can see the panel', 'The last backup is recent', 'Version'])
			expect(output).toContain(fine);
	});

	it('report every problem with its solution, for people and as JSON, without creating a database, and exit with 1', async () => {
		const stage = await ownStage({ isRegistered: false });
		const none = await runProgram(stage, 'doctor');
		expect(none).toEqual({ code: 1, output: expect.stringContaining('There is no database') });
		expect(await readdir(stage.folder)).toEqual([]);

		const { check } = new ClaimKeys(stage.claimSecret);
		await withStore(stage, (store) => put(store, 'meta:secret', { v: 1, check }));
		stage.guild.setRolePermissions(stage.roles.buyer.id, PermissionFlagsBits.ManageMessages);
		stage.guild.deleteChannel(stage.channels.audit);
		const key = { MARKETPLACE_API_KEY: 'a-key-of-last-year' };
		const [json, text] = await Promise.all([
			runProgram(stage, 'doctor', ['--json'], key),
			runProgram(stage, 'doctor', [], key),
		]);
		expect(json.code).toBe(1);
		const { findings } = JSON.parse(json.output) as { findings: { check: string; level: string }[] };
		const checks = findings.flatMap(({ check, level }) => (level === 'ok' ? [] : [check]));
		const expected = 'commands roles-harmless audit-channel panel public-bot marketplace-key backup';
		expect(checks).toEqual(expected.split(' '));
		expect(text.output).toContain('“Buyer” also gets: Manage Messages');
		expect(text.output.match(/^ {9}→ /gm)).toHaveLength(7);
		for (const secret of [stage.discord.token, key.MARKETPLACE_API_KEY, stage.claimSecret]) {
			expect(text.output + json.output).not.toContain(secret);
		}
	});
});
