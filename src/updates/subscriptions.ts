import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { UpdateReaders } from '../guilds/update-readers.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';

export interface SubscriptionsParts {
	readonly readers: Pick<UpdateReaders, 'of' | 'add' | 'remove'>;
	readonly guilds: Pick<GuildSettingsStore, 'get'>;
	readonly outbox: Pick<GrantOutbox, 'record'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** Members' own choice to be notified of updates, by a role. Rejects with the store's errors. */
export class Subscriptions {
	readonly #parts: SubscriptionsParts;

	constructor(parts: SubscriptionsParts) {
		this.#parts = parts;
	}

	/**
	 * Records the choice, and requests the role or its removal.
	 * @returns the role, or undefined if the server has none for updates (any more)
	 */
	async choose(member: MemberRef, wants: boolean): Promise<string | undefined> {
		const { readers, guilds, outbox, queue, clock } = this.#parts;
		const roleId = (await guilds.get(member.guildId)).updates?.roleId;
		if (wants && roleId === undefined) return undefined;
		// First, so that a crash in between doesn't forget the role.
		await outbox.record(member);
		await (wants ? readers.add(member, clock.now()) : readers.remove(member));
		await queue.request(member);
		return roleId;
	}

	/** The member's choices, for `/privacy`; always complete. */
	async of(userId: string) {
		const chosen = await this.#parts.readers.of(userId);
		const rows = chosen.map(({ guildId, at }) => ({ guildId, at, what: 'asked' }));
		return { rows, isComplete: true };
	}

	/** Deletes the member's choices, and removes the roles. */
	async forget(userId: string): Promise<void> {
		const { readers, outbox, queue } = this.#parts;
		for (const { guildId } of await readers.of(userId)) {
			await outbox.record({ guildId, userId });
			await readers.remove({ guildId, userId });
			await queue.request({ guildId, userId });
		}
	}
}
