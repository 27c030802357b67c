import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

// Which folder may know which: what keeps a rule about claims from ending up in a button. A folder's row lists what its
// files may import, besides node's own modules and files of the folder itself; `type:` allows types alone.
const rules: Readonly<Record<string, readonly string[]>> = {
	'src/time': ['type:src/logger'],
	'src/limits': ['src/storage/update', 'zod'],
	'src/marketplace': ['src/errors', 'src/web-address', 'src/time', 'type:src/limits', 'undici', 'zod'],
	'src/storage': [
		'src/errors',
		'src/web-address',
		'keyv',
		'@keyv/sqlite',
		'@keyv/postgres',
		'@keyv/redis',
		'pg',
		'zod',
	],
	'src/claims': [
		'src/errors',
		'type:src/storage/store',
		'src/storage/update',
		// What an answer of the marketplace changes is decided within the swap.
		'src/refunds/refund-rule',
		'zod',
	],
	'src/verification': ['src/errors', 'src/limits'],
	'src/refunds': ['src/errors', 'type:src/claims'],
	'src/roles': ['src/errors', 'src/storage/update', 'zod'],
	'src/statistics': ['src/errors', 'src/storage/update', 'zod'],
	'src/charts': ['vega', 'vega-lite', '@resvg/resvg-js'],
	'src/i18n': ['intl-messageformat'],
	'src/guilds': [
		'src/errors',
		'src/storage/update',
		'zod',
		'type:src/roles',
		'type:src/claims/policy',
		'type:src/config',
		'type:src/logger',
		'src/time',
	],
	'src/checkup': ['src/errors', 'src/guilds', 'type:src/claims', 'type:src/roles', 'type:src/logger'],
	'src/members': [
		'src/claims/scrub-codes',
		'src/roles/role-plan',
		'src/time',
		'type:src/claims',
		'type:src/refunds',
		'type:src/roles',
		'type:src/verification',
		'type:src/moderation',
		'type:src/views',
		'type:src/discord',
		'type:src/logger',
	],
	'src/moderation': [
		'src/storage/update',
		'src/claims/scrub-codes',
		'zod',
		'type:src/claims',
		'src/refunds/refund-rule',
		'type:src/refunds',
		'type:src/limits',
		'type:src/discord/audit-log',
	],
	'src/views': [
		'discord.js',
		'zod',
		'src/i18n',
		'src/web-address',
		'src/claims/scrub-codes',
		'type:src/roles',
		'type:src/claims',
		'type:src/checkup',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/moderation',
		'type:src/statistics',
		'type:src/charts',
	],
	'src/discord': [
		'src/errors',
		'src/i18n',
		'src/views',
		'src/time',
		'discord.js',
		'zod',
		'type:src/roles',
		'type:src/checkup',
		'type:src/guilds',
		'type:src/logger',
	],
	commands: [
		'src/views',
		'src/i18n',
		'src/discord/command',
		'src/claims/scrub-codes',
		'discord.js',
		'type:src/verification',
		'type:src/claims',
		'type:src/checkup',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/moderation',
		'type:src/statistics',
		'type:src/charts',
	],
};

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
			.filter((it) => !allowed.some((rule) => allows(rule, it)))
			.map(({ file, target }) => `${file} → ${target}`);
		expect(strangers).toEqual([]);
	});

	it('lets nothing but the entries import the composition root', () => {
		const importers = ['src', 'commands']
			.flatMap(filesIn)
			.flatMap(importsOf)
			.filter(({ target }) => target === 'src/app' || target.startsWith('src/composition/'))
			.map(({ file }) => file)
			.filter((file) => !file.startsWith('src/composition/'));
		expect([...new Set(importers)].sort()).toEqual(['src/app.ts', 'src/doctor.ts', 'src/main.ts']);
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
		const entries = ['src/main.ts', 'src/register.ts', 'src/claims-cli.ts', 'src/doctor.ts'];
		const readers = ['src', 'commands']
			.flatMap(filesIn)
			.filter((file) => !entries.includes(file))
			.filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')));
		expect(readers).toEqual([]);
	});
});
