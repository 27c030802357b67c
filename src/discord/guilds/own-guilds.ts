import {
	type APIApplication,
	type APIGuild,
	type REST,
	type RESTAPIPartialCurrentUserGuild,
	Routes,
	TeamMemberMembershipState,
} from 'discord.js';
import type { OwnGuild } from '../../guilds/bot-account.js';
import { oneLine } from '../../views/kit/text.js';

/** Discord's limit for a page. */
const pageSize = 200;
const maxOwnersAsked = 20;

/** Every guild that the bot is in, with its name as untrusted text, over REST. Rejects with discord.js errors. */
export async function ownGuilds(rest: REST): Promise<readonly OwnGuild[]> {
	return (await listGuilds(rest, {})).map(({ id, name }) => ({ id, name }));
}

/** The number of members of all guilds that the bot is in, bots included. Rejects with discord.js errors. */
export async function memberCount(rest: REST): Promise<number> {
	const guilds = await listGuilds(rest, { with_counts: 'true' });
	return guilds.reduce((sum, { approximate_member_count: count = 0 }) => sum + count, 0);
}

async function listGuilds(
	rest: REST,
	options: Readonly<Record<string, string>>,
): Promise<readonly RESTAPIPartialCurrentUserGuild[]> {
	const guilds: RESTAPIPartialCurrentUserGuild[] = [];
	for (;;) {
		const after = guilds.at(-1)?.id ?? '0';
		const query = new URLSearchParams({ limit: String(pageSize), after, ...options });
		const page = (await rest.get(Routes.userGuilds(), { query })) as RESTAPIPartialCurrentUserGuild[];
		guilds.push(...page);
		if (page.length < pageSize) return guilds;
	}
}

/** A guild that the bot is in. `isOwn`: the guild's owner also owns the application. */
export interface OwnedGuild extends OwnGuild {
	readonly isOwn: boolean;
}

/** Every guild that the bot is in, the owner's own guilds first. Rejects with discord.js errors. */
export async function ownedGuilds(rest: REST): Promise<readonly OwnedGuild[]> {
	const owners = ownersOf((await rest.get(Routes.currentApplication())) as APIApplication);
	const guilds: OwnedGuild[] = [];
	for (const [at, { id, name }] of (await ownGuilds(rest)).entries()) {
		// One request each: beyond a screenful they have to be named by id anyway.
		const isOwn =
			at < maxOwnersAsked && owners.includes(((await rest.get(Routes.guild(id))) as APIGuild).owner_id);
		guilds.push({ id, name: oneLine(name) || id, isOwn });
	}
	return guilds.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
}

/** True if anyone can add the bot to a server, not only its owner. Rejects with discord.js errors. */
export async function isPublic(rest: REST): Promise<boolean> {
	return ((await rest.get(Routes.currentApplication())) as APIApplication).bot_public === true;
}

/** The application's owner or, for a team, its accepted members. */
export function ownersOf({ owner, team }: APIApplication): readonly string[] {
	const members = (team?.members ?? [])
		.filter(({ membership_state: state }) => state === TeamMemberMembershipState.Accepted)
		.map(({ user }) => user.id);
	return owner === undefined ? members : [owner.id, ...members];
}
