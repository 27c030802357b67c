import {
	type APIApplication,
	type APIGuild,
	ApplicationFlags,
	type REST,
	type RESTAPIPartialCurrentUserGuild,
	Routes,
	TeamMemberMembershipState,
} from 'discord.js';
import type { BotAccount, OwnGuild } from '../../servers/guild-facts.js';
import { oneLine } from '../../ui/text.js';
import { notInGuildCodes, unlessRejected } from '../connection/api-errors.js';
import { readRegistered } from '../registration/registration.js';

/** The bot's own account, over REST once its token is set. Rejects with discord.js errors. */
export function ownAccount(rest: REST): BotAccount {
	return {
		async onlyGuild() {
			const guilds = await ownedGuilds(rest);
			const [guild, another] = guilds;
			if (guild === undefined) return { kind: 'none' };
			if (another !== undefined) return { kind: 'several', guilds };
			return guild.isOwn ? { kind: 'own', guild } : { kind: 'foreign', guilds };
		},

		isIn: (guildId) =>
			unlessRejected(notInGuildCodes, false, () => rest.get(Routes.guild(guildId)).then(() => true)),

		async hasCommands(guildIds) {
			const { id: applicationId } = await ownApplication(rest);
			for (const guildId of [...guildIds, undefined]) {
				if ((await readRegistered(rest, { applicationId, guildId })).length > 0) return true;
			}
			return false;
		},

		async operatorIds() {
			const application = await ownApplication(rest);
			return [application.team?.owner_user_id ?? [], ...ownersOf(application)].flat();
		},

		/** Does nothing if the bot has already left. */
		async leave(guildId) {
			await unlessRejected(notInGuildCodes, undefined, () => rest.delete(Routes.userGuild(guildId)));
		},
	};
}

/** The application that the token belongs to. Rejects with discord.js errors. */
export async function ownApplication(rest: REST): Promise<APIApplication> {
	return (await rest.get(Routes.currentApplication())) as APIApplication;
}

const membersFlags = ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited;

/** True if the application may hear of members who join. */
export function hasMembersIntent({ flags }: Pick<APIApplication, 'flags'>): boolean {
	return ((flags ?? 0) & membersFlags) !== 0;
}

/** Turns on Server Members Intent and nothing else. Rejects with discord.js errors. @returns false if Discord ignores it */
export async function allowMembersIntent(rest: REST): Promise<boolean> {
	const application = await ownApplication(rest);
	if (hasMembersIntent(application)) return true;
	const flags = (application.flags ?? 0) | ApplicationFlags.GatewayGuildMembersLimited;
	const changed = (await rest.patch(Routes.currentApplication(), { body: { flags } })) as APIApplication;
	return hasMembersIntent(changed);
}

/** Discord's limit for a page. */
const pageSize = 200;
const maxOwnersAsked = 20;

/** Every guild that the bot is in. Names are untrusted text. Rejects with discord.js errors. */
export async function ownGuilds(rest: REST): Promise<readonly RESTAPIPartialCurrentUserGuild[]> {
	const guilds: RESTAPIPartialCurrentUserGuild[] = [];
	for (;;) {
		const after = guilds.at(-1)?.id ?? '0';
		const query = new URLSearchParams({ limit: String(pageSize), after, with_counts: 'true' });
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
	const owners = ownersOf(await ownApplication(rest));
	const guilds: OwnedGuild[] = [];
	for (const [at, { id, name }] of (await ownGuilds(rest)).entries()) {
		// One request each: beyond a screenful they have to be named by id anyway.
		const isOwn =
			at < maxOwnersAsked && owners.includes(((await rest.get(Routes.guild(id))) as APIGuild).owner_id);
		guilds.push({ id, name: oneLine(name) || id, isOwn });
	}
	return guilds.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
}

/** The application's owner or, for a team, its accepted members. */
function ownersOf({ owner, team }: APIApplication): readonly string[] {
	const members = (team?.members ?? [])
		.filter(({ membership_state: state }) => state === TeamMemberMembershipState.Accepted)
		.map(({ user }) => user.id);
	return owner === undefined ? members : [owner.id, ...members];
}
