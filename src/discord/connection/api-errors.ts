import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';

/**
 * Discord's JSON error codes that the bot handles. Never branch on the HTTP status: bots that take any 404 for "not
 * a member" have caused silent request storms.
 */
export const apiCodes = {
	unknownChannel: 10_003,
	unknownGuild: 10_004,
	unknownMember: 10_007,
	unknownRole: 10_011,
	unknownUser: 10_013,
	/** The user accepts no messages from servers. */
	cannotMessageUser: 50_007,
	/** The user shares no server with the bot: replaces 50007 since March 2026 (discord-api-docs#8212). */
	noMutualGuilds: 50_278,
	openingMessagesTooFast: 40_003,
	unknownWebhook: 10_015,
	unknownMessage: 10_008,
	unknownInteraction: 10_062,
	alreadyAcknowledged: 40_060,
	maxRoles: 30_005,
	tooManyNewCommands: 30_034,
	/** The message is older than an hour and was edited too often: discord-api-docs#4413. */
	tooManyEdits: 30_046,
	missingAccess: 50_001,
	missingPermissions: 50_013,
	invalidWebhookToken: 50_027,
	invalidRole: 50_028,
	archivedThread: 50_083,
	blockedByAutoMod: 200_000,
	invalidForm: 50_035,
	twoFactorRequired: 60_003,
} as const;

type Codes = readonly (number | undefined)[];

/** The bot is not in a guild. */
export const notInGuildCodes: Codes = [apiCodes.unknownGuild, apiCodes.missingAccess];
/** The user is not in a guild. */
export const noMemberCodes: Codes = [apiCodes.unknownMember, apiCodes.unknownUser];
/** A message was deleted, or its channel. */
export const noMessageCodes: Codes = [apiCodes.unknownMessage, apiCodes.unknownChannel];
/** The bot can't change a message any more: it was deleted, or edited too often. */
export const cannotEditCodes: Codes = [apiCodes.unknownMessage, apiCodes.tooManyEdits];

/** @returns Discord's JSON error code, or undefined for other errors */
export function apiCodeOf(error: unknown): number | undefined {
	return error instanceof DiscordAPIError && typeof error.code === 'number' ? error.code : undefined;
}

/** The result of `work`, or `otherwise` if Discord rejects it with one of these codes. */
export async function unlessRejected<Result>(
	codes: Codes,
	otherwise: Result,
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (codes.includes(apiCodeOf(error))) return otherwise;
		throw error;
	}
}

/** A 5xx, a rate limit, a timeout or a broken connection. The request may have taken effect. */
export function isPassing(error: unknown): boolean {
	if (error instanceof DiscordAPIError) return error.status === 429;
	if (error instanceof HTTPError || error instanceof RateLimitError) return true;
	// undici and node:net set a code, an aborted request only a name.
	return (
		error instanceof Error && ('code' in error || error.name === 'AbortError' || error.cause !== undefined)
	);
}
