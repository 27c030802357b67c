import { z } from 'zod';
import { count, snowflake, timestamp } from '../base/row-fields.js';
import { roleObstacles } from '../guilds/role-obstacles.js';

/** The first members by id, and the number of further ones. */
const firstMembers = z.strictObject({ named: z.array(snowflake).max(20), more: count });
export type FirstMembers = Readonly<z.infer<typeof firstMembers>>;

/** A problem that lasts until a person solves it, as stored. Untrusted names, not shortened. */
export const alertSchema = z.discriminatedUnion('kind', [
	/** In a server. `waiting`: members whose roles are delayed there. */
	z.strictObject({
		kind: z.literal('roles-blocked'),
		obstacle: z.enum(roleObstacles),
		roleId: z.string().optional(),
		waiting: count,
	}),
	z.strictObject({ kind: z.literal('bad-key'), problem: z.enum(['refused', 'sells-nothing']) }),
	/** The shop's user names of the account that the purchases belong to, and of the key's account. */
	z.strictObject({ kind: z.literal('other-account'), known: z.string(), seen: z.string() }),
	/** `since`: milliseconds since the epoch; `waiting`: members whose code is being retried. */
	z.strictObject({
		kind: z.literal('shop-down'),
		since: timestamp,
		waiting: count,
		reason: z.string().optional(),
	}),
	/** `since`: milliseconds since the epoch. */
	z.strictObject({ kind: z.literal('store-down'), since: timestamp, reason: z.string() }),
	/** The daily limit of purchases that may become invalid is reached. */
	z.strictObject({ kind: z.literal('revoking-stopped'), limit: count }),
	/**
	 * `lacks`: permissions that the bot lacks in the first server's audit channel. Without any, `isThere`: the channel exists and
	 * refuses messages, as an archived or locked thread does; otherwise it was deleted.
	 */
	z.strictObject({
		kind: z.literal('audit-unwritable'),
		channelId: snowflake,
		lacks: z.array(z.enum(['ViewChannel', 'SendMessages', 'SendMessagesInThreads', 'EmbedLinks'])),
		isThere: z.boolean().optional(),
	}),
	z.strictObject({ kind: z.literal('unserved'), guildId: snowflake, name: z.string() }),
	/** The difference to Discord's clock, in minutes. */
	z.strictObject({ kind: z.literal('clock-off'), minutes: count }),
	/** A backup, made at `madeAt` (milliseconds since the epoch), replaced a database. */
	z.strictObject({
		kind: z.literal('restored'),
		madeAt: timestamp,
		/** Members with fewer purchases than in the previous database, and members with more. */
		lost: firstMembers,
		gained: firstMembers,
		/** False if the previous database could not be read in full: more members may be affected. */
		isComplete: z.boolean(),
	}),
	z.strictObject({ kind: z.enum(['damaged', 'answered-elsewhere', 'empty-store', 'members-intent']) }),
]);

export type Alert = Readonly<z.infer<typeof alertSchema>>;

/** The subject of an alert, unique in a server: alerts with the same subject are the same. */
export function subjectOf(alert: Alert): string {
	switch (alert.kind) {
		case 'roles-blocked':
			return rolesBlocked(alert);
		case 'unserved':
			return `unserved:${alert.guildId}`;
		default:
			return alert.kind;
	}
}

export function rolesBlocked({ obstacle, roleId }: Pick<RolesBlocked, 'obstacle' | 'roleId'>): string {
	// A cause shared by every role of the server.
	const isGuildWide = obstacle === 'missing-permission' || obstacle === 'guild-gone';
	return `roles-blocked:${obstacle}${isGuildWide || roleId === undefined ? '' : `:${roleId}`}`;
}

export type RolesBlocked = Extract<Alert, { kind: 'roles-blocked' }>;
