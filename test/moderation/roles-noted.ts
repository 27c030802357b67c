import type { MemberRef } from '../../src/base/member-ref.js';
import type { GrantOutbox } from '../../src/roles/grant-outbox.js';
import type { GrantQueue } from '../../src/roles/grant-queue.js';

const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;

/** An outbox and a queue that only log what they are asked for. */
export function rolesNoted(log: unknown[]) {
	return {
		outbox: {
			async record({ guildId, userId }: MemberRef) {
				return log.push(`note ${guildId} ${userId}`);
			},
		} satisfies Pick<GrantOutbox, 'record'>,
		queue: {
			async request({ guildId, userId }: MemberRef) {
				log.push(`request ${guildId} ${userId}`);
				return { first: Promise.resolve(granted), settled: Promise.resolve(granted) };
			},
		} satisfies Pick<GrantQueue, 'request'>,
	};
}
