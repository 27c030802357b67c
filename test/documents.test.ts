import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { slashPayloads } from '../commands/registry.js';
import { version } from '../src/base/version.js';
import { usage } from '../src/cli/claims/run-claims.js';
import { allVariables, readSettings, variables } from '../src/config.js';

/** The body rows of a Markdown table below this heading, each as its cells. */
function rowsOf(markdown: string): string[][] {
	const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
	return rows.slice(2).map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

const readme = readFileSync('README.md', 'utf8');
const settings = readFileSync('docs/settings.md', 'utf8');
const example = readFileSync('.env.example', 'utf8');

function givenInExample(): Map<string, string> {
	const lines = example.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
	return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

describe('.env.example', () => {
	it('has every variable and no other, in the order of the configuration', () => {
		expect([...givenInExample().keys()]).toEqual(allVariables);
	});

	it('is complete except for the required values, and contains no secret', () => {
		const given = givenInExample();
		const required = ['DISCORD_TOKEN', 'MARKETPLACE_URL', 'MARKETPLACE_API_KEY', 'CLAIM_SECRET'];
		for (const name of required) expect(given.get(name)).toBe('');
		const optional = allVariables.filter((name) => !required.includes(name));
		const withoutAny = readSettings({}, optional);
		expect(readSettings(Object.fromEntries(given), optional)).toEqual(withoutAny);
	});
});

describe('docs/settings.md', () => {
	it('has a row for every variable, with its default', () => {
		const rows = rowsOf(settings);
		expect(rows.map(([name]) => name)).toEqual(allVariables.map((name) => `\`${name}\``));
		for (const [name, shown] of rows) {
			const key = name?.replaceAll('`', '') as keyof typeof variables;
			const parsed = variables[key].schema.safeParse(undefined);
			if (!parsed.success) expect(shown).toBe('required');
			else if (parsed.data !== undefined) expect(shown).toBe(`\`${parsed.data}\``);
			else expect(['none', 'Discord’s own']).toContain(shown);
		}
	});

	it('names each secret that can come from a file', () => {
		for (const name of allVariables.filter((it) => 'secret' in variables[it])) {
			expect(settings).toMatch(new RegExp(`\`${name}\`[^|]*can also come from a file`));
		}
	});
});

describe('the README', () => {
	it('has a row for every command, with its required options', () => {
		const section = readme.split('## Commands\n')[1]?.split('\n## ')[0] ?? '';
		const shown = rowsOf(section).map(([command]) => command);
		const own = slashPayloads.map(({ name, ...payload }) => {
			const options = 'options' in payload ? payload.options : [];
			const required = options.filter((option) => 'required' in option && option.required);
			return `\`${[`/${name}`, ...required.map((option) => option.name)].join(' ')}\``;
		});
		expect(shown).toEqual(own);
	});

	it('requests in its invite link exactly the permissions that the bot uses', () => {
		const [viewChannel, sendMessages, embedLinks, manageRoles] = [1n << 10n, 1n << 11n, 1n << 14n, 1n << 28n];
		const asked = /permissions=(\d+)/.exec(readme)?.[1];
		expect(BigInt(asked ?? 0)).toBe(viewChannel | sendMessages | embedLinks | manageRoles);
	});
});

/** Documents for people who install the bot, run it or staff its server. */
const guides = [
	'README.md',
	...['README', 'hosting', 'settings', 'server', 'moderators', 'operating'].map((page) => `docs/${page}.md`),
];
const claimsCommands = [...usage.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map(([, name = '']) => name);

it.each(guides)('%s names only scripts that exist', (file) => {
	const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
	const named = [...readFileSync(file, 'utf8').matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name);
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it.each([...guides, 'CHANGELOG.md'])('%s names only commands of `npm run claims` that exist', (file) => {
	const named = readFileSync(file, 'utf8').matchAll(
		/(?:run claims --|claims-cli\.js|claimcheck claims) ([a-z][a-z-]+)/g,
	);
	expect([...named].map(([, name = '']) => name).filter((name) => !claimsCommands.includes(name))).toEqual(
		[],
	);
});

it('docs/operating.md has a row for every command of `npm run claims`', () => {
	const section =
		readFileSync('docs/operating.md', 'utf8').split('## Programs\n')[1]?.split('\n## ')[0] ?? '';
	const named = rowsOf(section).flatMap(([command = '']) => /claims -- ([a-z-]+)/.exec(command)?.[1] ?? []);
	expect(named.toSorted()).toEqual(claimsCommands.toSorted());
});

const everyDocument = ['.', 'docs', 'docs/adr', 'test'].flatMap((folder) =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.md'))
		.map((file) => join(folder, file)),
);

it.each(everyDocument)('%s links to files and headings that exist', (file) => {
	const targets = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(
		([, target = '']) => target,
	);
	// On GitHub, a project's releases have addresses next to those of its files.
	const own = targets.filter((target) => !/^https?:|^(?:\.\.\/)+releases\/latest\b/.test(target));
	expect(own.filter((target) => !leadsSomewhere(file, target))).toEqual([]);
});

function leadsSomewhere(file: string, target: string): boolean {
	const [path = '', anchor] = target.split('#');
	const page = path === '' ? file : join(dirname(file), path);
	return existsSync(page) && (anchor === undefined || anchorsOf(page).includes(anchor));
}

/** The anchors that GitHub generates from headings. */
function anchorsOf(file: string): string[] {
	return [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

it.each(['docs/proof.md', 'test/README.md'])('%s names only tests that exist', (file) => {
	const named = [...readFileSync(file, 'utf8').matchAll(/`(test\/[\w/.-]+)`/g)].map(([, path = '']) => path);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

describe('docs/architecture.md', () => {
	it('names only files and rooms that exist', () => {
		const page = readFileSync('docs/architecture.md', 'utf8');
		const files = [...page.matchAll(/`((?:[a-z]+\/)[\w/-]+\.ts)`/g)].map(([, path = '']) => path);
		const rooms = [...page.matchAll(/`(src\/[a-z]+|commands)`/g)].map(([, path = '']) => path);
		expect(files.length).toBeGreaterThan(15);
		expect(rooms.length).toBeGreaterThan(10);
		const missing = [...files, ...rooms].filter((path) => !existsSync(path) && !existsSync(`src/${path}`));
		expect(missing).toEqual([]);
	});
});

describe('the version', () => {
	it('is the same in the program and in package.json', () => {
		const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
		expect(version).toBe(manifest.version);
	});

	it('has a section in the changelog', () => {
		expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`## ${version}`);
	});
});

describe('the commands', () => {
	it('never suggest anything for a purchase code being typed, since each keystroke of a secret would be sent', () => {
		for (const payload of slashPayloads) {
			for (const option of 'options' in payload ? payload.options : []) {
				if (option.type !== ApplicationCommandOptionType.String || option.name !== 'code') continue;
				expect(option).not.toHaveProperty('autocomplete', true);
			}
		}
	});
});
