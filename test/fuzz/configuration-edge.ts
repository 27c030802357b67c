import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createClient } from '@keyv/redis';
import { Client } from 'pg';
import { ConfigError } from '../../src/base/errors.js';
import { webAddress } from '../../src/base/web-address.js';
import {
	allVariables,
	describeConfigError,
	readSettings,
	type Settings,
	type VariableName,
} from '../../src/config.js';
import { sqliteFileOf } from '../../src/storage/open.js';
import { at, Broken, type Edge, type Json, membersOf } from './edge.js';
import { bytesOf } from './wire.js';

// An input: `environment` and `env` (the file .env) with the variables, and `files` with what NAME_FILE names.

const token = 'Zm9vYmFy.token-of-the-bot.c2VjcmV0';
const apiKey = 'key-of-the-author-that-nobody-may-see';
const claimSecret = 'a-secret-of-no-less-than-thirty-two-letters';
const password = 'hunter2hunter2';
const secrets = [token, apiKey, claimSecret, password];

const complete = {
	DISCORD_TOKEN: token,
	MARKETPLACE_URL: 'https://market.example/shop/',
	MARKETPLACE_API_KEY: apiKey,
	CLAIM_SECRET: claimSecret,
};

const everything = {
	...complete,
	DISCORD_GUILD_ID: '123456789012345678, 12345678901234567890',
	SERVE_OTHER_GUILDS: 'false',
	BUYER_ROLE_ID: '123456789012345679',
	AUDIT_CHANNEL_ID: '123456789012345680',
	DATABASE_URL: `postgresql://bot:${password}@db.internal:5432/claims`,
	BACKUPS: 'true',
	MARKETPLACE_BODY: 'json',
	MARKETPLACE_LIST_LIMIT_MIB: '64',
	MARKETPLACE_PER_MINUTE: '60',
	RECHECK_DAYS: '30',
	MEMBERS_INTENT: 'true',
	DISCORD_API_URL: 'http://127.0.0.1:8080/api/',
	HEALTH_PORT: '9090',
	HEALTH_HOST: '127.0.0.1',
	LOG_LEVEL: 'info',
};

/**
 * An operator's settings, read as at a start: a setting for each variable, or a text that says which to mend, and how.
 */
export function configurationEdge(): Edge {
	const folder = mkdtempSync(join(tmpdir(), 'claimcheck-fuzz-'));

	/** The environment of the process as `process.loadEnvFile` makes it: what is set already stays. */
	function environmentOf(input: Json): Record<string, string> {
		const files = new Map<string, string>();
		for (const [index, [name, node]] of membersOf(at(input, 'files')).entries()) {
			const path = join(folder, String(index));
			writeFileSync(path, contentOf(node));
			files.set(name, path);
		}
		const env = parseEnv(contentOf(at(input, 'env') ?? '').toString());
		const set = membersOf(at(input, 'environment')).flatMap(([name, node]): [string, string][] => {
			const text = contentOf(node).toString();
			// No process has one with a NUL, or a name with an equals sign.
			if (/[\0]/.test(text) || /[=\0]/.test(name) || name === '') return [];
			return [[name, name.endsWith('_FILE') ? (files.get(text) ?? text) : text]];
		});
		return Object.assign(Object.create(null), env, Object.fromEntries(set)) as Record<string, string>;
	}

	return {
		name: 'configuration',
		covers: ['/src/config.', '/src/web-address.', '/src/private-host.'],
		words: [
			...allVariables.flatMap((name) => [name, `${name}_FILE`]),
			...Object.values(everything),
			'a',
			'sqlite://data/x.sqlite',
			`rediss://:${password}@host/0`,
			`postgresql://bot:${password}%@host/claims?host=/run/pg`,
			'sqlite://:memory:',
			'9007199254740991',
			'0-0/1',
			'3-1/2',
			'http://10.0.0.1',
			'http://[::1]:80',
			`https://user:${password}@market.example`,
			'auto',
			'65536',
			'1e3',
			'Infinity',
			'9'.repeat(400),
		],
		seeds: () => [
			{ environment: complete },
			{ environment: everything },
			{
				environment: {},
				env: Object.entries(everything)
					.map(([name, value]) => `${name}=${value}\n`)
					.join(''),
			},
			{
				environment: {
					...Object.fromEntries(Object.entries(complete).filter(([name]) => name === 'MARKETPLACE_URL')),
					DISCORD_TOKEN_FILE: 'a',
					MARKETPLACE_API_KEY_FILE: 'b',
					CLAIM_SECRET_FILE: 'c',
					DATABASE_URL_FILE: 'd',
				},
				files: { a: `${token}\n`, b: apiKey, c: claimSecret, d: everything.DATABASE_URL },
			},
		],
		async play(input) {
			const environment = environmentOf(input);
			try {
				const settings = readSettings(environment, allVariables);
				assertSound(settings);
				return 'taken';
			} catch (error) {
				if (!(error instanceof ConfigError)) throw error;
				assertHelpful(error, environment);
				return `refused: ${error.problems.map((problem) => problem.split(' ')[0] ?? '').sort()[0]}`;
			}
		},
		async close() {
			rmSync(folder, { recursive: true });
		},
	};
}

/** A text as it is, or what it is written in. */
function contentOf(node: Json): Buffer {
	return typeof node === 'string' ? Buffer.from(node) : bytesOf(node);
}

/** The product's assumptions about each setting. */
function assertSound(settings: Settings): void {
	const isHeader = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
	const address = webAddress(settings.MARKETPLACE_URL);
	const rules: Readonly<Record<VariableName, boolean>> = {
		DISCORD_TOKEN: isHeader(settings.DISCORD_TOKEN),
		MARKETPLACE_API_KEY: isHeader(settings.MARKETPLACE_API_KEY),
		CLAIM_SECRET: settings.CLAIM_SECRET.length >= 32,
		MARKETPLACE_URL: isPlain(settings.MARKETPLACE_URL) && !address?.pathname.endsWith('/api'),
		DISCORD_API_URL: settings.DISCORD_API_URL === undefined || isPlain(settings.DISCORD_API_URL),
		DISCORD_GUILD_ID: isListOfIds(settings.DISCORD_GUILD_ID),
		BUYER_ROLE_ID: isListOfIds([settings.BUYER_ROLE_ID ?? '1'.repeat(17)]),
		AUDIT_CHANNEL_ID: isListOfIds([settings.AUDIT_CHANNEL_ID ?? '1'.repeat(17)]),
		DATABASE_URL: isDatabase(settings.DATABASE_URL),
		MARKETPLACE_LIST_LIMIT_MIB: settings.MARKETPLACE_LIST_LIMIT_MIB >= 1,
		MARKETPLACE_PER_MINUTE: settings.MARKETPLACE_PER_MINUTE >= 1,
		RECHECK_DAYS: isWholeNumber(settings.RECHECK_DAYS, Number.MAX_SAFE_INTEGER),
		HEALTH_PORT: isWholeNumber(settings.HEALTH_PORT, 65_535),
		HEALTH_HOST: /^[\w.:%-]+$/.test(settings.HEALTH_HOST),
		SERVE_OTHER_GUILDS: typeof settings.SERVE_OTHER_GUILDS === 'boolean',
		BACKUPS: typeof settings.BACKUPS === 'boolean',
		MEMBERS_INTENT: typeof settings.MEMBERS_INTENT === 'boolean',
		MARKETPLACE_BODY: ['form', 'json'].includes(settings.MARKETPLACE_BODY),
		LOG_LEVEL: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].includes(settings.LOG_LEVEL),
	};
	for (const [name, isSound] of Object.entries(rules)) {
		if (!isSound)
			throw new Broken(`${name} is taken and can't be used`, JSON.stringify(settings[name as VariableName]));
	}
}

function isWholeNumber(value: number, most: number): boolean {
	return Number.isInteger(value) && value >= 0 && value <= most;
}

function isListOfIds(ids: readonly string[] | undefined): boolean {
	if (ids === undefined) return true;
	return ids.length > 0 && new Set(ids).size === ids.length && ids.every((id) => /^[0-9]{17,20}$/.test(id));
}

/** An address as the client puts it together with a path. */
function isPlain(text: string): boolean {
	const [alone, joined] = [webAddress(text), webAddress(`${text}/api/items/all`)];
	if (alone === undefined || joined === undefined || alone.host !== joined.host) return false;
	return ![alone.username, alone.password, alone.search, alone.hash].some((part) => part !== '');
}

/** True if the driver of that database can read the address. Nothing is connected. */
function isDatabase(url: string): boolean {
	try {
		if (sqliteFileOf(url) !== undefined) return true;
		if (/^postgres/i.test(url)) new Client({ connectionString: url });
		else createClient({ url }).on('error', () => {});
		return true;
	} catch {
		return false;
	}
}

/** All that is said whatever the values are. */
const ownWords = ['', '? ?', '_FILE']
	.map((value) =>
		Object.fromEntries(allVariables.map((name) => [name + (value === '_FILE' ? value : ''), value])),
	)
	.map((environment) => problemsOf(environment).join('\n'))
	.join('\n');

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
	try {
		readSettings(environment, allVariables);
		return [];
	} catch (error) {
		if (error instanceof ConfigError) return error.problems;
		throw error;
	}
}

/** Each problem names its variable and what to do, and none repeats a value: it may be a secret in the wrong place. */
function assertHelpful(error: ConfigError, environment: Readonly<Record<string, string>>): void {
	const text = describeConfigError(error);
	for (const problem of error.problems) {
		const name = (problem.split(' ')[0] ?? '').replace(/_FILE$/, '');
		const isNamed = allVariables.some((known) => known === name);
		const isHelp = /Where to find it: .|Keep one of them|Check the path/.test(problem);
		if (!isNamed || !isHelp || problem.includes('undefined'))
			throw new Broken('a problem that does not help', problem);
	}
	const values = [...secrets, ...Object.values(environment).map((value) => value.trim())];
	for (const value of values) {
		// Ids are shown by design: they are no secrets.
		if (value.length < 8 || /^[\d,\s]+$/.test(value) || ownWords.includes(value)) continue;
		if (text.includes(value)) throw new Broken('a value is repeated', text);
	}
}
