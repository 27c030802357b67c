import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { components } from '../commands/registry.js';
import { rowKinds } from '../src/row-kinds.js';

/**
 * The rooms from the ground up: a room imports only from rooms above it in this table, even types. Each room has a
 * ceiling of lines and files: if a change needs more, something else goes, or the change argues for a higher ceiling.
 */
const rooms: Readonly<Record<string, readonly [lines: number, files: number]>> = {
	'src/base': [1075, 16],
	'src/i18n': [175, 4],
	'src/config': [280, 1],
	'src/operate': [450, 3],
	'src/storage': [2575, 18],
	'src/ground': [20, 1],
	'src/marketplace': [1800, 18],
	'src/claims': [3425, 26],
	'src/servers': [1325, 12],
	'src/messages': [1125, 6],
	'src/roles': [1275, 6],
	'src/floors': [50, 1],
	'src/services': [4675, 33],
	'src/ui': [2350, 22],
	'src/discord': [4400, 30],
	'src/row-kinds': [100, 1],
	'src/store-tasks': [100, 1],
	'src/create-services': [150, 1],
	commands: [4975, 29],
	'src/health': [150, 1],
	'src/app': [250, 1],
	'src/cli': [3475, 34],
	'src/main': [180, 1],
};

/** Each kind of row, custom id and text is one more thing to learn. */
const ceilings = { 'kinds of rows': 34, 'custom ids': 76, texts: 960 };

/** Parts of a room, from the ground up; '.' stands for the files directly in the room. */
const parts: Readonly<Record<string, string>> = {
	'src/base': '. time',
	'src/claims': '. admin',
	'src/cli': 'program claims init .',
	'src/discord': 'registration connection guilds lifecycle channels doctor interactions',
	'src/services': 'statistics refunds updates verification moderation purchases setup doctor',
	'src/ui': '. messages',
	commands: 'items account doctor panel privacy verify purchases staff stats setup .',
};

/** Libraries that are confined to one or a few rooms. zod is allowed everywhere, since every edge parses with it. */
const libraries: Readonly<Record<string, readonly string[]>> = {
	'@keyv/postgres': ['src/storage'],
	'@keyv/redis': ['src/storage'],
	'@keyv/serialize': ['src/storage'],
	'@keyv/sqlite': ['src/storage'],
	'@resvg/resvg-js': ['src/services'],
	'csv-parse': ['src/cli'],
	'discord.js': ['src/ui', 'src/discord', 'commands', 'src/app', 'src/cli'],
	'entities/decode': ['src/marketplace', 'src/ui'],
	'intl-messageformat': ['src/i18n'],
	keyv: ['src/storage'],
	minisearch: ['src/marketplace'],
	pg: ['src/storage'],
	'pg-connection-string': ['src/base'],
	pino: ['src/base'],
	'prom-client': ['src/operate', 'src/health'],
	sqlite3: ['src/storage'],
	undici: ['src/marketplace', 'src/discord'],
	vega: ['src/services'],
	'vega-lite': ['src/services'],
};

/** Rooms from which a page may import only types, so that no rule ends up in a button. */
const deciding = /^src\/(storage|marketplace|messages|operate|roles|services)\//;

interface Import {
	readonly file: string;
	readonly target: string;
	readonly typeOnly: boolean;
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));
}

const files = ['src', 'commands'].flatMap(filesIn);

/** A folder, or a file next to them. */
function roomOf(path: string): string {
	const [first = '', second] = path.split('/');
	return first === 'commands' || second === undefined ? first : `${first}/${second}`.replace(/\.ts$/, '');
}

function importsOf(file: string): Import[] {
	const statements = readFileSync(file, 'utf8').matchAll(
		/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm,
	);
	return [...statements].map(([statement, type, specifier = '']) => ({
		file,
		target: specifier.startsWith('.')
			? normalize(join(dirname(file), specifier)).replace(/\.js$/, '')
			: specifier,
		typeOnly: type !== undefined || isTypesOnly(statement),
	}));
}

/** `import { type A, type B } from` imports nothing at run time either. */
function isTypesOnly(statement: string): boolean {
	const names = /\{([^}]*)\}/.exec(statement)?.[1];
	const isType = (name: string): boolean => name.trim() === '' || name.trim().startsWith('type ');
	return names?.split(',').every(isType) ?? false;
}

const imports = files.flatMap(importsOf);
const inside = imports.filter(({ target }) => /^(src|commands)\//.test(target));
const outside = imports.filter((it) => !inside.includes(it) && !it.target.startsWith('node:'));
const named = (found: readonly Import[]) => found.map(({ file, target }) => `${file} → ${target}`);

describe('the architecture', () => {
	const order = Object.keys(rooms);

	it('has only the rooms in the table', () => {
		expect([...new Set(files.map(roomOf))].sort()).toEqual(order.toSorted());
	});

	it('imports only downwards', () => {
		const upward = inside.filter(
			({ file, target }) => order.indexOf(roomOf(target)) > order.indexOf(roomOf(file)),
		);
		expect(named(upward)).toEqual([]);
	});

	it.each(Object.entries(parts))('%s has parts that import only downwards', (room, from) => {
		const floorOf = (path: string): number => {
			const [first = '', second] = path.slice(room.length + 1).split('/');
			return from.split(' ').indexOf(second === undefined ? '.' : first);
		};
		const within = inside.filter(({ file, target }) => roomOf(file) === room && roomOf(target) === room);
		expect(filesIn(room).filter((file) => floorOf(file) < 0)).toEqual([]);
		expect(named(within.filter(({ file, target }) => floorOf(target) > floorOf(file)))).toEqual([]);
	});

	it('keeps each library in its rooms, and imports no stand-ins', () => {
		const elsewhere = outside.filter(
			({ file, target }) => target !== 'zod' && !libraries[target]?.includes(roomOf(file)),
		);
		expect(named(elsewhere)).toEqual([]);
	});

	it('has pages that decide nothing', () => {
		const pages = inside.filter(({ file }) => /^(commands|src\/ui)\//.test(file));
		expect(named(pages.filter(({ target, typeOnly }) => !typeOnly && deciding.test(target)))).toEqual([]);
	});

	it('is described in docs/architecture.md in the same order, in five parts', () => {
		const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| \*\*.+?\*\* \| (.+?) \|/gm);
		const floors = [...rows].map(([, row = '']) =>
			[...row.matchAll(/`(.+?)`/g)].map(([, room = '']) => order.indexOf(room)),
		);
		expect(floors).toHaveLength(5);
		for (const [at, floor] of floors.entries()) {
			expect(Math.min(...floor)).toBeGreaterThan(Math.max(-1, ...(floors[at + 1] ?? [])));
		}
	});

	it('passes objects rather than single functions', () => {
		// discord.js defines `GivenOptions`, for a command.
		const given = files.flatMap((file) => {
			const interfaces = readFileSync(file, 'utf8').matchAll(
				/^(?:export )?interface ((?!GivenOptions)\w+(?:Options|Parts|Dependencies))\b[^\n]*\{\n(.*?)^\}/gms,
			);
			return [...interfaces].flatMap(([, name, members = '']) =>
				[...members.matchAll(/^\t(?:readonly )?(\w+)\??(?:\(|: \(*\w*\(?.*?\) =>)/gm)].map(
					([, member]) => `${name}.${member}`,
				),
			);
		});
		// A batch needs both reading and writing functions.
		const batch = ['decided', 'keysOf', 'run'].map((it) => `BatchOptions.${it}`);
		expect(given.sort()).toEqual([...batch, 'PeriodicTaskOptions.work']);
	});

	it('reads the environment only in the entry points', () => {
		const programs = ['init', 'register', 'claims', 'doctor', 'health-check'].map((it) => `src/cli/${it}.ts`);
		const readers = files.filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')));
		expect(readers.filter((file) => ![...programs, 'src/main.ts'].includes(file))).toEqual([]);
	});
});

describe('the ceilings', () => {
	it.each(Object.entries(rooms))('of %s hold', (room, [lines, most]) => {
		const own = files.filter((file) => roomOf(file) === room);
		const length = own.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
		expect({ lines: Math.max(lines, length), files: Math.max(most, own.length) }).toEqual({
			lines,
			files: most,
		});
	});

	it('of kinds of rows, custom ids and texts hold', () => {
		const texts: object = JSON.parse(readFileSync('src/i18n/messages/en.json', 'utf8'));
		const found = {
			'kinds of rows': rowKinds.length,
			'custom ids': new Set(components.map(({ name }) => name)).size,
			texts: Object.keys(texts).length,
		};
		for (const [what, most] of Object.entries(ceilings)) {
			expect(found[what as keyof typeof found], what).toBeLessThanOrEqual(most);
		}
	});
});
