import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

// Which folder may know which: what keeps a rule about claims from ending up in a button. A folder's row lists what its
// files may import, besides node's own modules and files of the folder itself; `type:` allows types alone.
const rules: Readonly<Record<string, readonly string[]>> = {
	/**
	 * Dependencies of every room; imports no room: errors, logger, delay, ids, purchase codes, addresses, version;
	 * time/ (timers and caches).
	 */
	'src/base': ['pg-connection-string', 'pino', 'zod'],
	/** Every text in twelve languages, and the translator. */
	'src/i18n': ['intl-messageformat'],
	/** The key-value store on three back ends; rate limits and backups/ on top of it. */
	'src/storage': [
		'@keyv/postgres',
		'@keyv/redis',
		'@keyv/sqlite',
		'keyv',
		'pg',
		'sqlite3',
		'type:src/base',
		'src/base/errors',
		'src/base/time',
		'src/base/web-address',
		'type:src/dependencies',
		'zod',
	],
	/** States of the store, the shop and Discord, from the operations that are made anyway. */
	'src/dependencies': ['src/base/errors', 'src/base/time', 'type:src/base'],
	/** Who holds which purchase: codes, records, indexes, history; admin/ are the offline jobs. Knows nothing of the shop any more. */
	'src/claims': [
		'src/base/in-batches',
		'src/base/support-end',
		'src/base/purchase-code',
		'type:src/base',
		'src/base/errors',
		'src/base/in-batches',
		'type:src/storage',
		'src/storage/backups',
		'src/storage/open',
		'src/storage/sqlite-file',
		'src/storage/table',
		'zod',
	],
	/** The client of the shop, the catalogue in memory, the account behind the key. */
	'src/marketplace': [
		'minisearch',
		'src/base/purchase-code',
		'entities/decode',
		'type:src/base',
		'src/base/clock',
		'src/base/time',
		'src/base/web-address',
		'type:src/dependencies',
		'type:src/storage',
		'src/storage/table',
		'undici',
		'zod',
	],
	/** Which roles follow from claims (pure), the queue that grants them, the reconciler that finds drift. */
	'src/roles': [
		'type:src/ground',
		'src/base/support-end',
		'src/base/errors',
		'src/base/time',
		'src/storage/table',
		'type:src/base',
		'src/dependencies',
		'type:src/claims',
		'type:src/guilds',
		'src/guilds/role-obstacles',
		'src/guilds/rule-subject',
		'src/guilds/support-stage',
		'type:src/storage',
		'zod',
	],
	/** May this member have this code: rate limits, waiting room, outcome. */
	'src/verification': [
		'src/claims/claim',
		'src/claims/policy',
		'src/base/purchase-code',
		'src/roles/role-plan',
		'type:src/base',
		'type:src/claims',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/refunds',
		'type:src/roles',
		'type:src/storage',
		'src/storage/rate-limits',
	],
	/** When the shop is asked again about a purchase, and what follows from the answer. */
	'src/refunds': [
		'type:src/floors',
		'src/base/support-end',
		'type:src/base',
		'src/base/errors',
		'src/base/time',
		'type:src/claims',
		'src/claims/refund-rule',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/notifications',
		'type:src/roles',
		'type:src/storage',
		'src/storage/table',
		'zod',
	],
	/** Which servers are served, their settings and panels; checkup/ finds what would not work there. */
	'src/guilds': [
		'src/base/errors',
		'src/base/time',
		'src/claims/policy',
		'src/claims/secret-guard',
		'src/dependencies',
		'src/messages',
		'src/storage/backups/last-backup',
		'src/storage/table',
		'type:src/base',
		'type:src/claims',
		'type:src/config',
		'src/marketplace/account-guard',
		'type:src/i18n',
		'type:src/marketplace',
		'type:src/storage',
		'zod',
	],
	/** Verifications and refusals per day; charts/ draws them. */
	'src/statistics': [
		'src/base/support-end',
		'@resvg/resvg-js',
		'src/base/errors',
		'src/base/time',
		'type:src/storage',
		'src/storage/table',
		'type:src/base',
		'type:src/claims',
		'type:src/verification',
		'vega',
		'vega-lite',
		'zod',
	],
	/** Metrics, health server, readiness, service manager (systemd). */
	'src/operations': [
		'prom-client',
		'type:src/base',
		'src/base/errors',
		'src/base/time',
		'src/storage',
		'src/dependencies',
		'type:src/storage',
	],
	/** A message that follows a row: one engine for all of them, and the port to Discord. */
	'src/messages': ['src/base/time', 'type:src/base', 'type:src/storage', 'zod'],
	/** Messages that the bot sends unasked: alerts to staff, notices to members; each sent once, then remembered. */
	'src/notifications': [
		'src/base/support-end',
		'type:src/base',
		'src/base/time',
		'type:src/claims',
		'type:src/guilds',
		'src/guilds/role-obstacles',
		'src/messages',
		'type:src/storage',
		'src/storage/table',
		'zod',
	],
	/** New items and versions: the difference of two item lists, announcements. */
	'src/updates': [
		'src/base/errors',
		'src/messages',
		'type:src/base',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/roles',
		'type:src/storage',
		'src/storage/table',
		'zod',
	],
	/** Members' own purchases and data: list, roles, unlink, privacy. */
	'src/purchases': [
		'type:src/floors',
		'src/storage/table',
		'src/base/support-end',
		'type:src/base',
		'src/base/row-fields',
		'src/base/time',
		'type:src/claims',
		'src/claims/changes',
		'src/claims/scrub-codes',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/moderation',
		'type:src/notifications',
		'type:src/refunds',
		'type:src/roles',
		'src/roles/role-plan',
		'type:src/storage',
		'zod',
	],
	/**
	 * Staff's changes to claims: proposed, confirmed, undone; actions on alerts; disputes/ (two accounts, one
	 * purchase), references/ (numbers of refusals and errors).
	 */
	'src/moderation': [
		'type:src/floors',
		'src/base/errors',
		'src/base/time',
		'src/claims/claim-details',
		'src/claims/claim',
		'src/claims/own-claims',
		'src/claims/policy',
		'src/base/purchase-code',
		'src/claims/scrub-codes',
		'src/marketplace/account-guard',
		'src/messages/deliveries',
		'type:src/messages',
		'src/refunds/renewals',
		'src/refunds/revocation-budget',
		'src/roles/role-api',
		'src/roles/role-plan',
		'src/storage/table',
		'type:src/base',
		'type:src/claims',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/notifications',
		'type:src/refunds',
		'type:src/roles',
		'type:src/storage',
		'zod',
	],
	/** The kit that pages are written with; messages/ are those that are sent and changed without a press. Pure. */
	'src/ui': [
		'src/base/support-end',
		'type:src/base',
		'discord.js',
		'entities/decode',
		'src/base/web-address',
		'type:src/claims',
		'src/claims/record',
		'src/claims/changes',
		'src/claims/scrub-codes',
		'src/guilds/support-stage',
		'type:src/guilds',
		'src/guilds/rule-subject',
		'src/guilds/settings-table',
		'src/guilds/setup-change',
		'type:src/i18n',
		'type:src/marketplace',
		'type:src/moderation',
		'type:src/notifications',
		'type:src/purchases',
		'type:src/roles',
		'type:src/statistics',
		'type:src/updates',
		'zod',
	],
	/** Everything that talks to Discord through discord.js (six parts, below). */
	'src/discord': [
		'discord.js',
		'src/base/errors',
		'src/base/time',
		'src/dependencies/failure-reason',
		'type:src/dependencies',
		'src/i18n/command-text',
		'src/i18n/translator',
		'src/ui',
		'type:src/base',
		'src/guilds/guild-facts',
		'type:src/guilds',
		'type:src/i18n',
		'type:src/marketplace',
		'type:src/messages',
		'type:src/moderation',
		'type:src/notifications',
		'type:src/roles',
		'type:src/updates',
		'undici',
		'type:src/storage',
		'zod',
	],
	commands: [
		'type:src/services',
		'type:src/roles',
		'discord.js',
		'zod',
		'src/base/support-end',
		'src/claims/record',
		'src/guilds/setup-change',
		'src/guilds/support-stage',
		'type:src/base',
		'type:src/claims',
		'src/claims/scrub-codes',
		'type:src/discord',
		'src/discord/interactions/handler',
		'src/discord/interactions/slash-command',
		'type:src/guilds',
		'src/guilds/rule-subject',
		'src/guilds/settings-table',
		'type:src/i18n',
		'src/i18n/command-text',
		'type:src/marketplace',
		'type:src/moderation',
		'type:src/purchases',
		'type:src/statistics',
		'type:src/reporting',
		'type:src/updates',
		'type:src/verification',
		'src/ui',
	],
	/** Turns outcomes into log lines, metrics and audit events; decides nothing. */
	'src/reporting': [
		'type:src/base',
		'type:src/claims',
		'src/claims/claim',
		'type:src/discord',
		'type:src/guilds',
		'type:src/marketplace',
		'type:src/moderation',
		'type:src/notifications',
		'src/notifications/alert',
		'type:src/purchases',
		'src/refunds/recheck-load',
		'type:src/refunds',
		'type:src/roles',
		'type:src/statistics',
		'type:src/verification',
		'type:src/ui',
	],
	/** How every program reads its settings, opens what they name, and ends. */
	'src/cli/program': [
		'type:discord.js',
		'src/base/clock',
		'src/base/errors',
		'src/base/exit-codes',
		'src/base/logger',
		'src/base/unread-output',
		'src/base/wrap-text',
		'src/composition/create-marketplace',
		'src/composition/stored-rows',
		'src/config',
		'src/discord/connection/program-rest',
		'src/storage',
		'type:src/marketplace',
	],
	/** The code behind the setup wizard. What stands loose in src/cli are programs, which import what they run. */
	'src/cli/init': [
		'discord.js',
		'type:src/base',
		'src/base/errors',
		'src/base/text-file',
		'src/base/version',
		'src/base/web-address',
		'src/claims',
		'src/cli/program',
		'src/config',
		'src/discord/connection/program-rest',
		'src/discord/guilds/own-account',
		'src/discord/registration/registration',
		'src/guilds/served-guilds',
		'src/storage',
		'src/ui/text',
		'type:src/marketplace',
	],
	/** The code behind the administration of claims. */
	'src/cli/claims': [
		'cli-progress',
		'csv-parse',
		'type:src/base',
		'src/base/errors',
		'src/base/exit-codes',
		'src/base/in-batches',
		'src/base/purchase-code',
		'src/base/wrap-text',
		'src/claims',
		'src/cli/program',
		'src/composition/create-marketplace',
		'src/composition/create-storage',
		'src/composition/stored-rows',
		'src/config',
		'src/discord/guilds/rest-members',
		'src/guilds/guild-settings',
		'src/guilds/served-guilds',
		'src/marketplace/account-guard',
		'src/notifications',
		'src/purchases/purchase-list',
		'src/roles/sync-rows',
		'src/storage',
		'src/verification/verify',
		'type:src/marketplace',
		'type:src/roles',
		'type:src/verification',
	],
};

// Which parts of a room its other parts may import; '.' are the files that stand in the room itself.
const floors: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	'src/discord': {
		channels: ['connection', 'guilds', 'registration'],
		connection: [],
		guilds: ['connection', 'registration'],
		interactions: ['connection', 'guilds', 'lifecycle', 'registration'],
		lifecycle: ['connection', 'guilds', 'registration'],
		registration: [],
	},
	'src/ui': { '.': [], messages: ['.'] },
	commands: {
		account: ['items'],
		doctor: [],
		items: [],
		panel: [],
		privacy: [],
		purchases: ['items'],
		setup: ['items', 'panel', 'purchases', 'verify'],
		staff: ['items'],
		stats: [],
		verify: ['items', 'purchases'],
		'.': ['account', 'doctor', 'items', 'panel', 'privacy', 'purchases', 'setup', 'staff', 'stats', 'verify'],
	},
	'src/moderation': { '.': ['disputes', 'references'], disputes: ['references'], references: [] },
	'src/guilds': { '.': [], checkup: ['.'] },
	'src/claims': { '.': [], admin: ['.'] },
	'src/storage': { backups: ['.'], '.': [] },
	'src/statistics': { charts: [], '.': [] },
	'src/cli': { '.': ['claims', 'init', 'program'], claims: ['program'], init: ['program'], program: [] },
	'src/base': { '.': [], time: ['.'] },
};

/** For every room: a pair of ids, a purchase as people know it, fields that rows of all rooms have, a message's nonce. */
const everywhere = [
	'type:src/base/member-ref',
	'src/base/nonce',
	'src/base/row-fields',
	'src/base/shown-purchase',
];

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

	it.each(Object.entries(floors))('%s keeps its parts in order', (room, parts) => {
		const partOf = (path: string): string => {
			const [first = '', second] = path.slice(room.length + 1).split('/');
			return second === undefined ? '.' : first;
		};
		const strangers = filesIn(room)
			.flatMap(importsOf)
			.filter(({ target }) => target.startsWith(`${room}/`))
			.filter(({ file, target }) => {
				const [from, to] = [partOf(file), partOf(target)];
				return from !== to && !parts[from]?.includes(to);
			})
			.map(({ file, target }) => `${file} → ${target}`);
		expect(strangers).toEqual([]);
	});

	it('has five parts, in the order of the table in docs/architecture.md, which import no part above', () => {
		const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| \*\*.+?\*\* \| (.+?) \|/gm);
		const parts = [...rows].map(([, rooms = '']) => [...rooms.matchAll(/`(.+?)`/g)].map(([, room]) => room));
		expect(parts).toHaveLength(5);
		const floorOf = (path: string): number =>
			parts.findIndex((rooms) => rooms.includes(path.replace(/^(commands|src\/[^/]+)\/.*/, '$1')));
		const strangers = ['src', 'commands']
			.flatMap(filesIn)
			.flatMap(importsOf)
			.filter(({ file, target }) => floorOf(target) >= 0 && floorOf(target) < floorOf(file))
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
		// A table of what the rooms declare.
		const table = 'src/composition/stored-rows.ts';
		const decides = filesIn('src/composition').filter((file) => {
			if (file === table) return false;
			const text = readFileSync(file, 'utf8');
			const exported = [...text.matchAll(/^export (?:async )?(\w+) (\w+)/gm)];
			const isWiring = exported.every(
				([, kind, name = '']) =>
					kind === 'interface' || kind === 'type' || /^(create|connect|open|follow|stop)[A-Z]/.test(name),
			);
			const isShort = text.split('\n').length <= 330;
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
			'src/cli/claims/dump.ts',
			'src/cli/claims/import-csv.ts',
			'src/cli/claims/load.ts',
			'src/cli/claims/rotate-secret.ts',
			'src/cli/claims/session.ts',
			'src/cli/doctor.ts',
			'src/cli/program/open.ts',
			'src/main.ts',
		]);
	});

	it('takes objects of their owners, and functions only where several are given', () => {
		// `GivenOptions` are discord.js' of a command.
		const given = ['src', 'commands'].flatMap(filesIn).flatMap((file) => {
			const parts = readFileSync(file, 'utf8').matchAll(
				/^(?:export )?interface ((?!GivenOptions)\w+(?:Options|Parts|Dependencies))\b[^\n]*\{\n(.*?)^\}/gms,
			);
			return [...parts].flatMap(([, name, members = '']) =>
				[...members.matchAll(/^\t(?:readonly )?(\w+)\??(?:\(|: \(*\w*\(?.*?\) =>)/gm)].map(
					([, member]) => `${name}.${member}`,
				),
			);
		});
		expect(given.sort()).toEqual([
			// Reads and writes.
			'BatchOptions.decided',
			'BatchOptions.gatherMs',
			'BatchOptions.keysOf',
			'BatchOptions.run',
			'BatchOptions.sizeOf',
			'PeriodicTaskOptions.work',
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

	it('lets only the entries read the environment', () => {
		const programs = ['init', 'register', 'claims', 'doctor', 'health-check'].map((it) => `src/cli/${it}.ts`);
		const entries = ['src/main.ts', ...programs];
		const readers = ['src', 'commands']
			.flatMap(filesIn)
			.filter((file) => !entries.includes(file))
			.filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')));
		expect(readers).toEqual([]);
	});
});
