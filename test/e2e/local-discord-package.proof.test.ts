import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { describeInBrowser, openChromium } from '../../packages/local-discord/test/browser/chromium.js';

// The package for a stranger: packed from a copy of its sources, since other tests use the built files here, and
// unpacked into an empty folder. Nothing is fetched: its declared dependencies, and they alone, are linked beside it.

const run = promisify(execFile);
const source = resolve('packages/local-discord');
const packageSchema = z.object({
	exports: z.record(z.string(), z.object({ types: z.string(), default: z.string() })),
	dependencies: z.record(z.string(), z.string()),
});
const packedSchema = z.tuple([
	z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
]);

let folder: string;
let installed: string;
let files: readonly string[];
let manifest: z.infer<typeof packageSchema>;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'local-discord-package-'));
	manifest = packageSchema.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
	const packed = await pack(join(folder, 'checkout'));
	files = packed.files.map(({ path }) => path);
	installed = join(folder, 'node_modules/@claimcheck/local-discord');
	await mkdir(installed, { recursive: true });
	await run('tar', ['-xzf', packed.filename, '--strip-components=1', '-C', installed]);
	for (const name of [...Object.keys(manifest.dependencies), 'discord.js']) {
		await symlink(folderOf(name), join(folder, 'node_modules', name));
	}
	await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('holds its compiled code, declarations, page, README and licences, and nothing else', () => {
	const page =
		'dist/web/(index\\.html|icon\\.svg|page\\.(js|css)|[\\w.-]+\\.LEGAL\\.txt|noto-sans-[\\w-]+\\.woff2)';
	const allowed = new RegExp(
		`^(package\\.json|README\\.md|LICENSE|dist/(?!web/)[\\w/-]+\\.(js|d\\.ts)|${page})$`,
	);
	expect(files.filter((file) => !allowed.test(file))).toEqual([]);
	expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']));
	expect(files).not.toContain('dist/left-over.js');
	for (const file of ['index.html', 'page.js', 'page.css', 'page.js.LEGAL.txt', 'licences.LEGAL.txt']) {
		expect(files).toContain(`dist/web/${file}`);
	}
	for (const target of Object.values(manifest.exports).flatMap((it) => [it.types, it.default])) {
		expect(files).toContain(target.replace('./', ''));
	}
});

it('imports nothing but what it declares', async () => {
	const imported = new Set<string>();
	for (const file of files.filter((name) => /^dist\/(?!web\/)/.test(name))) {
		const code = await readFile(join(installed, file), 'utf8');
		for (const [, name = ''] of code.matchAll(/(?:\bfrom|\bimport) '((?:@[^/']+\/)?[^./'][^/']*)/g)) {
			imported.add(name);
		}
	}
	const foreign = [...imported].filter((name) => !name.startsWith('node:'));
	expect(foreign.sort()).toEqual(Object.keys(manifest.dependencies).sort());
});

it('has a page that holds all that it needs, with the licences of it', async () => {
	const page = await readFile(join(installed, 'dist/web/page.js'), 'utf8');
	expect(page.match(/\b(?:import|from)\s*["'(]/g)).toBeNull();
	const licences = await readFile(join(installed, 'dist/web/licences.LEGAL.txt'), 'utf8');
	for (const name of ['lit', '@skyra/discord-components-core', '@fontsource-variable/noto-sans']) {
		expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
	}
});

const aBot = `
	import { Client, Events, GatewayIntentBits } from 'discord.js';
	const { DISCORD_API_URL: api, BOT_TOKEN: token, DISCORD_GUILD_ID: guildId } = process.env;
	const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });
	client.once(Events.ClientReady, async () => {
		await client.application.commands.set([{ name: 'hi', description: 'Greets' }], guildId);
		console.log('Here I am, with', token);
	});
	client.on(Events.InteractionCreate, async (interaction) => {
		if (interaction.isChatInputCommand()) await interaction.reply('Hello, ' + interaction.member.displayName);
	});
	process.once('SIGTERM', async () => {
		await client.destroy();
		console.log('Good bye');
	});
	await client.login(token);`;

/** The packed program with these arguments, its output as it comes, and its end. */
async function startBin(...args: string[]) {
	await writeFile(join(folder, 'own-bot.js'), aBot);
	const { bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
		bin: { 'local-discord': string };
	};
	const child = spawn(process.execPath, [join(installed, bin['local-discord']), ...args], {
		cwd: folder,
		env: { ...process.env, BROWSER: 'none' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const exited = once(child, 'close').then(([code]: unknown[]) => code);
	const program = { child, exited, output: '' };
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			program.output += text;
		});
	}
	return program;
}

const addressIn = (output: string): string => /http:\/\/\S+#key=\S+/.exec(output)?.[0] ?? '';

describeInBrowser('its page, beside somebody’s own bot', () => {
	it('has the bot’s commands, shows what it prints, starts it anew, and ends it in order', async () => {
		const command = [
			'--people',
			'Maya, Ben:Moderator',
			'--env',
			'BOT_TOKEN={token}',
			'--',
			'node',
			'own-bot.js',
		];
		const program = await startBin(...command);
		await expect.poll(() => program.output).toContain('Here I am');
		const browser = await openChromium();
		onTestFinished(() => browser.close());
		const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		const said: string[] = [];
		page.on('console', (message) => said.push(message.text()));
		page.on('pageerror', (error) => said.push(String(error)));
		const hosts = new Set<string>();
		page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
		await page.goto(addressIn(program.output));

		const box = page.locator('phone-frame').first().getByRole('combobox').last();
		await box.click();
		await page.keyboard.type('/hi');
		await page.getByRole('option', { name: /hi/ }).first().waitFor();
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await page.getByText('Hello, Maya').first().waitFor();

		await page.getByRole('tab', { name: 'Bot’s log' }).click();
		const log = page.getByRole('log', { name: 'What the bot prints' });
		await log.getByText('Here I am, with …').waitFor();
		await page.getByRole('button', { name: 'Restart' }).click();
		await log.getByText('Good bye').waitFor();
		await expect.poll(() => log.getByText('Here I am').count()).toBe(2);
		await page.getByRole('button', { name: 'Kill' }).click();
		await page.getByText('ended by SIGKILL').waitFor();
		await page.getByRole('button', { name: 'Start', exact: true }).click();
		await expect.poll(() => log.getByText('Here I am').count()).toBe(3);
		expect(said).toEqual([]);
		expect([...hosts]).toEqual(['127.0.0.1']);

		program.child.kill('SIGINT');
		expect(await program.exited).toBe(0);
		expect(program.output.match(/Good bye/g)).toHaveLength(2);
	});
});

it('prints what to set where no bot is named, and a bot that is started by hand joins', async () => {
	const program = await startBin('--api-port', '0', '--env', 'BOT_TOKEN={token}');
	await expect.poll(() => program.output).toContain('Ctrl-C ends it.');
	const variables = Object.fromEntries(
		[...program.output.matchAll(/^ {2}([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
	);
	expect(Object.keys(variables)).toEqual([
		'DISCORD_TOKEN',
		'DISCORD_API_URL',
		'DISCORD_APPLICATION_ID',
		'DISCORD_GUILD_ID',
		'BOT_TOKEN',
		'NODE_OPTIONS',
	]);
	expect(variables['BOT_TOKEN']).toBe(variables['DISCORD_TOKEN']);
	const bot = spawn(process.execPath, ['own-bot.js'], {
		cwd: folder,
		env: { PATH: process.env['PATH'] ?? '', ...variables },
	});
	onTestFinished(() => void bot.kill('SIGKILL'));
	const [line] = (await once(bot.stdout, 'data')) as [Buffer];
	expect(String(line)).toContain('Here I am');
	program.child.kill('SIGTERM');
	expect(await program.exited).toBe(0);
});

it.each([
	['no such command', ['--', 'no-such-command-anywhere'], 127, 'could not be started'],
	['a wrong option', ['--prot', '80'], 2, 'Usage: local-discord'],
	['a port that is none', ['--port', '70000'], 2, '--port takes a number'],
	['a call for help', ['--help'], 0, 'Usage: local-discord'],
])('ends for %s, and says why', async (_, args, code, words) => {
	const program = await startBin(...args);
	expect(await program.exited).toBe(code);
	expect(program.output).toContain(words);
});

it('runs the example of its README as plain JavaScript', async () => {
	const readme = await readFile(join(installed, 'README.md'), 'utf8');
	const [bot, test] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
	await writeFile(join(folder, 'bot.js'), bot ?? '');
	await writeFile(join(folder, 'bot.test.js'), test ?? '');
	const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'bot.test.js'], {
		cwd: folder,
		// A test run within a test run would report to the outer one.
		env: { ...process.env, NODE_TEST_CONTEXT: undefined },
	});
	expect(stdout).toMatch(/^# pass 1$/m);
	expect(stdout).toMatch(/^# fail 0$/m);
});

it('can be used from strict TypeScript that checks the declarations too, without types of Node.js', async () => {
	const imports = Object.keys(manifest.exports).map(
		(path, at) => `import * as m${at} from '@claimcheck/local-discord${path.slice(1)}';`,
	);
	const use = `
		const discord = await m0.startLocalDiscord({ port: 0, privilegedIntents: 0 });
		const guild: m0.Guild = discord.createGuild({ name: 'My server' });
		const ana: m0.Person = discord.person(guild, { name: 'Ana' });
		const answer: { content: string } = await ana.chatInput('hi').answered();
		const route: m0.RouteKey = 'GET /gateway/bot';
		discord.faults.add(route, { kind: 'delay', ms: 5 });
		// @ts-expect-error Not for users.
		discord.events.emit({ type: 'member-joined' });
		export const all = [answer, ${imports.map((_, at) => `m${at}`).join()}];`;
	await writeFile(join(folder, 'use.ts'), [...imports, use].join('\n'));
	const compiler = resolve('node_modules/.bin/tsc');
	const flags =
		'--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck false';
	const target = '--module nodenext --target es2023 --lib es2023,dom --types'.split(' ');
	const { stdout } = await run(compiler, [...flags.split(' '), ...target, '', 'use.ts'], {
		cwd: folder,
	}).catch((error: { stdout: string }) => error);
	expect(stdout).toBe('');
});

it('is only asked for what it offers', async () => {
	const offered = new Set(
		Object.keys(manifest.exports).map((path) => `@claimcheck/local-discord${path.slice(1)}`),
	);
	for (const part of ['test', 'packages/sandbox/src', 'packages/sandbox/test']) {
		for (const file of await readdir(part, { recursive: true })) {
			if (!file.endsWith('.ts')) continue;
			const code = await readFile(join(part, file), 'utf8');
			for (const [, name = ''] of code.matchAll(/ from '(@claimcheck\/local-discord[\w/-]*)'/g)) {
				expect.soft(offered, `${part}/${file}`).toContain(name);
			}
		}
	}
});

/** Packs a copy of the package below `checkout`, in which an earlier build has left something behind. */
async function pack(checkout: string): Promise<z.infer<typeof packedSchema>[0]> {
	const copy = join(checkout, 'packages/local-discord');
	await cp(source, copy, {
		recursive: true,
		filter: (path) => !/\/(dist|node_modules|test)$/.test(path),
	});
	await cp(resolve('tsconfig.json'), join(checkout, 'tsconfig.json'));
	await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
	await symlink(join(source, 'node_modules'), join(copy, 'node_modules'));
	await mkdir(join(copy, 'dist'));
	await writeFile(join(copy, 'dist/left-over.js'), '');
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: copy });
	const [packed] = packedSchema.parse(JSON.parse(stdout.slice(stdout.indexOf('['))));
	return { ...packed, filename: join(folder, packed.filename) };
}

/** The folder of a dependency of the package: in the package, or in the repository's root. */
function folderOf(name: string): string {
	const own = join(source, 'node_modules', name);
	return existsSync(own) ? own : resolve('node_modules', name);
}
