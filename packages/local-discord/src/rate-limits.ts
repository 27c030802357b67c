import { createHash } from 'node:crypto';
import type { Clock } from './clock.js';
import { isOfInteraction, type RouteKey } from './route.js';

/** A limit on requests per window of time. */
export interface RateLimit {
	/** Requests in a window. */
	readonly limit: number;
	readonly windowMs: number;
	/** The scope in `X-RateLimit-Scope`. Default `user`. */
	readonly scope?: 'user' | 'shared';
	/** Routes in one bucket are counted together. Default: only this route. */
	readonly bucket?: string;
}

/** The response to a request that is too early, or the headers of an allowed one. */
export interface RateLimitVerdict {
	readonly allowed: boolean;
	readonly headers: Readonly<Record<string, string>>;
	/** The 429's body. */
	readonly body?: { readonly message: string; readonly retry_after: number; readonly global: boolean };
}

/** The keys under which a request is counted. */
export interface CountedRequest {
	readonly route: RouteKey;
	/** The guild, channel or webhook that has a separate limit. */
	readonly major: string;
	/** True if the request has an `Authorization` header. */
	readonly isAuthorized: boolean;
	/** The channel of the interaction that a webhook call belongs to, if any. */
	readonly channelId: string | undefined;
}

interface Window {
	count: number;
	endsAt: number;
}

/**
 * Observed at Discord, where limits aren't published and may change: read the headers, never rely on the numbers.
 * Whether giving and removing a role share a bucket isn't known; sharing is the stricter assumption.
 */
const realisticBuckets: readonly (RateLimit & { readonly routes: readonly RouteKey[] })[] = [
	{
		routes: [
			'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}',
			'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}',
		],
		limit: 10,
		windowMs: 10_000,
	},
	{ routes: ['GET /guilds/{guild_id}/members/{user_id}'], limit: 5, windowMs: 1000 },
	{ routes: ['GET /guilds/{guild_id}/members'], limit: 10, windowMs: 10_000 },
	{ routes: ['POST /channels/{channel_id}/messages'], limit: 5, windowMs: 5000 },
	{ routes: ['PATCH /channels/{channel_id}/messages/{message_id}'], limit: 5, windowMs: 5000 },
	{
		routes: [
			'POST /webhooks/{application_id}/{interaction_token}',
			'GET /webhooks/{application_id}/{interaction_token}/messages/{message_id}',
			'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}',
			'DELETE /webhooks/{application_id}/{interaction_token}/messages/{message_id}',
		],
		limit: 5,
		windowMs: 2000,
	},
	{
		routes: [
			'PUT /applications/{application_id}/commands',
			'PUT /applications/{application_id}/guilds/{guild_id}/commands',
		],
		limit: 2,
		windowMs: 5000,
	},
];

/** The headers of every other route, except responses to interactions, which have none. */
const elsewhereLimit: RateLimit = { limit: 30, windowMs: 1000 };
const withoutHeaders: RouteKey = 'POST /interactions/{interaction_id}/{interaction_token}/callback';

/** 50 requests a second for the whole bot: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit */
const realisticGlobalLimit: RateLimit = { limit: 50, windowMs: 1000 };

/** "If no authorization header is provided, then the limit is applied to the IP address." (same page) */
const addressLimit: RateLimit = { limit: 50, windowMs: 1000 };

/** A second limit on follow-ups that no header announces, including ephemeral ones: discord-api-docs#2701, #7243. */
const followUpsOfChannel: RateLimit = { limit: 30, windowMs: 60_000 };
const followUp: RouteKey = 'POST /webhooks/{application_id}/{interaction_token}';

/**
 * New direct conversations, refused with 40003. Discord publishes no number; bots are stopped after “a few dozen” in
 * quick succession (SnowTransfer#43), some permanently (discord-api-docs#5987).
 */
const newDirectsLimit: RateLimit = { limit: 25, windowMs: 60_000 };

/** Rate limits by route, for the whole bot and for its IP address. None until they are enabled. */
export class RateLimits {
	/**
	 * True if interaction callbacks and webhook calls without `Authorization` share 50 requests a second per IP address,
	 * as Discord documents but may not do. Enabled by `useRealistic()`.
	 */
	countsTokenlessCalls = false;
	readonly #clock: Clock;
	readonly #limits = new Map<RouteKey, RateLimit>();
	readonly #windows = new Map<string, Window>();
	#global: RateLimit | undefined;
	#elsewhere: RateLimit | undefined;
	#followUps: RateLimit | undefined;
	#newDirects: RateLimit | undefined;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/**
	 * Enables the limits observed at Discord: those of some routes, the hidden one on a channel's follow-ups, and 50
	 * requests a second for the whole bot and, with `countsTokenlessCalls`, for calls without a token.
	 */
	useRealistic(): void {
		this.countsTokenlessCalls = true;
		this.#followUps = followUpsOfChannel;
		this.#newDirects = newDirectsLimit;
		this.#global = realisticGlobalLimit;
		this.#elsewhere = elsewhereLimit;
		for (const { routes, ...limit } of realisticBuckets) {
			for (const route of routes) this.#limits.set(route, { bucket: routes.join(), ...limit });
		}
	}

	/** Limits one route, such as `POST /channels/{channel_id}/messages`. */
	set(route: RouteKey, limit: RateLimit): void {
		this.#limits.set(route, limit);
	}

	/** Disables every limit and resets the counts. */
	off(): void {
		this.countsTokenlessCalls = false;
		this.#followUps = undefined;
		this.#newDirects = undefined;
		this.#global = undefined;
		this.#elsewhere = undefined;
		this.#limits.clear();
		this.#windows.clear();
	}

	check({ route, major, isAuthorized, channelId }: CountedRequest): RateLimitVerdict {
		const now = this.#clock.now();
		const isOfBot = isAuthorized || !isOfInteraction(route);
		const limitOfAddress = this.countsTokenlessCalls ? addressLimit : undefined;
		const global = isOfBot ? this.#global : limitOfAddress;
		if (global !== undefined) {
			const window = this.#take(isOfBot ? 'global' : 'address', global, now);
			if (window.count > global.limit) return refusal((window.endsAt - now) / 1000, 'global', {});
		}
		const limit = this.#limits.get(route) ?? (route === withoutHeaders ? undefined : this.#elsewhere);
		if (limit === undefined) return { allowed: true, headers: {} };
		const bucket = limit.bucket ?? route;
		const window = this.#take(`${bucket} ${major}`, limit, now);
		const seconds = (window.endsAt - now) / 1000;
		const headers = {
			'X-RateLimit-Limit': String(limit.limit),
			'X-RateLimit-Remaining': String(Math.max(0, limit.limit - window.count)),
			'X-RateLimit-Reset': (window.endsAt / 1000).toFixed(3),
			'X-RateLimit-Reset-After': seconds.toFixed(3),
			'X-RateLimit-Bucket': createHash('sha256').update(bucket).digest('hex').slice(0, 32),
		};
		if (window.count > limit.limit) return refusal(seconds, limit.scope ?? 'user', headers);
		return this.#checkFollowUps(route, channelId, now) ?? { allowed: true, headers };
	}

	/** Counts a new direct conversation; false if it comes too soon. */
	takeNewDirect(): boolean {
		if (this.#newDirects === undefined) return true;
		const { count } = this.#take('new directs', this.#newDirects, this.#clock.now());
		return count <= this.#newDirects.limit;
	}

	/** The refusal of a follow-up beyond the hidden limit of its channel. */
	#checkFollowUps(route: RouteKey, channelId: string | undefined, now: number): RateLimitVerdict | undefined {
		if (this.#followUps === undefined || route !== followUp || channelId === undefined) return undefined;
		const window = this.#take(`follow-ups ${channelId}`, this.#followUps, now);
		if (window.count <= this.#followUps.limit) return undefined;
		return refusal((window.endsAt - now) / 1000, 'shared', {});
	}

	#take(key: string, limit: RateLimit, now: number): Window {
		let window = this.#windows.get(key);
		if (window === undefined || window.endsAt <= now) {
			window = { count: 0, endsAt: now + limit.windowMs };
			this.#windows.set(key, window);
		}
		window.count += 1;
		return window;
	}
}

function refusal(
	seconds: number,
	scope: 'user' | 'shared' | 'global',
	headers: Readonly<Record<string, string>>,
): RateLimitVerdict {
	const retryAfter = Math.max(0.001, Number(seconds.toFixed(3)));
	return {
		allowed: false,
		headers: {
			...headers,
			'Retry-After': String(Math.ceil(retryAfter)),
			'X-RateLimit-Scope': scope,
			...(scope === 'global' && { 'X-RateLimit-Global': 'true' }),
		},
		body: {
			message: 'You are being rate limited.',
			retry_after: retryAfter,
			global: scope === 'global',
		},
	};
}
