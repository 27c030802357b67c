import { execFile } from 'node:child_process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits, REST, Routes } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStage, register } from './hosted-bot.js';

interface Checkup {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

/** `dist/src/doctor.js` with this environment and no other. */
function runDoctor(
	stage: Stage,
	args: string[] = [],
	overrides: Record<string, string> = {},
): Promise<Checkup> {
	const env = { PATH: process.env['PATH'] ?? '', ...stage.environment(overrides) };
	const entry = `${process.cwd()}/dist/src/doctor.js`;
	return new Promise((resolve) => {
		execFile(process.execPath, [entry, ...args], { env, cwd: stage.folder }, (error, stdout, stderr) => {
			const code = typeof error?.code === 'number' ? error.code : 0;
			resolve({ code, stdout, stderr });
		});
	});
}

/** The checks that are not fine, with their levels, of `--json`. */
function troublesIn({ stdout }: Checkup): [string, string][] {
	const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string }[] };
	return findings.filter(({ level }) => level !== 'ok').map(({ check, level }) => [check, level]);
}

/** The ids of the commands that are registered in the stage's server, by name. */
async function commandsOf(stage: Stage): Promise<ReadonlyMap<string, string>> {
	const rest = new REST({ api: stage.discord.apiUrl }).setToken(stage.discord.token);
	const route = Routes.applicationGuildCommands(stage.discord.applicationId, stage.guild.id);
	const registered = (await rest.get(route)) as { readonly id: string; readonly name: string }[];
	return new Map(registered.map(({ id, name }) => [name, id]));
}

describe('npm run doctor', () => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await openStage();
	});
	afterEach(() => stage?.close());

	it('finds nothing in a bot that is all right, beside the running bot, and takes no connection from it', async () => {
		await register(stage);
		await stage.startBot();
		const left = stage.discord.gateway.identifiesLeft;
		const { code, stdout, stderr } = await runDoctor(stage);
		expect(stdout).not.toMatch(/^(problem|warning)/m);
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(stdout).toContain('ok       Northlight Support: Every role can be given by the bot.');
		expect(stage.discord.gateway.identifiesLeft).toBe(left);
		const buyer = stage.newPerson('Maya');
		await buyer.chatInput('items').answered();
	});

	it('tells every trouble with what to do, for people and as JSON, and exits with 1', async () => {
		stage.guild.moveRole(stage.roles.buyer.id, 9);
		stage.guild.setRolePermissions(stage.guild.botRole.id, PermissionFlagsBits.ViewChannel);
		stage.guild.setRolePermissions(stage.roles.buyer.id, PermissionFlagsBits.ManageMessages);
		stage.guild.deleteChannel(stage.channels.audit);

		const key = { MARKETPLACE_API_KEY: 'a-key-of-last-year' };
		const json = await runDoctor(stage, ['--json'], key);
		expect(json.code).toBe(1);
		expect(troublesIn(json)).toEqual([
			['commands', 'problem'],
			['manage-roles', 'problem'],
			['roles-assignable', 'problem'],
			['roles-harmless', 'problem'],
			['audit-channel', 'problem'],
			['marketplace-key', 'problem'],
		]);
		const { stdout } = await runDoctor(stage, [], key);
		expect(stdout).toContain('“Buyer” gives every buyer who gets it: Manage Messages.');
		expect(stdout.match(/^ {9}→ /gm)).toHaveLength(6);
		for (const secret of [stage.discord.token, key.MARKETPLACE_API_KEY, stage.claimSecret]) {
			expect(stdout + json.stdout).not.toContain(secret);
		}
	});

	it('looks at what was chosen in Discord rather than at the environment', async () => {
		await register(stage);
		const bot = await stage.startBot();
		const legend = stage.guild.addRole({ name: 'Legend' });
		const { admin } = stage.people;
		const page = await admin.chatInput('setup server').answered();
		await admin.selectMenu(page, 'cc1:setup-role:buyer', [legend.id]).answered();
		await bot.stop();
		stage.guild.moveRole(legend.id, 9);
		const { code, stdout } = await runDoctor(stage, [], { BUYER_ROLE_ID: '' });
		expect(code).toBe(1);
		expect(stdout).toContain('“Legend” is above the bot’s own role');
	});

	it('warns where staff by role can’t see their commands, or members can’t see theirs', async () => {
		await register(stage);
		const bot = await stage.startBot();
		const helper = stage.guild.addRole({ name: 'Helper' });
		const { admin } = stage.people;
		const page = await admin.chatInput('setup server').answered();
		await admin.selectMenu(page, 'cc1:setup-staff', [helper.id]).answered();
		await bot.stop();
		const unseen = await runDoctor(stage, ['--json']);
		expect(troublesIn(unseen)).toEqual([['staff-commands', 'warning']]);
		expect(unseen.code).toBe(0);
		expect(unseen.stdout).toContain(
			'Helper” is a staff role and can’t see these commands: /whois, /claim, and Pur',
		);
		expect(unseen.stdout).toContain('Server Settings → Integrations');

		const ids = await commandsOf(stage);
		for (const name of ['whois', 'claim', 'Purchases']) {
			stage.guild.commandPermissions.set(ids.get(name) ?? '', [{ roleId: helper.id, isAllowed: true }]);
		}
		stage.guild.commandPermissions.set(ids.get('verify') ?? '', [
			{ roleId: stage.guild.id, isAllowed: false },
		]);
		const hidden = await runDoctor(stage, ['--json']);
		expect(troublesIn(hidden)).toEqual([['hidden-commands', 'warning']]);
		expect(hidden.stdout).toContain('Members with “@everyone” can’t see these commands: /verify.');

		stage.guild.commandPermissions.clear();
		stage.guild.onboardingRoleIds = [helper.id];
		expect(troublesIn(await runDoctor(stage, ['--json']))).toEqual([
			['staff-role', 'problem'],
			['staff-commands', 'warning'],
		]);
	});

	it('tells a token that is refused, a key that sells nothing, a wrong server and a broken store apart', async () => {
		await register(stage);
		const refused = await runDoctor(stage, ['--json'], { DISCORD_TOKEN: 'a-token-of-somebody-else' });
		expect(troublesIn(refused)).toEqual([['token', 'problem']]);
		stage.marketplace.setItems([]);
		const overrides = {
			DISCORD_GUILD_ID: '100000000000000009',
			DATABASE_URL: 'sqlite:///dev/null/claims.sqlite',
		};
		expect(troublesIn(await runDoctor(stage, ['--json'], overrides))).toEqual([
			['unchecked', 'warning'],
			['membership', 'problem'],
			['other-servers', 'warning'],
			['marketplace-key', 'problem'],
			['store', 'problem'],
		]);
	});

	it('tells a wrong configuration as the bot does, with exit code 78', async () => {
		const several = await runDoctor(stage, [], { BUYER_ROLE_ID: 'Buyer', LOG_LEVEL: 'loud' });
		expect(several.code).toBe(78);
		expect(several.stderr).toMatch(/BUYER_ROLE_ID must be[\s\S]*LOG_LEVEL must be/);
	});
});

describe('/doctor, with the production bot', () => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
	});
	afterEach(() => stage?.close());

	const checkup = async (): Promise<string> => {
		const asked = stage.people.admin.chatInput('doctor');
		const { embeds } = await asked.answered();
		expect(asked.acknowledgement?.isEphemeral).toBe(true);
		return embeds[0]?.description ?? '';
	};

	it('finds nothing where all is right, and looks again only after a minute', async () => {
		expect(await checkup()).toMatch(/^Everything is as it should be\./);
		stage.guild.moveRole(stage.roles.buyer.id, 9);
		expect(await checkup()).toMatch(/^Everything is as it should be\./);
	});

	it('finds a trouble', async () => {
		stage.guild.moveRole(stage.roles.buyer.id, 9);
		expect(await checkup()).toMatch(new RegExp(`^❌ <@&${stage.roles.buyer.id}> is above`));
	});

	it('warns of commands that are hidden from buyers', async () => {
		const verify = (await commandsOf(stage)).get('verify') ?? '';
		stage.guild.commandPermissions.set(verify, [{ roleId: stage.roles.buyer.id, isAllowed: false }]);
		const buyer = `<@&${stage.roles.buyer.id}>`;
		expect(await checkup()).toContain(`⚠️ Members with ${buyer} can’t see these commands: /verify.`);
	});

	it('is nothing for members who may not manage the server', async () => {
		const refused = await stage.people.moderator.chatInput('doctor', {}, { force: true }).answered();
		expect(refused.content).toContain('Manage Server');
	});
});
