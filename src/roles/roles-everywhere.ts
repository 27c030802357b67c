import type { MemberRef } from '../base/member-ref.js';
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
		await this.#forEach(userIds, (target) => this.#parts.outbox.record(target));
	}

	/** After the change. */
	async request(userIds: Iterable<string>): Promise<void> {
		await this.#forEach(userIds, (target) => this.#parts.queue.request(target));
	}

	/** Handles one member after the other. Their servers share a statement of the store. */
	async #forEach(userIds: Iterable<string>, work: (target: MemberRef) => Promise<unknown>): Promise<void> {
		const { ids } = this.#parts.served;
		for (const userId of new Set(userIds)) {
			await Promise.all(ids.map((guildId) => work({ guildId, userId })));
		}
	}
}
