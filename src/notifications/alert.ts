import { z } from 'zod';
import { count, snowflake, timestamp } from '../base/row-fields.js';
import { roleObstacles } from '../roles/role-api.js';

/** As many members as are named, and how many more there are. */
const firstMembers = z.strictObject({ named: z.array(snowflake).max(20), more: count });
export type FirstMembers = Readonly<z.infer<typeof firstMembers>>;

/** Something that lasts until somebody mends it, as it is stored. Foreign names are as long as they came. */
export const alertSchema = z.discriminatedUnion('kind', [
	/** In a server. `waiting`: members whose roles are held up there. */
	z.strictObject({
		kind: z.literal('roles-blocked'),
		obstacle: z.enum(roleObstacles),
		roleId: z.string().optional(),
		waiting: count,
	}),
	z.strictObject({ kind: z.literal('bad-key'), problem: z.enum(['refused', 'sells-nothing']) }),
	/** User names of the shop: the one that the purchases belong to, and the one of the key. */
	z.strictObject({ kind: z.literal('other-account'), known: z.string(), seen: z.string() }),
	/** `since`: milliseconds since the epoch; `waiting`: members whose code is asked about again and again. */
	z.strictObject({ kind: z.literal('shop-down'), since: timestamp, waiting: count }),
	/** `since`: milliseconds since the epoch. */
	z.strictObject({ kind: z.literal('store-down'), since: timestamp, reason: z.string() }),
	/** As many purchases as may become invalid in a day have. */
	z.strictObject({ kind: z.literal('revoking-stopped'), limit: count }),
	/** `lacks`: permissions that the bot needs in home's audit channel; none where the channel is gone. */
	z.strictObject({
		kind: z.literal('audit-unwritable'),
		channelId: snowflake,
		lacks: z.array(z.enum(['ViewChannel', 'SendMessages', 'EmbedLinks'])),
	}),
	/** The bot is in a server that it does not serve. */
	z.strictObject({ kind: z.literal('unserved'), guildId: snowflake, name: z.string() }),
	/** By so many minutes, against Discord's. */
	z.strictObject({ kind: z.literal('clock-off'), minutes: count }),
	/** A backup, made at `madeAt` (milliseconds since the epoch), took the place of a database. */
	z.strictObject({
		kind: z.literal('restored'),
		madeAt: timestamp,
		/** Members with fewer purchases than in the database before, and members with more. */
		lost: firstMembers,
		gained: firstMembers,
		/** False where the database before could not be read in full: more members may be affected. */
		isComplete: z.boolean(),
	}),
	z.strictObject({ kind: z.enum(['damaged', 'answered-elsewhere', 'empty-store']) }),
]);

export type Alert = Readonly<z.infer<typeof alertSchema>>;

/** What an alert is about, unique in a server: two alerts about one subject are one. */
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

/** The subject of roles that can't be given. */
export function rolesBlocked({ obstacle, roleId }: Pick<RolesBlocked, 'obstacle' | 'roleId'>): string {
	// One cause for every role of the server.
	const isGuildWide = obstacle === 'missing-permission' || obstacle === 'guild-gone';
	return `roles-blocked:${obstacle}${isGuildWide || roleId === undefined ? '' : `:${roleId}`}`;
}

export type RolesBlocked = Extract<Alert, { kind: 'roles-blocked' }>;
