import { type Client, DiscordAPIError, type Guild } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { plainCommand, translatorFor } from '../../i18n/translator.js';
import type { Finding } from '../../servers/guild-finding.js';
import type { ServedGuilds } from '../../servers/served-guilds.js';
import { findingText } from '../../ui/findings.js';
import { readGateway, waitForIdentifies } from '../connection/identify-turns.js';
import { hasArrived, watchArrivals } from '../guilds/has-arrived.js';
import { OwnAccount } from '../guilds/own-account.js';
import {
	type CommandPayload,
	compareRegistered,
	hasDifferences,
	registrationScopes,
} from '../registration/registration.js';

/** Discord rejects the token; only a new token helps. */
export class TokenRefused extends Error {}

/** The log is for operators. */
const english = translatorFor('en', plainCommand);

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/**
 * Waits until Discord responds and allows another identify. Discord resets the token of a bot that identifies more than
 * 1,000 times a day, so nothing is attempted before that. Resolves early with false when the signal aborts; rejects
 * with TokenRefused.
 */
export async function awaitGateway(
	client: Client,
	options: {
		token: string;
		logger: Logger;
		onUnreachable: (error: unknown) => void;
		signal: AbortSignal;
		/** Resolves after `ms` milliseconds, or early when the signal aborts. */
		delay: Clock['delay'];
	},
): Promise<boolean> {
	client.rest.setToken(options.token);
	let pause = firstPauseMs;
	let isWaiting = false;
	while (!options.signal.aborted) {
		try {
			const { session_start_limit: limit } = await readGateway(client.rest);
			const waitMs = waitForIdentifies(limit);
			if (waitMs === 0) return true;
			const resetAfterMs = limit.reset_after;
			if (!isWaiting) options.logger.warn({ resetAfterMs }, 'Daily connection limit reached. Waiting');
			isWaiting = true;
			await options.delay(waitMs, options.signal);
		} catch (error) {
			if (error instanceof DiscordAPIError && error.status === 401) throw new TokenRefused();
			options.onUnreachable(error);
			options.logger.debug({ err: error, againInMs: pause }, 'Discord cannot be reached. Retrying');
			await options.delay(pause, options.signal);
			pause = Math.min(pause * 2, maxPauseMs);
		}
	}
	return false;
}

/**
 * Compares the configuration with Discord's permissions once connected, and logs each problem with its fix. Never
 * rejects: a half-configured bot still answers its buyers.
 */
export async function inspectGuilds(
	client: Client<true>,
	options: {
		served: ServedGuilds;
		examine: (guildId: string) => Promise<readonly Finding[]>;
		commands: readonly CommandPayload[];
		logger: Logger;
	},
): Promise<void> {
	const { logger, served } = options;
	const guilds = [...client.guilds.cache.values()];
	const servedOnes = guilds.filter(({ id }) => served.serves(id));
	for (const guildId of served.ids.filter((id) => !client.guilds.cache.has(id))) {
		logger.warn(
			{ guildId },
			'The bot is not in a server that it is set up for. Invite it with the link in the README',
		);
	}
	const late = new Set(servedOnes.filter((guild) => !hasArrived(guild)).map(({ id }) => id));
	watchArrivals(client, (guild) => {
		if (late.delete(guild.id)) void inspectGuild(guild, options);
	});
	for (const guild of servedOnes.filter(({ id }) => !late.has(id))) await inspectGuild(guild, options);
	if (guilds.length > servedOnes.length) await inspectOpenness(client, logger);
	await inspectCommands(client, options);
}

async function inspectGuild(
	guild: Guild,
	options: { examine: (guildId: string) => Promise<readonly Finding[]>; logger: Logger },
): Promise<void> {
	const logger = options.logger.child({ guildId: guild.id, guildName: guild.name });
	await inspecting(logger, 'This server could not be checked against its settings', async () => {
		for (const finding of await options.examine(guild.id)) {
			if (finding.level === 'ok') continue;
			const { says, todo } = findingText(english, finding, 'plain');
			logger.warn({ check: finding.check, says, todo }, 'This server is not set up as the bot needs it');
		}
	});
}

/** In an unserved server the bot does nothing; but the person who added it there could add it to more. */
async function inspectOpenness(client: Client<true>, logger: Logger): Promise<void> {
	await inspecting(logger, 'The Public Bot setting could not be read', async () => {
		if (!(await new OwnAccount(client.rest).isPublic())) return;
		logger.warn(
			'Anyone can add this bot to a server, and it is in one that it is not set up for. Turn off Public Bot on the application’s Bot page',
		);
	});
}

async function inspectCommands(
	client: Client<true>,
	{ served, commands, logger }: Omit<Parameters<typeof inspectGuilds>[1], 'examine'>,
): Promise<void> {
	await inspecting(logger, 'The registered commands could not be read', async () => {
		const ownIds = [...client.guilds.cache.keys()];
		const scopes = registrationScopes(client.application.id, served.ids, ownIds);
		const found = await compareRegistered(client.rest, scopes, commands);
		if (!hasDifferences(found)) return;
		logger.warn({ ...found }, 'The registered commands differ from this version: run `npm run register`');
	});
}

async function inspecting(logger: Logger, failure: string, look: () => Promise<void>): Promise<void> {
	await look().catch((error: unknown) => logger.warn({ err: error }, failure));
}
