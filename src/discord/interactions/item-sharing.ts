import type { GuildSettingsStore } from '../../guilds/guild-settings.js';
import { type AccessFacts, type Asker, refusalOf } from './access.js';

/** Who may show items to everyone. */
export class ItemSharing {
	readonly #guilds: Pick<GuildSettingsStore, 'get'>;
	readonly #access: AccessFacts;

	constructor(guilds: Pick<GuildSettingsStore, 'get'>, access: AccessFacts) {
		this.#guilds = guilds;
		this.#access = access;
	}

	/** Whether the server lets this member do it. Reads the store. */
	async allows(asker: Asker): Promise<boolean> {
		const { sharing } = await this.#guilds.get(asker.guildId);
		return sharing === 'everyone' || (await refusalOf('staff', asker, this.#access)) === undefined;
	}
}
