import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { Guide } from '@claimcheck/sandbox/playground/guide/guide';
import type { GuideState } from '@claimcheck/sandbox/playground/guide/guide-state';
import { Troupe } from '@claimcheck/sandbox/playground/guide/troupe';
import { openSettings } from '@claimcheck/sandbox/playground/set-up';
import { everyStory } from '@claimcheck/sandbox/playground/stories/every-story';
import { World } from '@claimcheck/sandbox/playground/world/world';
import type { WorldActs } from '@claimcheck/sandbox/playground/world/world-state';
import { demoCommand } from '@claimcheck/sandbox/story/demo-command';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { newHolder } from './acts.js';
import { EntryProcess, isAlive, repository } from './entry-process.js';
import { sharedStage } from './own-stage.js';

/** Runs a sandbox program with `npm run`. */
function start(program: string, args: readonly string[] = [], environment = {}): EntryProcess {
	const process = new EntryProcess(`${program}.js`, args, environment);
	onTestFinished(() => process.end());
	return process;
}

describe('npm run demo', () => {
	it('plays the whole story and ends with 0, without a complete purchase code or, in a pipe, terminal escape sequences', async () => {
		const process = start('demo', ['--fast']);
		const { code } = await process.exited;
		expect(process.output).toMatch(/All \d+ checks passed\./);
		expect(code).toBe(0);
		expect(process.output).toContain('✅ Already verified');
		expect(process.output).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i);
		expect(process.output).not.toContain('\u001B');
	});

	it('ends with 1 if the bot does not start, with its last lines', async () => {
		const root = await mkdtemp(join(tmpdir(), 'claimcheck-broken-'));
		onTestFinished(() => rm(root, { recursive: true }));
		await mkdir(join(root, 'dist/src'), { recursive: true });
		await symlink(join(repository, 'packages'), join(root, 'packages'));
		await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module' }));
		const real = pathToFileURL(join(repository, 'dist/src/register.js'));
		await writeFile(join(root, 'dist/src/register.js'), `await import('${real}');`);
		await writeFile(join(root, 'dist/src/main.js'), "process.stderr.write('no disk'); process.exit(69);");
		let said = '';
		const output = {
			write: (text: string) => {
				said += text;
			},
		};
		const { signal } = new AbortController();
		const code = await demoCommand([], { output, errors: output, environment: {}, root, signal });
		expect(said).toMatch(/The demo failed: .*no disk/s);
		expect(code).toBe(1);
	});

	it('stops all its processes at Ctrl+C, and ends with 130', async () => {
		const process = start('demo', ['--fast']);
		await process.printed('The first verification');
		const children = await process.children();
		expect(children).toHaveLength(1);
		process.signal('SIGINT');
		const { code } = await process.exited;
		expect(code).toBe(130);
		expect(children.filter(isAlive)).toEqual([]);
	});
});

describe('npm run playground', () => {
	const address = /http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/;

	it('reports each step, and leaves nothing behind after Ctrl+C', async () => {
		const process = start('playground');
		await process.printed(address);
		const steps = process.output.match(/^ +\d+\.\d s {2}.+$/gm) ?? [];
		expect(steps.map((step) => step.replace(/^ +\d+\.\d s {2}/, ''))).toEqual([
			'Discord, the shop and the page are here.',
			'The bot is connected.',
			'Its commands are registered.',
			'The server is set up, and the panel is in #verify.',
		]);
		const bots = await process.children();
		expect(bots).not.toEqual([]);
		process.signal('SIGINT');
		expect((await process.exited).code).toBe(0);
		expect(bots.filter(isAlive)).toEqual([]);
	});

	it('says in plain words that its port is in use, and ends with 1', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		onTestFinished(() => void server.close());
		await once(server, 'listening');
		const taken = server.address();
		const port = typeof taken === 'object' && taken !== null ? taken.port : 0;
		const process = start('playground', ['--port', String(port)]);
		expect((await process.exited).code).toBe(1);
		expect(process.output).toContain(`Port ${port} is taken by another program.`);
		expect(process.output).not.toContain('    at ');
	});

	it('responds to the configured proxy, and to no other host, and stops its bot even if it is killed', async () => {
		const name = 'octocat-parakeet-4020.app.github.dev';
		const process = start('playground', [], { PLAYGROUND_FORWARDED_HOST: name });
		await process.printed(`https://${name}/#key=`);
		expect(process.output).not.toMatch(address);
		const { port } = JSON.parse(await readFile(join(repository, '.playground.json'), 'utf8'));
		const statusFor = async (Host: string) => {
			const [response] = await once(get({ port, headers: { Host } }), 'response');
			response.resume();
			return response.statusCode;
		};
		expect(await statusFor(name)).toBe(200);
		expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
		expect(await statusFor('attacker.example')).toBe(403);
		const bots = await process.children();
		process.signal('SIGKILL');
		await process.exited;
		await expect.poll(() => bots.filter(isAlive)).toEqual([]);
	});
});

// One stage for all, because each story puts the world in order itself.
describe('the guided tasks, with the production bot', async () => {
	const stage = await sharedStage({ clock: new WorldClock() });
	const world = new World({ stage, page: () => undefined });
	await world.bot.start();
	await openSettings(stage);
	let noticed = (): void => {};
	const guide = new Guide(new Troupe(world), () => noticed());
	afterAll(() => {
		guide.close();
		world.close();
	});

	/** Plays a story, and fails unless each of its checks passes. */
	async function play(id: string): Promise<void> {
		await guide.acts['story-replay']({ id, pace: 'fast' });
		let state: GuideState = guide.state();
		while (state.notice === undefined && state.open?.replay !== undefined) {
			await new Promise<void>((resolve) => {
				noticed = resolve;
			});
			state = guide.state();
		}
		const { open, notice, stories } = state;
		expect(notice).toBeUndefined();
		expect(open?.id).toBe(id);
		expect(open?.steps.flatMap(({ checks }) => checks.filter(({ state }) => state !== 'held'))).toEqual([]);
		expect(open?.at).toBe(open?.steps.length);
		expect(stories.find((story) => story.id === id)?.done).toBe('shown');
	}

	it.each(everyStory.map(({ id, title }) => [id, title]))('%s: %s', (id) => play(id));

	it('begin in order, whatever was broken before: the roles, the shop, its key, Discord, the bot', async () => {
		await world.bot.kill();
		const broken = {
			'server-manage-roles': { isOn: false },
			'shop-new-key': {},
			'shop-fault': { fault: 'hang' },
			'shop-catalogue': { catalogue: 'none' },
			'bot-discord-down': { isOn: true },
		} satisfies Partial<WorldActs>;
		for (const [name, args] of Object.entries(broken)) await world.acts[name]?.(args);
		stage.guild.moveRole(stage.guild.botRole.id, 1);
		stage.guild.removeMember(stage.people.moderator.id);
		await play('support-ends');
	});

	it('end what they have begun if they are left', async () => {
		await guide.acts['story-begin']({ id: 'kill' });
		await guide.acts['story-close']({});
		expect((await newHolder(stage, 'Nia')).holder.roleIds).toContain(stage.roles.buyer.id);
	});
});
