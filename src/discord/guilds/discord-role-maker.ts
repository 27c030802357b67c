import { type Client, type Guild, type RESTPostAPIGuildRoleResult, Routes } from 'discord.js';
import type { RoleMade, RoleMaker } from '../../guilds/buyer-role-maker.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import { translatorFor } from '../../i18n/translator.js';
import { oneLine } from '../../views/kit/text.js';
import { apiCodeOf, apiCodes, isPassing } from '../connection/api-errors.js';

/** After this time the request can't be sent any more; another press may retry after twice that. */
const patienceMs = 45_000;

export class DiscordRoleMaker implements RoleMaker {
	readonly #client: Client;
	readonly #served: Pick<ServedGuilds, 'serves'>;

	constructor(client: Client, served: Pick<ServedGuilds, 'serves'>) {
		this.#client = client;
		this.#served = served;
	}

	async rolesNamed(guildId: string, name: string): Promise<readonly string[] | undefined> {
		try {
			const guild = this.guildOf(guildId);
			const listed = await guild?.roles.fetch(undefined, { force: true });
			const me = guild?.members.me?.roles.highest;
			if (listed === undefined || me === undefined) return undefined;
			const isUsable = (role: { readonly managed: boolean; readonly id: string }): boolean =>
				!role.managed && me.comparePositionTo(role.id) > 0;
			return [...listed.values()]
				.filter((role) => role.id !== guildId && isSameName(role.name, name))
				.toSorted((a, b) => Number(isUsable(b)) - Number(isUsable(a)))
				.map(({ id }) => id);
		} catch {
			return undefined;
		}
	}

	async makeRole(guildId: string, name: string, userId: string): Promise<RoleMade> {
		const guild = this.guildOf(guildId);
		if (guild === undefined) return { kind: 'powerless' };
		try {
			const { id } = (await this.#client.rest.post(Routes.guildRoles(guildId), {
				// Without explicit permissions Discord would copy @everyone's.
				body: { name, permissions: '0', hoist: false, mentionable: false },
				reason: translatorFor(guild.preferredLocale)('audit.reason.role-made', { who: this.#nameOf(userId) }),
				signal: AbortSignal.timeout(patienceMs),
			})) as RESTPostAPIGuildRoleResult;
			// The gateway event may not have arrived yet.
			if (!guild.roles.cache.has(id)) await guild.roles.fetch(undefined, { force: true });
			return { kind: 'made', roleId: id };
		} catch (error) {
			return outcomeOf(error);
		}
	}

	#nameOf(userId: string): string {
		const username = this.#client.users.cache.get(userId)?.username;
		return username === undefined ? userId : `${oneLine(username)} (${userId})`;
	}

	/**
	 * @returns undefined if the bot is not in the guild or does not serve it; then nothing may be read or changed there
	 */
	private guildOf(guildId: string): Guild | undefined {
		return this.#served.serves(guildId) ? this.#client.guilds.cache.get(guildId) : undefined;
	}
}

function isSameName(one: string, other: string): boolean {
	return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function outcomeOf(error: unknown): RoleMade {
	const code = apiCodeOf(error);
	if (code === apiCodes.maxRoles) return { kind: 'full' };
	if (code === apiCodes.missingPermissions || code === apiCodes.missingAccess) return { kind: 'powerless' };
	if (code === apiCodes.twoFactorRequired || code === apiCodes.unknownGuild) return { kind: 'powerless' };
	if (isPassing(error)) return { kind: 'unknown' };
	throw error;
}
