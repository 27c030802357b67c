import { z } from 'zod';
import type { Json } from '../edge.js';

// The parts of an interaction that Discord always sends, as far as discord.js and the bot read them without a check.
// Everything else may be anything: the ids, names and values of others, typed and chosen values, options and fields of
// other versions.

const snowflake = z.string().regex(/^[1-9]\d{16,19}$/);
const bits = z.string().regex(/^\d{1,20}$/);
const user = z.object({ id: snowflake, username: z.string() });
const locale = z.string().max(20);

const option: z.ZodType = z.object({
	name: z.string(),
	type: z.int(),
	value: z.union([z.string(), z.number(), z.boolean()]).optional(),
	get options() {
		return z.array(option).optional();
	},
});
const field = z.union([
	z.object({ type: z.literal(4), custom_id: z.string(), value: z.string() }),
	z.object({ type: z.literal([3, 5, 6, 7, 8]), custom_id: z.string(), values: z.array(z.string()) }),
]);
const payload = z.object({
	id: snowflake,
	application_id: snowflake,
	token: z.string().regex(/^[\w.=-]+$/),
	type: z.literal([2, 3, 4, 5]),
	channel_id: snowflake,
	guild_id: snowflake,
	locale,
	guild_locale: locale,
	app_permissions: bits,
	member: z.object({ user, roles: z.array(snowflake), permissions: bits, joined_at: z.string() }),
	context: z.literal(0),
	authorizing_integration_owners: z.object({}),
	entitlements: z.array(z.object({ id: snowflake })),
});
const command = payload.extend({
	type: z.literal([2, 4]),
	data: z.object({
		id: snowflake,
		name: z.string(),
		type: z.literal([1, 2]),
		options: z.array(option).optional(),
	}),
});
const message = z.object({
	id: snowflake,
	channel_id: snowflake,
	author: user,
	flags: z.int(),
	components: z.array(z.object({})),
});
const component = payload.extend({
	type: z.literal(3),
	message,
	data: z.object({
		custom_id: z.string().min(1).max(100),
		component_type: z.literal([2, 3, 5, 6, 8]),
		values: z.array(z.string()).optional(),
	}),
});
const modal = payload.extend({
	type: z.literal(5),
	message: message.optional(),
	data: z.object({
		custom_id: z.string().min(1).max(100),
		components: z.array(z.object({ type: z.literal(18), component: field })),
	}),
});
const whole = z.union([command, component, modal]);

/** True if the payload has the parts that Discord always sends. */
export function isAsDiscordSends(input: Json): boolean {
	return whole.safeParse(input).success;
}
