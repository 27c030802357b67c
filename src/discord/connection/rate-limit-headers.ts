/** Waits longer than this are cut: an attempt every 15 minutes harms nobody, and no wait is without an end. */
const maxWaitSeconds = 15 * 60;
/** A number beyond this is not a wait but a mistake, and counts as absent. */
const maxCredibleSeconds = 24 * 60 * 60;
const maxCredibleRequests = 1_000_000;

/** Response headers as undici returns them, by their lower-case names. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The headers that discord.js may see. It computes with them unchecked: a `NaN` among them stops a bucket until the
 * restart, and `Retry-After` is obeyed on any response that has it.
 */
export function checkedHeaders(headers: ResponseHeaders): Headers {
	const checked = new Headers();
	const contentType = textOf(headers['content-type']);
	if (contentType !== undefined) checked.set('content-type', contentType);
	const bucket = textOf(headers['x-ratelimit-bucket']);
	if (bucket !== undefined && /^[\w-]{1,64}$/.test(bucket)) checked.set('x-ratelimit-bucket', bucket);
	const remaining = numberOf(headers['x-ratelimit-remaining'], maxCredibleRequests);
	const reset = secondsOf(headers['x-ratelimit-reset-after']);
	// Each means nothing without the other.
	if (remaining !== undefined && reset !== undefined) {
		checked.set('x-ratelimit-remaining', String(remaining));
		checked.set('x-ratelimit-reset-after', String(reset));
	}
	return checked;
}

/** What a 429 limits: every request from this address, every request of this bot or address, or one route. */
export type DiscordLimitScope = 'address' | 'global' | 'route';

/** What a 429 asks for. */
export interface DiscordLimit {
	readonly scope: DiscordLimitScope;
	readonly waitMs: number;
}

/**
 * Cloudflare's own 429 lacks what Discord adds to each of its responses. It is about the address, whatever the route,
 * and each further request prolongs it.
 */
export function scopeOf(headers: ResponseHeaders): DiscordLimitScope {
	const scope = textOf(headers['x-ratelimit-scope']);
	if (headers['via'] === undefined && scope === undefined) return 'address';
	return scope === 'global' || headers['x-ratelimit-global'] !== undefined ? 'global' : 'route';
}

/** Where a 429 doesn't say how long to wait. */
const defaultSeconds = { address: 30, global: 1, route: 1 } as const;

/** The wait that a 429 asks for, in seconds. The body has fractions, which the header rounds up. */
export function retryAfterOf(scope: DiscordLimitScope, headers: ResponseHeaders, body: string): number {
	return secondsIn(body) ?? secondsOf(headers['retry-after']) ?? defaultSeconds[scope];
}

function secondsIn(body: string): number | undefined {
	try {
		const { retry_after: seconds } = JSON.parse(body);
		return typeof seconds === 'number' ? secondsOf(String(seconds)) : undefined;
	} catch {
		// A page of Cloudflare's or of a proxy.
		return undefined;
	}
}

function secondsOf(header: string | string[] | undefined): number | undefined {
	const seconds = numberOf(header, maxCredibleSeconds);
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
