/** Longer waits are shortened: a retry every 15 minutes is harmless, and every wait must end. */
const maxWaitSeconds = 15 * 60;
/** A larger number is a mistake, and counts as absent. */
const maxCredibleSeconds = 24 * 60 * 60;
const maxCredibleRequests = 1_000_000;

/** Response headers as undici returns them, with lower-case names. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The headers passed on to discord.js, which uses them unchecked: a `NaN` stalls a bucket until the restart, and it
 * obeys `Retry-After` on any response.
 */
export function checkedHeaders(headers: ResponseHeaders): Headers {
	const checked = new Headers();
	const contentType = textOf(headers['content-type']);
	if (contentType !== undefined) checked.set('content-type', contentType);
	const bucket = textOf(headers['x-ratelimit-bucket']);
	if (bucket !== undefined && /^[\w-]{1,64}$/.test(bucket)) checked.set('x-ratelimit-bucket', bucket);
	const remaining = numberOf(headers['x-ratelimit-remaining'], maxCredibleRequests);
	const reset = secondsOf(headers['x-ratelimit-reset-after']);
	// Each is meaningless without the other.
	if (remaining !== undefined && reset !== undefined) {
		checked.set('x-ratelimit-remaining', String(remaining));
		checked.set('x-ratelimit-reset-after', String(reset));
	}
	return checked;
}

/** Scope of a 429: every request from this address, every request of this bot or address, or one route. */
export type DiscordLimitScope = 'address' | 'global' | 'route';

export interface DiscordLimit {
	readonly scope: DiscordLimitScope;
	readonly waitMs: number;
}

/**
 * Cloudflare's own 429 lacks the headers that Discord adds to its responses. It limits the address, whatever the route,
 * and each further request prolongs it.
 */
export function scopeOf(headers: ResponseHeaders): DiscordLimitScope {
	const scope = textOf(headers['x-ratelimit-scope']);
	if (headers['via'] === undefined && scope === undefined) return 'address';
	return scope === 'global' || headers['x-ratelimit-global'] !== undefined ? 'global' : 'route';
}

/** Used if a 429 doesn't say how long to wait. */
const defaultSeconds = { address: 30, global: 1, route: 1 } as const;

/** The wait that a 429 asks for, in seconds. The body has fractions, which the header rounds up. */
export function retryAfterOf(scope: DiscordLimitScope, headers: ResponseHeaders, body: string): number {
	return shortened(bodySeconds(body)) ?? secondsOf(headers['retry-after']) ?? defaultSeconds[scope];
}

/** As `retryAfterOf`, but not shortened; undefined if it isn't said or not credible. */
export function secondsToWait(headers: Pick<Headers, 'get'>, body: string): number | undefined {
	return bodySeconds(body) ?? numberOf(headers.get('retry-after') ?? undefined, maxCredibleSeconds);
}

function bodySeconds(body: string): number | undefined {
	try {
		const { retry_after: seconds } = JSON.parse(body);
		return typeof seconds === 'number' ? numberOf(String(seconds), maxCredibleSeconds) : undefined;
	} catch {
		// An HTML page from Cloudflare or a proxy.
		return undefined;
	}
}

function secondsOf(header: string | string[] | undefined): number | undefined {
	return shortened(numberOf(header, maxCredibleSeconds));
}

function shortened(seconds: number | undefined): number | undefined {
	return seconds === undefined ? undefined : Math.min(seconds, maxWaitSeconds);
}

function numberOf(header: string | string[] | undefined, max: number): number | undefined {
	const text = textOf(header)?.trim() ?? '';
	const number = text === '' ? Number.NaN : Number(text);
	return number >= 0 && number <= max ? number : undefined;
}

function textOf(header: string | string[] | undefined): string | undefined {
	return Array.isArray(header) ? header[0] : header;
}
