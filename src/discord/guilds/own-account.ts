import { type APIApplication, type APIGuild, type REST, Routes } from 'discord.js';
import type { BotAccount, OnlyGuild } from '../../guilds/bot-account.js';
import { oneLine } from '../../views/kit/text.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';
import { readScope, registrationScopes } from '../registration/registration.js';
import { isPublic, ownersOf, ownGuilds } from './own-guilds.js';

/** The bot's own account, over REST once its token is set. Rejects with discord.js errors. */
export class OwnAccount implements BotAccount {
	readonly #rest: REST;

	constructor(rest: REST) {
		this.#rest = rest;
	}

	async onlyGuild(): Promise<OnlyGuild> {
		const guilds = (await ownGuilds(this.#rest)).map(({ id, name }) => ({ id, name: oneLine(name) }));
		const [guild, another] = guilds;
		if (guild === undefined) return { kind: 'none' };
		if (another !== undefined) return { kind: 'several', guilds };
		const [application, { owner_id: ownerId }] = await Promise.all([
			this.application(),
			this.#rest.get(Routes.guild(guild.id)) as Promise<APIGuild>,
		]);
		return ownersOf(application).includes(ownerId) ? { kind: 'own', guild } : { kind: 'foreign', guilds };
	}

	async isIn(guildId: string): Promise<boolean> {
		try {
			await this.#rest.get(Routes.guild(guildId));
			return true;
		} catch (error) {
			const code = apiCodeOf(error);
			if (code === apiCodes.unknownGuild || code === apiCodes.missingAccess) return false;
			throw error;
		}
	}

	async hasCommands(guildIds: readonly string[]): Promise<boolean> {
		const { id } = await this.application();
		for (const scope of registrationScopes(id, guildIds, [])) {
			if ((await readScope(this.#rest, scope)).length > 0) return true;
		}
		return false;
	}

	/** The application's owner, or the owner of its team followed by the accepted team members. */
	async operatorIds(): Promise<readonly string[]> {
		const application = await this.application();
		const first = application.team?.owner_user_id;
		return [...(first === undefined ? [] : [first]), ...ownersOf(application)];
	}

	async isOperator(userId: string): Promise<boolean> {
		return (await this.operatorIds()).includes(userId);
	}

	/** Does nothing if the bot has already left. */
	async leave(guildId: string): Promise<void> {
		try {
			await this.#rest.delete(Routes.userGuild(guildId));
		} catch (error) {
			if (apiCodeOf(error) !== apiCodes.unknownGuild) throw error;
		}
	}

	/** True if anyone can add the bot to a server, not only its owner. */
	async isPublic(): Promise<boolean> {
		return await isPublic(this.#rest);
	}

	private async application(): Promise<APIApplication> {
		return (await this.#rest.get(Routes.currentApplication())) as APIApplication;
	}
}
