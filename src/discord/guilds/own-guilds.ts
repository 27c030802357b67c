import {
	type APIApplication,
	type APIGuild,
	DiscordAPIError,
	type REST,
	type RESTAPIPartialCurrentUserGuild,
	RESTJSONErrorCodes,
	Routes,
	TeamMemberMembershipState,
} from 'discord.js';
import type { OnlyGuild, OwnGuild } from '../../guilds/resolve-served-guilds.js';
import { oneLine } from '../../views/kit/text.js';

/** Discord's limit for a page. */
const pageSize = 200;
const mostOwnersAsked = 20;

/** Every guild that the bot is in, by id, with its name as foreign text, asked over REST. Rejects with discord.js' errors. */
export async function ownGuilds(rest: REST): Promise<readonly OwnGuild[]> {
	const guilds: OwnGuild[] = [];
	for (;;) {
		const query = new URLSearchParams({ limit: String(pageSize), after: guilds.at(-1)?.id ?? '0' });
		const page = (await rest.get(Routes.userGuilds(), { query })) as RESTAPIPartialCurrentUserGuild[];
		guilds.push(...page.map(({ id, name }) => ({ id, name })));
		if (page.length < pageSize) return guilds;
	}
}

/** Whether the bot is in a guild, asked over REST. Rejects with discord.js' errors. */
export async function isInGuild(rest: REST, guildId: string): Promise<boolean> {
	try {
		await rest.get(Routes.guild(guildId));
		return true;
	} catch (error) {
		const isOutside =
			error instanceof DiscordAPIError &&
			[RESTJSONErrorCodes.UnknownGuild, RESTJSONErrorCodes.MissingAccess].includes(Number(error.code));
		if (isOutside) return false;
		throw error;
	}
}

/** The guild that needs no naming. Rejects with discord.js' errors. */
export async function findOnlyGuild(rest: REST): Promise<OnlyGuild> {
	const guilds = (await ownGuilds(rest)).map(({ id, name }) => ({ id, name: oneLine(name) }));
	const [guild, another] = guilds;
	if (guild === undefined) return { kind: 'none' };
	if (another !== undefined) return { kind: 'several', guilds };
	const [application, { owner_id: ownerId }] = (await Promise.all([
		rest.get(Routes.currentApplication()),
		rest.get(Routes.guild(guild.id)),
	])) as [APIApplication, APIGuild];
	return ownersOf(application).includes(ownerId) ? { kind: 'own', guild } : { kind: 'foreign', guilds };
}

/** A guild that the bot is in. `isOwn`: it belongs to whoever the application belongs to. */
export interface OwnedGuild extends OwnGuild {
	readonly isOwn: boolean;
}

/** Every guild that the bot is in, with whose it is, the own ones first. Rejects with discord.js' errors. */
export async function ownedGuilds(rest: REST): Promise<readonly OwnedGuild[]> {
	const owners = ownersOf((await rest.get(Routes.currentApplication())) as APIApplication);
	const guilds: OwnedGuild[] = [];
	for (const [at, { id, name }] of (await ownGuilds(rest)).entries()) {
		// One request each: beyond a screenful they have to be named by id anyway.
		const isOwn =
			at < mostOwnersAsked && owners.includes(((await rest.get(Routes.guild(id))) as APIGuild).owner_id);
		guilds.push({ id, name: oneLine(name) || id, isOwn });
	}
	return guilds.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
}

/** Whether anybody, and not its owner alone, can add the bot to a server. Rejects with discord.js' errors. */
export async function isPublic(rest: REST): Promise<boolean> {
	return ((await rest.get(Routes.currentApplication())) as APIApplication).bot_public === true;
}

/** The application's owner, or the owner of its team, and then those who have joined the team. Rejects with discord.js' errors. */
export async function operatorIds(rest: REST): Promise<readonly string[]> {
	const application = (await rest.get(Routes.currentApplication())) as APIApplication;
	const first = application.team?.owner_user_id;
	return [...(first === undefined ? [] : [first]), ...ownersOf(application)];
}

/** The application's owner and, where a team has it, those who have joined the team. */
function ownersOf({ owner, team }: APIApplication): readonly string[] {
	const members = (team?.members ?? [])
		.filter(({ membership_state: state }) => state === TeamMemberMembershipState.Accepted)
		.map(({ user }) => user.id);
	return owner === undefined ? members : [owner.id, ...members];
}
