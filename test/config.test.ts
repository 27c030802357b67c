import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../src/base/errors.js';
import { allVariables, describeConfigError, readSettings, withdrawnSettings } from '../src/config.js';

const complete = {
	DISCORD_TOKEN: 'a-token-of-the-bot',
	MARKETPLACE_URL: 'https://market.example/',
	MARKETPLACE_API_KEY: 'the-key-of-the-author',
	BUYER_ROLE_ID: '123456789012345678',
	CLAIM_SECRET: 'a secret of no less than thirty-two letters',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
	try {
		readSettings(environment, allVariables);
	} catch (error) {
		if (error instanceof ConfigError) return error.problems;
		throw error;
	}
	return [];
}

describe('the configuration', () => {
	it.each([
		['"abc.def.ghi"', 'abc.def.ghi'],
		["'abc.def.ghi'", 'abc.def.ghi'],
		['`abc.def.ghi`', 'abc.def.ghi'],
		[' " abc.def.ghi " ', 'abc.def.ghi'],
		['""abc.def.ghi""', '"abc.def.ghi"'],
		['"abc.def.ghi', '"abc.def.ghi'],
		[`"abc.def.ghi'`, `"abc.def.ghi'`],
		['"', '"'],
	])('strips one pair of matching quotes, which docker run --env-file keeps: %s', (value, read) => {
		expect(readSettings({ DISCORD_TOKEN: value }, ['DISCORD_TOKEN'])).toEqual({ DISCORD_TOKEN: read });
	});

	it('removes quotes from every variable, and treats empty ones as unset', () => {
		const quoted = Object.entries(complete).map(([name, value]) => [name, `"${value}"`]);
		const environment = { ...Object.fromEntries(quoted), HEALTH_PORT: "'9090'", LOG_LEVEL: '""' };
		expect(readSettings(environment, allVariables)).toMatchObject({
			...complete,
			MARKETPLACE_URL: 'https://market.example',
			HEALTH_PORT: 9_090,
			LOG_LEVEL: 'info',
		});
	});

	it('lists all problems together, each with where to find the value', () => {
		const problems = problemsOf({ HEALTH_PORT: 'eighty', LOG_LEVEL: 'loud' });
		const names = problems.map((problem) => problem.split(' ')[0]);
		expect(names).toEqual([
			'DISCORD_TOKEN',
			'MARKETPLACE_URL',
			'MARKETPLACE_API_KEY',
			'CLAIM_SECRET',
			'HEALTH_PORT',
			'LOG_LEVEL',
		]);
		for (const problem of problems) expect(problem).toContain('Where to find it: ');
	});

	it.each<[wrong: object, said: string]>([
		[{ CLAIM_SECRET: 'too short' }, 'CLAIM_SECRET must have 32 characters or more'],
		[{ MARKETPLACE_URL: 'https://market.example/api' }, 'MARKETPLACE_URL must not end with /api'],
		[{ MARKETPLACE_URL: 'https://me:secret@market.example' }, 'MARKETPLACE_URL must be a plain'],
		[{ MARKETPLACE_URL: 'market.example' }, 'MARKETPLACE_URL must start with http'],
		[{ BUYER_ROLE_ID: 'Buyer' }, 'BUYER_ROLE_ID must be a Discord id'],
		[{ MARKETPLACE_API_KEY: 'a key' }, 'MARKETPLACE_API_KEY must be one word'],
		[{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL must start with sqlite://'],
		[{ MARKETPLACE_BODY: 'xml' }, 'MARKETPLACE_BODY must be form or json'],
		[{ DISCORD_TOKEN: 'töken' }, 'DISCORD_TOKEN must be Latin letters, digits and signs'],
		[{ DATABASE_URL: 'postgresql://bot:hunter2' }, 'DATABASE_URL is not an address'],
		[{ DATABASE_URL: 'redis://:hunter%@host' }, 'DATABASE_URL is not an address'],
		[{ DATABASE_URL: 'redis://host/claims' }, 'DATABASE_URL is not an address'],
		[{ HEALTH_HOST: 'http://0.0.0.0' }, 'HEALTH_HOST must be an address'],
		[{ HEALTH_HOST: '/' }, 'HEALTH_HOST must be an address'],
		[{ HEALTH_HOST: 'localhost:80' }, 'HEALTH_HOST must be an address'],
		[{ HEALTH_PORT: '70000' }, 'HEALTH_PORT must be 65535 or less'],
		[{ RECHECK_DAYS: '1e12' }, 'RECHECK_DAYS must be 36500 or less'],
		[{ MARKETPLACE_PER_MINUTE: '0' }, 'MARKETPLACE_PER_MINUTE must be 1 or more'],
		[{ MARKETPLACE_LIST_LIMIT_MIB: '1e9' }, 'LIST_LIMIT_MIB must be 10000 or less'],
	])('refuses %j and says why', (wrong, said) => {
		const problems = problemsOf({ ...complete, ...wrong });
		expect(problems).toHaveLength(1);
		expect(problems[0]).toContain(said);
	});

	it.each([
		'sqlite:///var/lib/claimcheck.sqlite',
		'postgresql:///claims?host=/run/postgresql',
		'postgresql://claimcheck@/claims?host=/run/postgresql',
		'postgresql://bot:100%@host/claims',
		'postgres://bot:p%40ss@[::1]:5432/claims?sslmode=require',
		'rediss://:secret@host:6380/1',
		'redis://host',
	])('accepts the database %s', (DATABASE_URL) => {
		expect(readSettings({ ...complete, DATABASE_URL }, allVariables)).toMatchObject({ DATABASE_URL });
	});

	it('reads the servers as a list, in order and without duplicates', () => {
		const [one, two] = ['123456789012345678', '12345678901234567890'];
		const read = (DISCORD_GUILD_ID: string) =>
			readSettings({ ...complete, DISCORD_GUILD_ID }, allVariables).DISCORD_GUILD_ID;
		expect(read(one)).toEqual([one]);
		expect(read(` ${two} ,${one},, ${two},`)).toEqual([two, one]);
	});

	it('names every invalid server id, but never quotes a word that may be a secret', () => {
		const list = '123456789012345678, 1234, hunter2-hunter2, 123456789012345678901';
		const problems = problemsOf({ ...complete, DISCORD_GUILD_ID: list });
		expect(problems).toEqual([expect.stringContaining('wrong: 1234, number 3, 123456789012345678901.')]);
		expect(problems[0]).not.toContain('hunter2');
		expect(problemsOf({ ...complete, DISCORD_GUILD_ID: ',' })).toHaveLength(1);
	});

	it('never repeats a value, which may be a secret in the wrong place', () => {
		const value = 'hunter2-hunter2';
		const wrong = Object.fromEntries(allVariables.map((name) => [name, `${value} ${value}`]));
		const text = describeConfigError(new ConfigError(problemsOf(wrong)));
		expect(text).toContain('DISCORD_TOKEN');
		expect(text).not.toContain(value);
	});
});

describe('a secret from a file', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'claimcheck-config-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	it.each([
		['with a byte-order mark', Buffer.from('\ufefftoken-from-a-file\n')],
		['in UTF-16, as PowerShell writes it', Buffer.from('\ufefftoken-from-a-file\r\n', 'utf16le')],
		['in UTF-16, the other way round', Buffer.from('\ufefftoken-from-a-file', 'utf16le').swap16()],
		['in quotes', Buffer.from('"token-from-a-file"\n')],
		['without the line break at its end', Buffer.from('token-from-a-file\n')],
	])('is read %s', (_, bytes) => {
		const file = join(folder, 'token');
		writeFileSync(file, bytes);
		const settings = readSettings({ DISCORD_TOKEN_FILE: `"${file}"` }, ['DISCORD_TOKEN']);
		expect(settings.DISCORD_TOKEN).toBe('token-from-a-file');
	});

	it('is reported as a problem of its own if the file cannot be read', () => {
		const { DISCORD_TOKEN: _, ...others } = complete;
		const problems = problemsOf({ ...others, DISCORD_TOKEN_FILE: join(folder, 'missing') });
		expect(problems).toEqual([
			expect.stringContaining('DISCORD_TOKEN_FILE names a file that cannot be read'),
		]);
	});

	it('can’t be given both as a file and as a variable', () => {
		const problems = problemsOf({ ...complete, CLAIM_SECRET_FILE: join(folder, 'secret') });
		expect(problems).toEqual([expect.stringContaining('CLAIM_SECRET and CLAIM_SECRET_FILE are both set')]);
	});
});

describe('a setting of an earlier version', () => {
	it('is named if it is set', () => {
		expect(withdrawnSettings({ ...complete, SHARDS: 'auto', NEW_DM_CHANNELS_PER_DAY: '' })).toEqual([
			'SHARDS',
		]);
	});
});

// Which hosts are private is tested in base/addresses.test.ts.
it('attack 44: MARKETPLACE_URL without TLS is refused for public hosts, since the key could be read in transit', () => {
	const read = (address: string) => readSettings({ MARKETPLACE_URL: address }, ['MARKETPLACE_URL']);
	expect(read('http://127.0.0.1:8080').MARKETPLACE_URL).toBe('http://127.0.0.1:8080');
	for (const address of ['http://market.example', 'HTTP://market.example/shop'])
		expect(() => read(address)).toThrow(ConfigError);
});
