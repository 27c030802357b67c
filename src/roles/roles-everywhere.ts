import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { GrantOutbox } from './grant-outbox.js';
import type { GrantQueue } from './grant-queue.js';

export interface RolesEverywhereParts {
	readonly outbox: Pick<GrantOutbox, 'record'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly served: Pick<ServedGuilds, 'ids'>;
}

/** The role syncs around a change of claims, which count in every served guild. */
export class RolesEverywhere {
	readonly #parts: RolesEverywhereParts;

	constructor(parts: RolesEverywhereParts) {
		this.#parts = parts;
	}

	/** Before the change: after a kill in between, the roles still follow. */
	async announce(userIds: Iterable<string>): Promise<void> {
		const { outbox, served } = this.#parts;
		for (const userId of new Set(userIds)) {
			for (const guildId of served.ids) await outbox.record({ guildId, userId });
		}
	}

	/** After the change. */
	async request(userIds: Iterable<string>): Promise<void> {
		const { queue, served } = this.#parts;
		for (const userId of new Set(userIds)) {
			for (const guildId of served.ids) await queue.request({ guildId, userId });
		}
	}
}
