import { chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../../src/base/version.js';
import { buyerRoleGiven } from '../../e2e/acts.js';
import { headline } from '../../e2e/reading.js';
import { freePort } from '../../free-port.js';
import { type ContainerBot, type ContainerOptions, Containers, missingTool } from './containers.js';

// The image as compose.yaml runs it, built here from base images that are also built here.

const missing = missingTool();
if (missing !== undefined) throw new Error(`${missing} is missing`);

/** A user id that doesn't exist on any machine. */
const arbitraryUser = 48_123;

describe('the image', () => {
	const lab = process.env['IMAGE_LAB'] ?? join(tmpdir(), 'claimcheck-image-lab');
	const containers = new Containers(lab);
	let stage: Stage;
	let folder: string;
	let bot: ContainerBot | undefined;

	beforeAll(async () => {
		// Developers who change only these tests can reuse the image.
		if (process.env['IMAGE_REUSE'] !== '1') await containers.build();
		stage = await Stage.open({ launch: launched });
		folder = await mkdtemp(join(tmpdir(), 'claimcheck-image-'));
	}, 1_800_000);
	afterAll(async () => {
		await stage?.close();
		await rm(folder, { recursive: true, force: true });
	});

	/** The same environment as in compose.yaml: secrets as files, and the caller's folder. */
	async function options(
		environment: Readonly<Record<string, string>>,
		user: number,
	): Promise<ContainerOptions> {
		const [data, secrets] = [join(folder, `data-${user}`), join(folder, `secrets-${user}`)];
		const rest: Record<string, string> = {};
		for (const path of [data, secrets]) {
			await mkdir(path, { recursive: true, mode: 0o700 });
			await chown(path, user, user);
		}
		for (const [name, value] of Object.entries(environment)) {
			if (!['DISCORD_TOKEN', 'MARKETPLACE_API_KEY', 'CLAIM_SECRET'].includes(name)) rest[name] = value;
			else {
				await writeFile(join(secrets, name), `${value}\n`, { mode: 0o400 });
				await chown(join(secrets, name), user, user);
				rest[`${name}_FILE`] = `/run/secrets/${name}`;
			}
		}
		return {
			// Empty means the default, which is on the volume.
			environment: { DATABASE_URL: '', ...rest, HEALTH_PORT: String(await freePort()) },
			volumes: { '/data': data, '/run/secrets:ro': secrets },
			user: `${user}:${user}`,
		};
	}

	async function launched(environment: Readonly<Record<string, string>>): Promise<ContainerBot> {
		const { DATABASE_URL: _, ...rest } = environment;
		return containers.start(await options(rest, arbitraryUser));
	}

	it('has the labels that describe it', async () => {
		expect(await containers.labels()).toMatchObject({
			'org.opencontainers.image.title': 'Claimcheck',
			'org.opencontainers.image.licenses': 'MIT',
			'org.opencontainers.image.version': version,
		});
	});

	it('runs from first start to verification: commands are registered, the bot joins, a buyer verifies', async () => {
		const { DATABASE_URL: _, ...environment } = stage.environment();
		const registration = containers.start(await options(environment, arbitraryUser), 'dist/src/register.js');
		expect(await registration.exited, registration.output()).toEqual({ code: 0, signal: null });
		bot = (await stage.startBot()) as ContainerBot;
		const buyer = stage.people.buyer;
		const { code } = stage.marketplace.addPurchase();
		const answer = await buyer.chatInput('verify', { code }).answered();
		expect(headline(answer)).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, buyer);
	});

	it('runs as an arbitrary user without privileges, and writes only to its volume', async () => {
		const looked = await bot?.run('node', '--eval', look);
		expect(JSON.parse(looked ?? '')).toEqual({
			user: [arbitraryUser, arbitraryUser],
			first: 'node dist/src/main.js',
			capabilities: '0000000000000000',
			noNewPrivileges: '1',
			refused: { '/': 'EROFS', '/app': 'EROFS', '/tmp': 'EROFS' },
			shells: [],
			writes: true,
		});
	});

	it('reports that it is healthy', async () => {
		expect(await bot?.isHealthy()).toBe(true);
	});

	it('stops in order and in time at SIGTERM', async () => {
		expect(await bot?.stop()).toEqual({ code: 0, signal: null });
		expect(bot?.output()).toContain('"msg":"Stopped"');
	});

	it('still has its purchases at the next start', async () => {
		bot = (await stage.startBot()) as ContainerBot;
		const counted = await bot.run('node', 'dist/src/claims-cli.js', 'stats');
		expect(counted).toContain('1 active');
		await bot.stop();
	});

	it('reports that it is unhealthy while its database file is missing, and healthy again afterwards', async () => {
		bot = (await stage.startBot()) as ContainerBot;
		const file = join(folder, `data-${arbitraryUser}`, 'claimcheck.sqlite');
		await rename(file, `${file}.away`);
		await expect.poll(() => bot?.isHealthy()).toBe(false);
		await rename(`${file}.away`, file);
		await expect.poll(() => bot?.isHealthy()).toBe(true);
		await bot.stop();
	});
});

/** A process's view of itself in the container. */
const look = `
const { accessSync, readFileSync, writeFileSync, readdirSync } = require('node:fs');
const status = readFileSync('/proc/1/status', 'utf8');
const field = (name) => new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm').exec(status)[1];
const tried = (folder) => { try { writeFileSync(folder + '/x', ''); } catch (error) { return error.code; } };
writeFileSync('/data/x', '');
process.stdout.write(JSON.stringify({
	user: [Number(field('Uid')), Number(field('Gid'))],
	first: readFileSync('/proc/1/cmdline', 'utf8').split('\\0').filter(Boolean).join(' '),
	capabilities: field('CapEff'),
	noNewPrivileges: field('NoNewPrivs'),
	refused: Object.fromEntries(['/', '/app', '/tmp'].map((folder) => [folder, tried(folder)])),
	shells: ['/bin', '/usr/bin'].flatMap((folder) => readdirSync(folder)).filter((name) => /^(ba|da|z|k|c)?sh$/.test(name)),
	writes: true,
}));
`;
