import { randomBytes } from 'node:crypto';
import { type APIApplication, DiscordAPIError, type REST } from 'discord.js';
import { webAddress } from '../../base/addresses.js';
import { AppError, ConfigError, SecretChangedError } from '../../base/errors.js';
import { userAgent } from '../../base/version.js';
import { examineBackup, mayHavePurchases } from '../../claims/admin/examine-backup.js';
import { ClaimKeys } from '../../claims/claim-keys.js';
import { isBound } from '../../claims/secret-guard.js';
import { type VariableName, variables } from '../../config.js';
import {
	allowMembersIntent,
	hasMembersIntent,
	type OwnedGuild,
	ownApplication,
	ownedGuilds,
} from '../../discord/guilds/own-account.js';
import type { MarketplaceFailure } from '../../marketplace/result.js';
import { listBackups } from '../../storage/backups.js';
import { sqliteFileOf } from '../../storage/open.js';
import { findDatabase } from '../../storage/sqlite-file.js';
import { oneLine } from '../../ui/text.js';
import { counted } from '../claims/session.js';
import { open, whyDiscordFailed } from '../program/open.js';
import type { Answers } from './env-file.js';
import { pictureAt } from './picture.js';

// The steps of the first start: their words, the checks of their answers, and the answers so far. A terminal and a page
// ask, each in its own way.

/** The `rest` has the token. */
type Bot = { readonly application: APIApplication; readonly rest: REST };

/** An answer that works. `ok`: what was found by it, without secrets. `picture`: a data URI. */
export interface Accepted {
	readonly answers: Answers;
	readonly ok: string;
	readonly picture?: string | undefined;
}

/** `no`: why an answer isn't accepted. `back`: an earlier one may be the wrong one, and is asked again. */
export type Checked = Accepted | { readonly no: string; readonly back?: StepName };

export type StepName = 'token' | 'members' | 'server' | 'address' | 'key' | 'database' | 'secret';

export interface Step {
	readonly name: StepName;
	/** Is set once the step is done. */
	readonly variable: VariableName;
	readonly title: string;
	/** The question on a terminal. */
	readonly asks: string;
	readonly isHidden?: true;
	readonly check: (answer: string, known: Setup) => Promise<Checked>;
}

export const newApplication = 'https://discord.com/developers/applications?new_application=true';

export const steps: readonly Step[] = [
	{
		name: 'token',
		variable: 'DISCORD_TOKEN',
		title: 'Your bot',
		asks: `1/6 Bot token (hidden): make an application at\n ${newApplication}\n → Bot → Reset Token`,
		isHidden: true,
		check: checkToken,
	},
	{
		name: 'members',
		variable: 'MEMBERS_INTENT',
		title: 'Members who come back',
		asks: '2/6 Turn on Server Members Intent? Then members who\n leave and come back get their roles right away. [Y/n]',
		check: checkMembers,
	},
	{
		name: 'server',
		variable: 'DISCORD_GUILD_ID',
		title: 'Your server',
		asks: '3/6 Server: add the bot with this link, then press Enter',
		check: checkServers,
	},
	{
		name: 'address',
		variable: 'MARKETPLACE_URL',
		title: 'Your shop',
		asks: '4/6 Shop address (without /api)',
		check: checkAddress,
	},
	{
		name: 'key',
		variable: 'MARKETPLACE_API_KEY',
		title: 'Your shop’s key',
		asks: '5/6 Shop API key (hidden): in the shop,\n workspace settings → API key',
		isHidden: true,
		check: checkKey,
	},
	{
		name: 'database',
		variable: 'DATABASE_URL',
		title: 'Where purchases are kept',
		asks: '6/6 Database (hidden): the address of PostgreSQL or\n Redis, such as postgresql://user:password@host/database.',
		isHidden: true,
		check: checkDatabase,
	},
	{
		name: 'secret',
		variable: 'CLAIM_SECRET',
		title: 'The secret of your purchases',
		asks: 'CLAIM_SECRET (hidden): there are purchases here already,\n and only the secret they were saved with opens them.\n It is in the .env of that time.',
		isHidden: true,
		check: checkSecret,
	},
];

/** The answers so far. Whoever asks takes the next step, and hands in what a person has typed. */
export class Setup {
	answers: Answers = {};
	readonly found = new Map<StepName, Accepted>();
	/** Discord's address, if it isn't the usual one. */
	readonly api: string | undefined;
	/** Secret. An existing CLAIM_SECRET. */
	secret: string | undefined;
	bot: Bot | undefined;
	/** The servers that the bot is in, the owner's first. */
	servers: readonly OwnedGuild[] = [];
	/** A backup to restore, because its database is missing. */
	backup: string | undefined;
	#kept: Answers = {};
	readonly #keep: (answers: Answers) => Promise<void>;

	/** `keep`: called with the answers after each one that is accepted. */
	constructor(api: string | undefined, keep = async (_: Answers): Promise<void> => {}) {
		this.api = api;
		this.#keep = keep;
	}

	/** Undefined once all is answered. */
	get next(): Step | undefined {
		return steps.find(({ variable }) => this.answers[variable] === undefined);
	}

	/** Checks an answer, and notes it if it is accepted. Rejects with ProgramError if it can't be kept. */
	async answer({ name, check }: Step, answer: string): Promise<Checked> {
		const checked = await check(answer, this);
		if ('no' in checked) {
			if (checked.back !== undefined) this.forget(checked.back);
			return checked;
		}
		this.answers = { ...this.answers, ...checked.answers };
		this.found.set(name, checked);
		await this.#keep(this.answers);
		await this.#resume();
		return checked;
	}

	/** Takes answers that are known already, each when its turn comes, unless they no longer fit. */
	async resume(kept: Answers): Promise<void> {
		this.secret ??= kept.CLAIM_SECRET;
		this.#kept = { ...kept };
		await this.#resume();
	}

	async #resume(): Promise<void> {
		const { next } = this;
		const known = next && this.#kept[next.variable];
		if (next === undefined || known === undefined) return;
		delete this.#kept[next.variable];
		await this.answer(next, known);
	}

	/** Asks a question again, and those after it. */
	forget(name: StepName): void {
		for (const step of steps.slice(steps.findIndex((each) => each.name === name))) {
			this.found.delete(step.name);
			delete this.answers[step.variable];
			delete this.#kept[step.variable];
		}
	}
}

/** How long to wait for a response, in milliseconds. */
const patienceMs = 8_000;

const silent = 'Discord isn’t responding. Check your connection, then try again.';
const nothing = { no: 'nothing was pasted' };

/** The problem with an answer by the configuration's own rules; undefined if it is valid. Contains no value. */
function faultOf(name: VariableName, answer: string): string | undefined {
	const parsed = variables[name].schema.safeParse(answer);
	return parsed.success ? undefined : `it ${parsed.error.issues[0]?.message}`;
}

/** Without what is often copied with a secret: quotes, and the word before a token in a header. */
function bare(answer: string): string {
	const unquoted = answer.replace(/^(["'`])(.*)\1$/, '$2');
	return unquoted.replace(/^(?:Bot|Bearer)\s+/i, '').trim();
}

/** The format of a bot token: no other value on an application's pages looks like that. */
const tokenShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

async function checkToken(answer: string, known: Setup): Promise<Checked> {
	const token = bare(answer);
	if (token === '') return nothing;
	if (!tokenShape.test(token)) return { no: 'that isn’t a bot token: it has three parts with dots.' };
	const given = { DISCORD_TOKEN: token, DISCORD_API_URL: known.api };
	const rest = await open(given, async (opened) => opened.discord({ retries: 1, timeout: patienceMs }));
	try {
		const application = await ownApplication(rest);
		known.bot = { application, rest };
		const { bot, icon, id } = application;
		const isOn = hasMembersIntent(application);
		const address = bot?.avatar
			? rest.cdn.avatar(bot.id, bot.avatar, { extension: 'png', size: 128 })
			: icon && rest.cdn.appIcon(id, icon, { extension: 'png', size: 128 });
		return {
			answers: { DISCORD_TOKEN: token, ...(isOn && { MEMBERS_INTENT: 'true' }) },
			ok: `${oneLine(application.name) || id}${isOn ? '; Server Members Intent is on' : ''}`,
			picture: address ? await pictureAt(address) : undefined,
		};
	} catch (error) {
		const isRefused = error instanceof DiscordAPIError && error.status === 401;
		return { no: isRefused ? 'Discord rejected this token. Copy the whole token, or reset it.' : silent };
	}
}

async function checkMembers(answer: string, { bot }: Setup): Promise<Checked> {
	if (/^(?:no?|false)$/i.test(answer)) return { answers: { MEMBERS_INTENT: 'false' }, ok: 'not now' };
	if (!/^(?:y(?:es)?|true)?$/i.test(answer) || bot === undefined) return { no: 'it must be y or n' };
	let why = 'Discord ignored the request.';
	try {
		if (await allowMembersIntent(bot.rest))
			return { answers: { MEMBERS_INTENT: 'true' }, ok: 'Server Members Intent is on' };
	} catch (error) {
		why = whyDiscordFailed(error);
	}
	// The bot works without it.
	return { answers: { MEMBERS_INTENT: 'false' }, ok: `not now. ${why} Turn it on later, on the Bot page` };
}

/** `answer`: numbers on the list or ids; nothing for the only server, if it is the owner's. */
async function checkServers(answer: string, known: Setup): Promise<Checked> {
	const guilds = known.bot && (await ownedGuilds(known.bot.rest).catch(() => undefined));
	if (guilds === undefined) return { no: silent };
	known.servers = guilds;
	const [only, another] = guilds;
	if (only === undefined) return { no: 'the bot isn’t in a server yet' };
	const named = answer.split(/[\s,]+/).filter((part) => part !== '');
	if (named.length === 0 && !(only.isOwn && another === undefined))
		return { no: 'choose the servers that are yours' };
	const chosen = named.map((part) => guilds[Number(part) - 1] ?? guilds.find(({ id }) => id === part));
	const whole = named.length === 0 ? [only] : [...new Set(chosen.flatMap((guild) => guild ?? []))];
	if (chosen.includes(undefined)) return { no: 'those aren’t all on the list' };
	const ids = whole.map(({ id }) => id).join(',');
	return { answers: { DISCORD_GUILD_ID: ids }, ok: whole.map(({ name }) => name).join(', ') };
}

/** Finds the intended URL: https by default, and without the path that the bot adds itself. */
async function checkAddress(answer: string): Promise<Checked> {
	const whole = answer === '' || /^[a-z]+:\/\//i.test(answer) ? answer : `https://${answer}`;
	const short = whole.replace(/\/*(?:\/api)?\/*$/i, '');
	const url = webAddress(short) === undefined ? answer : short;
	const fault = faultOf('MARKETPLACE_URL', url);
	if (fault !== undefined) return { no: fault };
	try {
		const other = await redirectOf(url);
		if (other !== undefined) return { no: `that redirects to ${other}` };
		return { answers: { MARKETPLACE_URL: url }, ok: url };
	} catch {
		return { no: 'nothing responds there' };
	}
}

/** The origin that the address redirects to; undefined if it responds itself. Rejects if nothing responds. */
async function redirectOf(url: string): Promise<string | undefined> {
	const response = await fetch(url, {
		redirect: 'manual',
		headers: { 'user-agent': userAgent },
		signal: AbortSignal.timeout(patienceMs),
	});
	await response.body?.cancel();
	const location = response.headers.get('location');
	if (response.status < 300 || response.status > 399 || location === null) return undefined;
	const [here, there] = [webAddress(url), webAddress(new URL(location, url).href)];
	return here?.origin === there?.origin ? undefined : there?.origin;
}

/** The key belongs to an account that sells something; otherwise the address may be no shop's. */
async function checkKey(answer: string, { answers }: Setup): Promise<Checked> {
	const key = bare(answer);
	if (key === '') return nothing;
	const fault = faultOf('MARKETPLACE_API_KEY', key);
	if (fault !== undefined) return { no: fault };
	const url = answers.MARKETPLACE_URL;
	return await open({ MARKETPLACE_URL: url, MARKETPLACE_API_KEY: key }, async (opened) => {
		const shop = opened.shop();
		const account = await shop.accountDetails();
		if (!account.ok) return refusal(account.failure);
		const items = await shop.allItems();
		const count = items.ok ? items.value.items.length : 0;
		if (count === 0 && (items.ok || items.failure.kind === 'no-items'))
			return { no: 'this account has nothing for sale. Use the author’s key.' };
		// The key is valid, and a list may be long: the bot loads it again at its start.
		const found = items.ok ? `, ${counted(count, 'item')}` : '; its items didn’t load this time';
		const { username, avatarUrl } = account.value;
		return {
			answers: { MARKETPLACE_API_KEY: key },
			ok: `${oneLine(username)}${found}`,
			picture: avatarUrl && (await pictureAt(avatarUrl, url)),
		};
	});
}

function refusal(failure: MarketplaceFailure): Checked {
	if (failure.kind === 'bad-key') return { no: 'the shop rejected this key' };
	if (failure.kind === 'rate-limited')
		return { no: 'the shop got too many requests. Wait a minute, then try again.' };
	return { no: failure.kind === 'blocked' ? failure.reason : 'nothing responds there', back: 'address' };
}

/** The address of the database in this folder. */
export const fileHere = variables.DATABASE_URL.schema.parse(undefined);

/** A missing file is created by the first start, not before. Beside an old database no secret is made. */
async function checkDatabase(answer: string, known: Setup): Promise<Checked> {
	const url = answer || fileHere;
	const fault = faultOf('DATABASE_URL', url);
	if (fault !== undefined) return { no: fault };
	// An earlier secret that the bot would refuse has opened nothing.
	const kept = variables.CLAIM_SECRET.schema.safeParse(known.secret);
	const secret = kept.success ? kept.data : randomBytes(48).toString('base64url');
	const found = await findStore(url, secret);
	if ('no' in found) return found;
	known.backup = found.backup;
	const server = url.startsWith('redis') ? 'Redis' : 'PostgreSQL';
	return {
		answers: { DATABASE_URL: url, ...(found.kind !== 'closed' && { CLAIM_SECRET: secret }) },
		ok: sqliteFileOf(url) ?? `a ${server} database`,
	};
}

async function checkSecret(answer: string, known: Setup): Promise<Checked> {
	const secret = bare(answer);
	if (secret === '') return nothing;
	const found = await findStore(known.answers.DATABASE_URL ?? fileHere, secret);
	if ('no' in found) return found;
	if (found.kind === 'closed') {
		return {
			no: 'these purchases were saved with a different one. If it is lost, move the old database and its backups away',
			back: 'database',
		};
	}
	known.backup = found.backup;
	const { backup } = found;
	const ok = backup === undefined ? 'it opens your purchases' : `the backup ${backup} will be restored`;
	return { answers: { CLAIM_SECRET: secret }, ok };
}

/** `closed`: made with another secret. */
type FoundStore = { readonly kind: 'new' | 'opens' | 'closed'; readonly backup?: string };

/** Looks for an old database and, unless it has purchases, for backups where it would be. */
async function findStore(url: string, secret: string): Promise<FoundStore | { readonly no: string }> {
	const file = sqliteFileOf(url);
	try {
		const isEmpty = file !== undefined && !(await mayHavePurchases(file));
		const isThere = file === undefined || (await findDatabase(file)) === 'database';
		const backup = isEmpty ? await findBackup(file, secret, isThere) : undefined;
		if (backup !== undefined && (backup.kind === 'opens' || !isThere)) return backup;
		return await open({ DATABASE_URL: url }, async (opened) => {
			const isOld = await isBound(await opened.store(), new ClaimKeys(secret).check);
			return isOld ? { kind: 'opens' } : (backup ?? { kind: 'new' });
		});
	} catch (error) {
		if (error instanceof SecretChangedError) return { kind: 'closed' };
		if (!(error instanceof AppError)) throw error;
		if (error instanceof ConfigError) return { no: error.problems.join('. ') };
		if (error.code !== 'STORE_UNAVAILABLE') return { no: error.message };
		return { no: file === undefined ? 'nothing responds there' : 'the file can’t be opened' };
	}
}

/** The newest backup that the secret opens. `isThere`: only purchases are worth replacing the database. */
async function findBackup(file: string, secret: string, isThere: boolean): Promise<FoundStore> {
	let isClosed = false;
	for (const { path } of await listBackups(file)) {
		const { state, purchases = 0 } = await examineBackup(path, secret);
		if (isThere && purchases === 0) continue;
		if (state === 'good') return { kind: 'opens', backup: path };
		isClosed ||= state === 'other-secret';
	}
	return { kind: isClosed ? 'closed' : 'new' };
}
