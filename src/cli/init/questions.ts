import { type APIApplication, DiscordAPIError, type REST } from 'discord.js';
import { webAddress } from '../../base/addresses.js';
import { AppError, ConfigError } from '../../base/errors.js';
import { userAgent } from '../../base/version.js';
import { ClaimKeys } from '../../claims/claim-keys.js';
import { secretKey, secretKind } from '../../claims/secret-guard.js';
import { type VariableName, variables } from '../../config.js';
import { type OwnedGuild, ownApplication, ownedGuilds } from '../../discord/guilds/own-account.js';
import type { MarketplaceFailure } from '../../marketplace/result.js';
import { sqliteFileOf } from '../../storage/open.js';
import { findDatabase } from '../../storage/sqlite-file.js';
import { soundRow } from '../../storage/table.js';
import { oneLine } from '../../ui/text.js';
import { open } from '../program/open.js';

// The questions of the first start: their words, and the checks of their answers. Nothing is asked here.

export interface Question {
	readonly variable: VariableName;
	readonly asks: string;
	/** The answer is a secret. */
	readonly isHidden?: true;
}

export const questions = {
	token: {
		variable: 'DISCORD_TOKEN',
		asks: '1/5 Bot token (hidden): discord.com/developers\n → your application → Bot → Reset Token',
		isHidden: true,
	},
	server: {
		variable: 'DISCORD_GUILD_ID',
		asks: '2/5 Server: add the bot with this link, then press Enter',
	},
	address: { variable: 'MARKETPLACE_URL', asks: '3/5 Shop address (without /api)' },
	key: {
		variable: 'MARKETPLACE_API_KEY',
		asks: '4/5 Shop API key (hidden): in the shop,\n workspace settings → API key',
		isHidden: true,
	},
	database: { variable: 'DATABASE_URL', asks: '5/5 Database' },
} as const satisfies Record<string, Question>;

/** The result of an answer, or the reason why it isn't accepted: then the question is repeated. */
export type Checked<Found> =
	| { readonly found: Found; readonly ok?: string; readonly no?: string }
	| { readonly no: string; readonly ok?: undefined };

/** How long to wait for a response, in milliseconds. */
const patienceMs = 8_000;

const silent = 'Discord isn’t responding. Check your connection, then try again.';

/** The problem with an answer by the configuration's own rules; undefined if it is valid. Contains no value. */
function faultOf(name: VariableName, answer: string): string | undefined {
	const parsed = variables[name].schema.safeParse(answer);
	return parsed.success ? undefined : `it ${parsed.error.issues[0]?.message}`;
}

/** The format of a bot token: no other value on an application's pages looks like that. */
const tokenShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export interface Bot {
	readonly token: string;
	readonly application: APIApplication;
	/** With the token set. */
	readonly rest: REST;
}

/** `api`: Discord's address, if it isn't the usual one. */
export async function checkToken(token: string, api: string | undefined): Promise<Checked<Bot>> {
	if (token === '') return { no: 'nothing was pasted' };
	if (!tokenShape.test(token)) return { no: 'that isn’t a bot token: it has three parts with dots.' };
	const given = { DISCORD_TOKEN: token, DISCORD_API_URL: api };
	const rest = await open(given, async (opened) => opened.discord({ retries: 1, timeout: patienceMs }));
	try {
		const application = await ownApplication(rest);
		return { found: { token, application, rest }, ok: oneLine(application.name) || application.id };
	} catch (error) {
		const isRefused = error instanceof DiscordAPIError && error.status === 401;
		return { no: isRefused ? 'Discord rejected this token. Copy the whole token, or reset it.' : silent };
	}
}

/** The servers that the bot is in. */
export async function findServers({ rest }: Bot): Promise<Checked<readonly OwnedGuild[]>> {
	const found = await ownedGuilds(rest).catch(() => undefined);
	if (found === undefined) return { no: silent };
	return found.length === 0 ? { no: 'the bot isn’t in a server yet' } : { found };
}

/** Finds the intended URL: https by default, and without the path that the bot adds itself. */
export async function checkAddress(answer: string): Promise<Checked<string>> {
	const whole = answer === '' || /^[a-z]+:\/\//i.test(answer) ? answer : `https://${answer}`;
	const short = whole
		.replace(/\/+$/, '')
		.replace(/\/api$/i, '')
		.replace(/\/+$/, '');
	const url = webAddress(short) === undefined ? answer : short;
	const fault = faultOf('MARKETPLACE_URL', url);
	if (fault !== undefined) return { no: fault };
	try {
		const other = await redirectOf(url);
		return other === undefined ? { found: url } : { no: `that redirects to ${other}` };
	} catch {
		return { no: 'nothing responds there' };
	}
}

/**
 * The origin that the address redirects to, or undefined if it responds itself, with any status. Sends no key. Rejects if
 * nothing responds.
 */
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

/** Finds the key, or undefined if the address is no shop's, so that it has to be asked again. */
export async function checkKey(key: string, url: string): Promise<Checked<string | undefined>> {
	if (key === '') return { no: 'nothing was pasted' };
	const fault = faultOf('MARKETPLACE_API_KEY', key);
	if (fault !== undefined) return { no: fault };
	const given = { MARKETPLACE_URL: url, MARKETPLACE_API_KEY: key };
	return await open(given, async (opened) => {
		const shop = opened.shop();
		const account = await shop.accountDetails();
		if (!account.ok) return refusal(account.failure);
		const name = oneLine(account.value.username);
		const items = await shop.allItems();
		const count = items.ok ? items.value.items.length : 0;
		if (count > 0) return { found: key, ok: `${name}, ${count} ${count === 1 ? 'item' : 'items'}` };
		if (items.ok || items.failure.kind === 'no-items')
			return { no: 'this account has nothing for sale. Use the author’s key.' };
		// The key is valid, and a list may be long: the bot loads it again at its start.
		return { found: key, ok: `${name}; its items didn’t load this time` };
	});
}

function refusal(failure: MarketplaceFailure): Checked<undefined> {
	const { kind } = failure;
	if (kind === 'bad-key') return { no: 'the shop rejected this key' };
	if (kind === 'rate-limited')
		return { no: 'the shop got too many requests. Wait a minute, then try again.' };
	return { found: undefined, no: kind === 'blocked' ? failure.reason : 'nothing responds there' };
}

/** The address of the database in this folder. */
export const fileHere = variables.DATABASE_URL.schema.parse(undefined);

/**
 * An existing database has to open with the secret that it was made with. A missing file is created by the first start,
 * not before. `secret`: secret.
 */
export async function checkDatabase(
	url: string,
	secret: string,
	warn: (message: string) => void,
): Promise<Checked<string>> {
	const fault = faultOf('DATABASE_URL', url);
	if (fault !== undefined) return { no: fault };
	const file = sqliteFileOf(url);
	try {
		if (file !== undefined && (await findDatabase(file)) !== 'database') return { found: url };
		return await open({ DATABASE_URL: url }, async (opened) => {
			const store = await opened.store({ warn });
			const made = soundRow(secretKind, await store.get(secretKey));
			// A new one fits every secret.
			if (made === undefined || made.check === new ClaimKeys(secret).check) return { found: url };
			return {
				no: 'its purchases were saved with a different CLAIM_SECRET. Put that secret in .env first, or choose another database',
			};
		});
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		if (error instanceof ConfigError) return { no: error.problems.join('. ') };
		if (error.code !== 'STORE_UNAVAILABLE') return { no: error.message };
		return { no: file === undefined ? 'nothing responds there' : 'the file can’t be opened' };
	}
}
