import type { GuildSettingsStore } from '../../guilds/guild-settings.js';
import { type AccessFacts, type Asker, refusalOf } from './access.js';

/** Decides who may show items to everyone. */
export class ItemSharing {
	readonly #guilds: Pick<GuildSettingsStore, 'get'>;
	readonly #access: AccessFacts;

	constructor(guilds: Pick<GuildSettingsStore, 'get'>, access: AccessFacts) {
		this.#guilds = guilds;
		this.#access = access;
	}

	/** True if the server's settings let this member share items. Reads the store. */
	async allows(asker: Asker): Promise<boolean> {
		const { sharing } = await this.#guilds.get(asker.guildId);
		return sharing === 'everyone' || (await refusalOf('staff', asker, this.#access)) === undefined;
	}
}
