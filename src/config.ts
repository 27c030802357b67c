import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { isDatabaseAddress, isPrivateHost, webAddress } from './base/addresses.js';
import { ConfigError, codeOf } from './base/errors.js';

/** Environment variables by name. An empty value counts as missing. */
export type Environment = Readonly<Record<string, string | undefined>>;

const snowflake = z.string().regex(/^\d{17,20}$/, 'must be a Discord id: 17 to 20 digits');

const whole = (min: number, max: number) =>
	z.coerce
		.number('must be a number')
		.int('must be a whole number')
		.min(min, `must be ${min} or more`)
		.max(max, `must be ${max} or less`);

const flag = (fallback: 'true' | 'false') =>
	z
		.enum(['true', 'false'], 'must be true or false')
		.default(fallback)
		.transform((value) => value === 'true');

const hostName = z
	.string()
	.refine(
		(value) => isIP(value) !== 0 || /^[\w.-]+$/.test(value),
		'must be an address or a name alone, without http:// and without a port',
	);

const httpAddress = (hint: string) =>
	z
		.string()
		.refine(
			(value) => /^https?:\/\//i.test(value) && webAddress(value) !== undefined,
			'must start with http:// or https://',
		)
		.refine((value) => isPlainAddress(webAddress(value)), hint)
		.transform((value) => value.replace(/\/+$/, ''));

/** Comma-separated ids without duplicates. Errors don't quote an id with letters: it may be a secret. */
const snowflakes = z
	.string()
	.transform((value) => [...new Set(value.split(',').map((id) => id.trim()))].filter((id) => id !== ''))
	.check(({ value, issues }) => {
		const bad = value.flatMap((id, at) => {
			if (snowflake.safeParse(id).success) return [];
			return /^\d+$/.test(id) ? id : `number ${at + 1}`;
		});
		const hint = 'must be one or more Discord ids with 17 to 20 digits, separated by commas';
		if (value.length > 0 && bad.length === 0) return;
		const message = bad.length === 0 ? hint : `${hint}; wrong: ${bad.join(', ')}`;
		issues.push({ code: 'custom', message, input: value });
	});

/** Without credentials, query or fragment, which would end up in request lines and logs. */
function isPlainAddress(url: URL | undefined): boolean {
	return [url?.username, url?.password, url?.search, url?.hash].every((part) => !part);
}

/** `where` completes "NAME …" for a person; `secret` variables can also come from the file in NAME_FILE. */
export const variables = {
	DISCORD_TOKEN: {
		// As for the API key below: other characters can't be sent in a header.
		schema: z
			.string('is missing')
			.regex(/^\S+$/, 'must not contain spaces')
			.regex(/^[\x21-\x7e]+$/, 'must be Latin letters, digits and signs, as Discord shows it'),
		where: 'discord.com/developers/applications → your application → Bot → Reset Token',
		secret: true,
	},
	MARKETPLACE_URL: {
		schema: httpAddress('must be a plain address, without a user name, "?" or "#"')
			.refine((value) => !/\/api$/i.test(value), 'must not end with /api: the bot adds it')
			.refine((value) => {
				const address = webAddress(value);
				return address?.protocol !== 'http:' || isPrivateHost(address.hostname);
			}, 'must start with https://: over http:// anyone on the way can read the key and the codes'),
		where: 'the address of the shop that you sell on, such as https://market.example',
	},
	MARKETPLACE_API_KEY: {
		// A key with a line break or a letter outside Latin-1 can't be sent in a header at all.
		schema: z.string('is missing').regex(/^[\x21-\x7e]+$/, 'must be one word without spaces'),
		where: 'the shop → workspace settings → API key',
		secret: true,
	},
	CLAIM_SECRET: {
		schema: z.string('is missing').min(32, 'must have 32 characters or more'),
		where: '`npm run init` makes one; keep a copy: without it the purchases can’t be read',
		secret: true,
	},
	DISCORD_GUILD_ID: {
		schema: snowflakes.optional(),
		where: 'Discord → right-click the server → Copy Server ID; several of your own are separated by commas',
	},
	BUYER_ROLE_ID: {
		schema: snowflake.optional(),
		where:
			'Discord → User Settings → Advanced → Developer Mode, then right-click the role → Copy Role ID; or leave it out and choose the role with /setup server',
	},
	AUDIT_CHANNEL_ID: {
		schema: snowflake.optional(),
		where:
			'Discord → right-click the channel → Copy Channel ID; or leave it out and choose it with /setup server',
	},
	DATABASE_URL: {
		schema: z
			.string()
			.regex(
				/^(sqlite|postgres|postgresql|redis|rediss):\/\/.+/,
				'must start with sqlite://, postgresql:// or redis://',
			)
			.refine(
				isDatabaseAddress,
				'is not an address: signs such as %, @, : and / in a password are written %25, %40, %3A and %2F, a port is a number, and sqlite:// names a file',
			)
			.default('sqlite://data/claimcheck.sqlite'),
		where: 'sqlite://FILE, postgresql://user:password@host/database or redis://host',
		secret: true,
	},
	BACKUPS: {
		schema: flag('true'),
		where: 'false makes no daily backups of an SQLite database, if you back it up in another way',
	},
	MARKETPLACE_BODY: {
		schema: z.enum(['form', 'json'], 'must be form or json').default('form'),
		where: 'how a code is sent to the shop; form unless its documentation asks for json',
	},
	MARKETPLACE_LIST_LIMIT_MIB: {
		schema: whole(1, 10_000).default(64),
		where: 'the largest item list that is accepted, in MiB',
	},
	MARKETPLACE_PER_MINUTE: {
		schema: whole(1, 1_000_000).default(60),
		where: 'how many requests per minute the whole bot can send to the shop',
	},
	RECHECK_DAYS: {
		// A century: sums of dates and days stay in the range of a Date.
		schema: whole(0, 36_500).default(30),
		where: 'how often each purchase is checked for a refund, in days; young ones more often; 0 is off',
	},
	MEMBERS_INTENT: {
		schema: flag('false'),
		where:
			'true gives returning members their roles right away; turn on Server Members Intent on the Bot page first',
	},
	DISCORD_API_URL: {
		schema: httpAddress('must be a plain address, such as https://discord.com/api').optional(),
		where: 'another base URL for REST, for a proxy or the sandbox; leave it out for Discord itself',
	},
	HEALTH_PORT: {
		schema: whole(0, 65_535).default(0),
		where: 'the port for health checks and metrics; 0 or nothing is off',
	},
	HEALTH_HOST: {
		schema: hostName.default('127.0.0.1'),
		where: 'the address that HEALTH_PORT listens on; 0.0.0.0 in a container whose probes come from outside',
	},
	SETUP_HOST: {
		schema: hostName.optional(),
		where:
			'the address on which the first start serves its page for another machine, such as 0.0.0.0; off asks nothing',
	},
	SETUP_PORT: {
		schema: whole(0, 65_535).default(8787),
		where: 'the port of that page; on this machine alone the next free one',
	},
	LOG_LEVEL: {
		schema: z
			.enum(
				['trace', 'debug', 'info', 'warn', 'error', 'fatal'],
				'must be trace, debug, info, warn, error or fatal',
			)
			.default('info'),
		where: 'how much is logged',
	},
} as const satisfies Record<string, { schema: z.ZodType; where: string; secret?: true }>;

export type VariableName = keyof typeof variables;

export const allVariables = Object.keys(variables) as readonly VariableName[];

export type Settings = { readonly [Name in VariableName]: z.output<(typeof variables)[Name]['schema']> };

/** Settings of earlier versions that no longer exist. */
const withdrawn = ['SHARDS', 'SERVE_OTHER_GUILDS', 'NEW_DM_CHANNELS_PER_DAY'];

/** The settings that are set although they no longer exist: they have no effect. */
export function withdrawnSettings(environment: Environment): readonly string[] {
	return withdrawn.filter((name) => unquoted(environment[name]) !== undefined);
}

/** Reads only the named variables. Throws a ConfigError that lists all problems and contains no value. */
export function readSettings<Name extends VariableName>(
	environment: Environment,
	names: readonly Name[],
): Pick<Settings, Name> {
	const problems: string[] = [];
	const settings: Partial<Record<VariableName, unknown>> = {};
	for (const name of names) {
		const { schema, where } = variables[name];
		const { raw, problem } = readRaw(environment, name);
		const parsed = schema.safeParse(raw);
		if (problem !== undefined) problems.push(problem);
		else if (parsed.success) settings[name] = parsed.data;
		else if (raw === undefined) problems.push(`${name} is missing. Where to find it: ${where}`);
		else problems.push(`${name} ${parsed.error.issues[0]?.message}. Where to find it: ${where}`);
	}
	if (problems.length > 0) throw new ConfigError(problems);
	return settings as Pick<Settings, Name>;
}

function readRaw(environment: Environment, name: VariableName) {
	const raw = unquoted(environment[name]);
	const file = 'secret' in variables[name] ? unquoted(environment[`${name}_FILE`]) : undefined;
	if (file === undefined) return { raw };
	if (raw !== undefined) return { problem: `${name} and ${name}_FILE are both set. Keep one of them` };
	try {
		return { raw: unquoted(readTextFile(file)) };
	} catch {
		return { problem: `${name}_FILE names a file that cannot be read. Check the path and its permissions` };
	}
}

/** Without the quotes around it: `docker run --env-file` keeps those that the parser of `.env` takes off. */
function unquoted(value = ''): string | undefined {
	const text = value.trim();
	return (/^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text).trim() || undefined;
}

/** Adds variables of `.env` that aren't set. Throws ConfigError if it can't be read: Node would report none. */
export function loadEnvFile(environment: Record<string, string | undefined>): void {
	try {
		for (const [name, value] of Object.entries(parseEnv(readTextFile('.env'))))
			if (unquoted(environment[name]) === undefined) environment[name] = value;
	} catch (error) {
		const code = codeOf(error);
		if (code === 'ENOENT') return;
		const cure = 'Let the user that runs the bot read it (another user, such as root, may have made it)';
		throw new ConfigError([`The file .env can’t be read (${code}). ${cure}`]);
	}
}

/** Reads a text that a person has saved: UTF-8, or UTF-16 as some Windows programs write it. Throws as `fs` does. */
export function readTextFile(path: string): string {
	const bytes = readFileSync(path);
	return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** True without any required setting and without `.env`: nobody has set this bot up yet. */
export function isFirstStart(environment: Environment): boolean {
	const required = ['DISCORD_TOKEN', 'MARKETPLACE_URL', 'MARKETPLACE_API_KEY', 'CLAIM_SECRET'];
	const isSet = (name: string): boolean =>
		Boolean(environment[name]?.trim() || environment[`${name}_FILE`]?.trim());
	return !existsSync('.env') && !required.some(isSet);
}

/** The message for an operator with a wrong configuration. */
export function describeConfigError(error: ConfigError): string {
	return [
		'Claimcheck cannot start. Please correct these settings (in the environment or the file .env):',
		...error.problems.map((problem) => `  - ${problem}`),
		'',
	].join('\n');
}
