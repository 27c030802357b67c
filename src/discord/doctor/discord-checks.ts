import {
	type APIApplication,
	type APIGatewayBotInfo,
	ApplicationFlags,
	DiscordAPIError,
	RequestMethod,
	Routes,
} from 'discord.js';
import { failureReason } from '../../base/errors.js';
import type { OwnGuild } from '../../servers/guild-facts.js';
import { type Finding, ok, trouble } from '../../servers/guild-finding.js';
import { because, orUnchecked } from '../../services/doctor/store-checks.js';
import { ownApplication, ownGuilds } from '../guilds/own-account.js';
import { compareRegistered, registrationScopes } from '../registration/registration.js';
import { type ExaminedBot, examineGuilds } from './guild-checks.js';

/** A header with whole seconds can't show smaller differences. */
const clockWarningMs = 30_000;
const clockProblemMs = 5 * 60_000;
/** From so many users on, Discord has to approve privileged intents. */
const approvalFrom = 10_000;
const manyMembers = 8_000;
/** A bot in a restart loop uses this many within minutes. */
const fewIdentifies = 50;

/** @param served all served guilds */
export async function examineDiscord(
	examined: ExaminedBot,
	served: readonly string[],
): Promise<readonly Finding[]> {
	const { rest } = examined;
	let application: APIApplication;
	try {
		application = await ownApplication(rest);
	} catch (error) {
		// Nothing else can be requested with such a token, and rejections count against the IP address.
		if (error instanceof DiscordAPIError && error.status === 401)
			return [trouble('problem', 'token', 'finding.token.refused', 'finding.token.makeNew')];
		const reasons = because(examined, 'discord', failureReason(error), 'finding.token.checkNetwork');
		return [trouble('problem', 'token', 'finding.token.silent', ...reasons)];
	}
	const guilds = ownGuilds(rest);
	const groups = await Promise.all([
		orUnchecked('guilds', () => examineIntents(examined, application, guilds)),
		orUnchecked('gateway', () => examineGateway(examined)),
		orUnchecked('commands', async () => examineCommands(examined, application, served, await guilds)),
		orUnchecked('guilds', () => examineGuilds(examined, application)),
		orUnchecked('guilds', async () => examineOtherGuilds(served, await guilds)),
	]);
	const openness =
		application.bot_public === true
			? trouble('warning', 'public-bot', 'finding.publicBot.says', 'finding.publicBot.todo')
			: ok('public-bot', 'finding.publicBot.ok');
	const values = { bot: { foreign: application.name } };
	return [ok('token', 'finding.token.ok', { values }), ...groups.flat(), openness];
}

/** Discord counts the users of all servers: https://github.com/discord/discord-api-docs/pull/8394 */
async function examineIntents(
	{ settings }: ExaminedBot,
	{ flags }: APIApplication,
	guilds: ReturnType<typeof ownGuilds>,
): Promise<Finding> {
	const fine = ok('intents', 'finding.intents.ok');
	const isApproved = (flags & ApplicationFlags.GatewayGuildMembers) !== 0;
	if (!settings.MEMBERS_INTENT || isApproved) return fine;
	// The flag until Discord has approved the intent.
	if ((flags & ApplicationFlags.GatewayGuildMembersLimited) === 0)
		return trouble('problem', 'intents', 'finding.intents.says', 'finding.intents.todo');
	const count = (await guilds).reduce((sum, { approximate_member_count: members = 0 }) => sum + members, 0);
	if (count < manyMembers) return fine;
	const values = { count, limit: approvalFrom };
	return trouble('warning', 'intents', 'finding.intents.many', 'finding.intents.apply', { values });
}

async function examineGateway({ rest, machineClock: clock }: ExaminedBot): Promise<readonly Finding[]> {
	const askedAt = clock.now();
	const response = await rest.queueRequest({ fullRoute: Routes.gatewayBot(), method: RequestMethod.Get });
	const answeredAt = clock.now();
	const { session_start_limit: limit } = (await response.json()) as APIGatewayBotInfo;
	const { remaining: left, total: aDay, reset_after: resetAfterMs } = limit;
	const values = { left, aDay, hours: Math.ceil(resetAfterMs / 3_600_000) };
	const level = left === 0 ? 'problem' : 'warning';
	const identifies =
		left >= fewIdentifies
			? ok('identifies', 'finding.identifies.says', { values })
			: trouble(level, 'identifies', 'finding.identifies.says', 'finding.identifies.todo', { values });
	const date = Date.parse(response.headers.get('date') ?? '');
	// The header has whole seconds; half a second is the average error.
	const aheadMs = (askedAt + answeredAt) / 2 - (date + 500);
	return [identifies, ...(Number.isNaN(date) ? [] : [examineClock(aheadMs)])];
}

function examineClock(aheadMs: number): Finding {
	const off = Math.abs(aheadMs);
	if (off < clockWarningMs) return ok('clock', 'finding.clock.ok');
	const says = aheadMs > 0 ? 'finding.clock.ahead' : 'finding.clock.behind';
	const values = { seconds: Math.round(off / 1000) };
	const level = off >= clockProblemMs ? 'problem' : 'warning';
	return trouble(level, 'clock', says, 'finding.clock.todo', { values });
}

async function examineCommands(
	{ rest, commands }: ExaminedBot,
	{ id }: APIApplication,
	served: readonly string[],
	guilds: readonly OwnGuild[],
): Promise<Finding> {
	const ownIds = guilds.map((guild) => guild.id);
	const changes = await compareRegistered(rest, registrationScopes(id, served, ownIds, commands));
	const differences = (['added', 'changed', 'removed'] as const).filter((what) => changes[what].length > 0);
	if (differences.length === 0) return ok('commands', 'finding.commands.ok');
	const level = changes.added.length + changes.changed.length > 0 ? 'problem' : 'warning';
	// The fix comes first: a long text loses its end.
	const todo = [
		'finding.commands.todo',
		...differences.map((what) => `finding.commands.${what}` as const),
	] as const;
	const values = Object.fromEntries(
		differences.map((what) => [what, { list: changes[what].map((name) => `/${name}`) }]),
	);
	return trouble(level, 'commands', 'finding.commands.says', todo, { values });
}

function examineOtherGuilds(served: readonly string[], guilds: readonly OwnGuild[]): Finding {
	const servers = guilds.filter(({ id }) => !served.includes(id));
	if (servers.length === 0) return ok('other-servers', 'finding.otherServers.ok');
	const values = { servers: { servers }, count: servers.length };
	return trouble('warning', 'other-servers', 'finding.otherServers.says', 'finding.otherServers.todo', {
		values,
	});
}
