import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

// Which folder may know which: what keeps a rule about claims from ending up in a button. A folder's row lists what its
// files may import, besides node's own modules and files of the folder itself; `type:` allows types alone.
const rules: Readonly<Record<string, readonly string[]>> = {
	'src/time': ['type:src/logger'],
	/** Which shards this process has, and how the processes come to terms over the store. */
	'src/slices': ['src/storage/update', 'zod'],
	'src/limits': ['src/storage/update', 'zod'],
	'src/marketplace': [
		'src/errors',
		'src/web-address',
		'src/time',
		'type:src/limits',
		'type:src/logger',
		'entities/decode',
		'undici',
		'zod',
	],
	'src/storage': [
		'src/errors',
		'src/web-address',
		'keyv',
		'@keyv/sqlite',
		'@keyv/postgres',
		'@keyv/redis',
		'pg',
		'sqlite3',
		'zod',
	],
	/** States of the store, the shop and Discord, from the operations that are made anyway. */
	'src/dependencies': [
		'src/errors',
		'type:src/logger',
		'type:src/marketplace/caller',
		'type:src/storage/store',
	],
	'src/backups': ['src/errors', 'src/storage', 'src/time', 'zod'],
	'src/claims': [
		'type:src/marketplace/account-guard',
		'src/errors',
		'type:src/storage/store',
		'src/storage/update',
		'zod',
	],
	'src/verification': [
		'src/errors',
		'src/limits',
		'type:src/claims',
		'type:src/marketplace',
		'type:src/roles',
		'type:src/storage/update',
	],
	'src/references': ['src/storage/shared-passes', 'src/storage/update', 'zod'],
	'src/disputes': [
		'src/claims/own-claims',
		'src/claims/policy',
		'src/claims/scrub-codes',
		'src/storage/shared-passes',
		'src/storage/update',
		'zod',
		'type:src/claims',
		'type:src/logger',
		'type:src/notices',
		'type:src/references',
	],
	'src/notices': ['type:src/logger', 'src/storage/update', 'zod'],
	'src/refunds': [
		'type:src/slices',
		'src/claims/refund-rule',
		'src/errors',
		'src/storage/update',
		'type:src/storage/store',
		'zod',
		'type:src/claims',
		'type:src/marketplace',
	],
	'src/roles': [
		'type:src/dependencies',
		'type:src/slices',
		'src/errors',
		'src/storage/update',
		'src/time',
		'zod',
	],
	'src/statistics': ['src/errors', 'src/storage/update', 'zod', 'type:src/verification'],
	'src/charts': ['src/time', 'vega', 'vega-lite', '@resvg/resvg-js'],
	'src/i18n': ['intl-messageformat'],
	'src/guilds': [
		'src/errors',
		'src/storage/update',
		'zod',
		'type:src/roles',
		'src/claims/policy',
		'type:src/config',
		'type:src/logger',
		'src/time',
	],
	'src/checkup': [
		'src/dependencies',
		'type:src/slices',
		'src/errors',
		'src/guilds',
		'src/time',
		'type:src/claims',
		'type:src/marketplace',
		'type:src/roles',
		'type:src/logger',
	],
	'src/members': [
		'src/claims/scrub-codes',
		'src/roles/role-plan',
		'src/time',
		'type:src/claims',
		'type:src/limits',
		'type:src/moderation',
		'type:src/notices',
		'type:src/references',
		'type:src/refunds',
		'type:src/roles',
		'type:src/verification',
	],
	'src/moderation': [
		'src/storage/shared-passes',
		'src/storage/update',
		'src/claims/code-ending',
		'src/claims/scrub-codes',
		'src/errors',
		'src/refunds/refund-answer',
		'src/roles/role-api',
		'src/roles/role-plan',
		'zod',
		'type:src/claims',
		'type:src/limits',
		'type:src/marketplace',
		'type:src/refunds',
		'type:src/roles',
	],
	'src/alerts': [
		'src/claims/account-note',
		'src/marketplace/account-guard',
		'src/refunds/revocation-budget',
		'src/roles/role-api',
		'src/storage/update',
		'src/time',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/roles',
		'zod',
	],
	/** What the log, the metrics and the audit channels are told of an outcome: it decides nothing that happens. */
	'src/reporting': [
		'src/alerts/alert',
		'src/claims/code-ending',
		'type:src/alerts',
		'type:src/claims',
		'type:src/discord/audit-log',
		'type:src/guilds',
		'type:src/logger',
		'type:src/marketplace',
		'type:src/members',
		'type:src/metrics',
		'type:src/moderation',
		'type:src/notices',
		'type:src/references',
		'type:src/refunds',
		'type:src/roles',
		'type:src/verification',
		'type:src/views/audit-view',
		'type:src/disputes',
	],
	'src/init': [
		'src/claims/claim-keys',
		'src/claims/secret-guard',
		'src/claims/store-keys',
		'src/config',
		'src/discord/own-guilds',
		'src/discord/registration',
		'src/errors',
		'src/guilds/served-notes',
		'src/storage',
		'src/stored-rows',
		'src/views/text',
		'src/web-address',
		'discord.js',
		'type:src/marketplace',
	],
	'src/views': [
		'type:src/references',
		'type:src/alerts',
		'discord.js',
		'entities/decode',
		'zod',
		'src/i18n',
		'src/web-address',
		'src/claims/bot-reason',
		'src/claims/scrub-codes',
		'type:src/roles',
		'type:src/claims',
		'type:src/checkup',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/members',
		'type:src/moderation',
		'type:src/notices',
		'type:src/statistics',
		'type:src/charts',
		'type:src/disputes',
	],
	'src/discord': [
		'src/dependencies/failure-reason',
		'type:src/slices',
		'src/errors',
		'src/i18n',
		'src/views',
		'src/time',
		'discord.js',
		'undici',
		'zod',
		'type:src/roles',
		'type:src/alerts',
		'type:src/checkup',
		'type:src/guilds',
		'type:src/logger',
		'type:src/notices',
		'type:src/disputes',
	],
	commands: [
		'src/views',
		'src/i18n',
		'src/discord/handler',
		'src/discord/slash-command',
		'type:src/discord/command',
		'src/claims/scrub-codes',
		'discord.js',
		'type:src/alerts',
		'type:src/verification',
		'type:src/claims',
		'type:src/checkup',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/members',
		'type:src/moderation',
		'type:src/references',
		'type:src/roles',
		'type:src/statistics',
		'type:src/charts',
		'type:src/disputes',
	],
};

/** A pair of ids that every room knows, and the fields that rows of all rooms have. */
const everywhere = ['type:src/member-ref', 'src/row-fields'];

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

/** A folder, or a file beside them. */
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

function allows(rule: string, { target, typeOnly }: Import): boolean {
	const typesAlone = rule.startsWith('type:');
	const allowed = typesAlone ? rule.slice('type:'.length) : rule;
	return (typeOnly || !typesAlone) && (target === allowed || target.startsWith(`${allowed}/`));
}

describe('the architecture', () => {
	it.each(Object.entries(rules))('%s imports only what it may know', (folder, allowed) => {
		const strangers = filesIn(folder)
			.flatMap(importsOf)
			.filter(({ target }) => !target.startsWith('node:') && !target.startsWith(`${folder}/`))
			.filter((it) => ![...everywhere, ...allowed].some((rule) => allows(rule, it)))
			.map(({ file, target }) => `${file} → ${target}`);
		expect(strangers).toEqual([]);
	});

	it('has no rooms that import each other, in a circle of any length', () => {
		const imports = ['src', 'commands'].flatMap(filesIn).flatMap(importsOf);
		const known = new Map<string, Set<string>>();
		for (const { file, target } of imports.filter((it) => /^(src|commands)\b/.test(it.target))) {
			const [from, to] = [roomOf(file), roomOf(target)];
			known.set(from, (known.get(from) ?? new Set()).add(to));
		}
		const reach = (from: string, seen = new Set<string>()): Set<string> => {
			for (const to of known.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
			return seen;
		};
		const rooms = [...known.keys()].sort();
		const circles = rooms.flatMap((one) =>
			rooms
				.filter((other) => one < other && reach(one).has(other) && reach(other).has(one))
				.map((other) => `${one} ⇄ ${other}`),
		);
		expect(circles).toEqual([]);
	});

	it('puts together and decides nothing in the composition root', () => {
		const decides = filesIn('src/composition').filter((file) => {
			const text = readFileSync(file, 'utf8');
			const exported = [...text.matchAll(/^export (?:async )?(\w+) (\w+)/gm)];
			const isWiring = exported.every(
				([, kind, name = '']) =>
					kind === 'interface' || kind === 'type' || /^(create|connect|open|follow|stop)[A-Z]/.test(name),
			);
			const isShort = text.split('\n').length <= 150;
			return !isWiring || !isShort || /^(export )?class |from 'zod'|\bupdate\(/m.test(text);
		});
		expect(decides).toEqual([]);
	});

	it('lets nothing but the entries import the composition root', () => {
		const importers = ['src', 'commands']
			.flatMap(filesIn)
			.flatMap(importsOf)
			.filter(({ target }) => target === 'src/app' || target.startsWith('src/composition/'))
			.map(({ file }) => file)
			.filter((file) => !file.startsWith('src/composition/'));
		expect([...new Set(importers)].sort()).toEqual([
			'src/app.ts',
			'src/doctor.ts',
			'src/init.ts',
			'src/main.ts',
		]);
	});

	it('lets the bot know nothing of its stand-ins', () => {
		const importers = ['src', 'commands']
			.flatMap(filesIn)
			.flatMap(importsOf)
			.filter(({ target }) => target.startsWith('packages/') || target.startsWith('@claimcheck/'))
			.map(({ file }) => file);
		expect(importers).toEqual([]);
	});

	it('lets nobody but the entries read the environment', () => {
		const entries = ['init', 'main', 'register', 'claims-cli', 'doctor', 'health-check'].map(
			(it) => `src/${it}.ts`,
		);
		const readers = ['src', 'commands']
			.flatMap(filesIn)
			.filter((file) => !entries.includes(file))
			.filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')));
		expect(readers).toEqual([]);
	});
});
