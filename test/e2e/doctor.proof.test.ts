import type { Stage } from '@claimcheck/sandbox/stage';
import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { hasRedis, startOwnRedis } from '../torture/own-servers.js';
import { chooseSetting } from './acts.js';
import { commandsOf, makeDatabase, runDoctor, troublesIn, wellSetUp } from './doctor-acts.js';
import { openStage, register } from './hosted-bot.js';

describe('npm run doctor', () => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await openStage();
	});
	afterEach(() => stage?.close());

	it('looks at what was chosen in Discord rather than at the environment', async () => {
		await register(stage);
		const bot = await stage.startBot();
		const legend = stage.guild.addRole({ name: 'Legend' });
		const { admin } = stage.people;
		await chooseSetting(admin, 'setup-set:buyer', legend.id);
		await bot.stop();
		stage.guild.moveRole(legend.id, 9);
		const { code, stdout } = await runDoctor(stage, [], { BUYER_ROLE_ID: '' });
		expect(code).toBe(1);
		expect(stdout).toContain('“Legend” is above my role');
	});

	it('warns where staff by role can’t see their commands, or members can’t see theirs', async () => {
		await register(stage);
		const bot = await stage.startBot();
		await wellSetUp(stage, bot);
		const helper = stage.guild.addRole({ name: 'Helper' });
		const { admin } = stage.people;
		await chooseSetting(admin, 'setup-set:staff', helper.id);
		await bot.stop();
		const unseen = await runDoctor(stage, ['--json']);
		expect(troublesIn(unseen)).toEqual([['staff-commands', 'warning']]);
		expect(unseen.code).toBe(0);
		expect(unseen.stdout).toContain(
			'Helper” is a staff role but can’t see these commands: /whois and Purchases',
		);
		expect(unseen.stdout).toContain('Server Settings → Integrations');

		const ids = await commandsOf(stage);
		for (const name of ['whois', 'Purchases']) {
			stage.guild.commandPermissions.set(ids.get(name) ?? '', [{ roleId: helper.id, isAllowed: true }]);
		}
		stage.guild.commandPermissions.set(ids.get('verify') ?? '', [
			{ roleId: stage.guild.id, isAllowed: false },
		]);
		const hidden = await runDoctor(stage, ['--json']);
		expect(troublesIn(hidden)).toEqual([['hidden-commands', 'warning']]);
		expect(hidden.stdout).toContain('Members with “@everyone” can’t see these commands: /verify');

		stage.guild.commandPermissions.clear();
		stage.guild.onboardingRoleIds = [helper.id];
		expect(troublesIn(await runDoctor(stage, ['--json']))).toEqual([
			['staff-role', 'problem'],
			['staff-commands', 'warning'],
		]);
	});

	it('distinguishes a token that is refused, a key that sells nothing, a wrong server and a broken store', async () => {
		await register(stage);
		await makeDatabase(stage);
		const refused = await runDoctor(stage, ['--json'], { DISCORD_TOKEN: 'a-token-of-somebody-else' });
		expect(troublesIn(refused)).toEqual([
			['token', 'problem'],
			['backup', 'warning'],
		]);
		stage.marketplace.setItems([]);
		const overrides = {
			DISCORD_GUILD_ID: '100000000000000009',
			DATABASE_URL: 'sqlite:///dev/null/claims.sqlite',
		};
		expect(troublesIn(await runDoctor(stage, ['--json'], overrides))).toEqual([
			['unchecked', 'warning'],
			['membership', 'problem'],
			['other-servers', 'warning'],
			['public-bot', 'warning'],
			['marketplace-key', 'problem'],
			['store', 'problem'],
		]);
	});

	it.skipIf(!hasRedis)(
		'warns of a Redis that loses purchases in a crash, and refuses one that deletes them',
		async () => {
			const server = await startOwnRedis('--appendonly', 'no');
			if (server === undefined) throw new Error('There is no redis-server');
			onTestFinished(() => server.remove());
			const { databaseUrl: DATABASE_URL } = server.address;
			const careless = await runDoctor(stage, [], { DATABASE_URL });
			expect(careless.stdout).toMatch(
				/^warning {2}Redis has appendonly off.*\n {9}→ appendonly yes, appendfsync always$/m,
			);
			const client = createClient({ url: DATABASE_URL });
			await client.connect();
			await client.configSet({ maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lfu' });
			client.destroy();
			const evicting = await runDoctor(stage, [], { DATABASE_URL });
			expect(evicting.stdout).toMatch(/^problem {2}The database.*\n.*maxmemory-policy to noeviction/m);
		},
	);
});
