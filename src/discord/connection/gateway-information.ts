import { type REST, Routes } from 'discord.js';
import { z } from 'zod';

const dayMs = 24 * 60 * 60_000;
/** More than Discord recommends for any bot. */
const maxShards = 65_536;

/** https://discord.com/developers/docs/events/gateway#get-gateway-bot */
const gatewayInformation = z.object({
	url: z.url({ protocol: /^wss?$/ }),
	shards: z.int().min(1).max(maxShards),
	session_start_limit: z.object({
		remaining: z.int().nonnegative(),
		reset_after: z.number().nonnegative().max(dayMs),
		max_concurrency: z.int().positive(),
	}),
});

export type GatewayInformation = z.infer<typeof gatewayInformation>;

/** Throws if a field is missing or out of bounds, because discord.js uses all of them unchecked. */
export function checkedGateway(information: unknown): GatewayInformation {
	const { success, data } = gatewayInformation.safeParse(information);
	if (!success) throw new Error('The gateway information from Discord is unusable');
	return data;
}

/** Reads the gateway's URL and the day's remaining identifies. Rejects with discord.js errors. */
export async function readGateway(rest: Pick<REST, 'get'>): Promise<GatewayInformation> {
	return checkedGateway(await rest.get(Routes.gatewayBot()));
}

const minWaitMs = 60_000;
/** Retry at least this often: another request costs nothing, and Discord may have reset the limit. */
const maxWaitMs = 15 * 60_000;

/** How long to wait before the next request, in milliseconds; 0 if the bot may identify. */
export function waitForIdentifies({
	remaining,
	reset_after: ms,
}: GatewayInformation['session_start_limit']): number {
	return remaining > 0 ? 0 : Math.min(Math.max(ms, minWaitMs), maxWaitMs);
}
