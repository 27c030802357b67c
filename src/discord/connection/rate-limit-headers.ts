/** Longer waits are shortened: a retry every 15 minutes is harmless, and every wait must end. */
const maxWaitSeconds = 15 * 60;
/** A larger number is a mistake, and counts as absent. */
const maxCredibleSeconds = 24 * 60 * 60;
const maxCredibleRequests = 1_000_000;

/**
 * The headers passed on to discord.js, which uses them unchecked: a `NaN` stalls a bucket until the restart, and it
 * obeys `Retry-After` on any response.
 */
export function checkedHeaders(headers: Headers): Headers {
	const checked = new Headers();
	for (const name of ['content-type', 'x-ratelimit-bucket']) {
		const text = headers.get(name);
		if (text !== null) checked.set(name, text);
	}
	const remaining = numberOf(headers.get('x-ratelimit-remaining'), maxCredibleRequests);
	const reset = shortened(numberOf(headers.get('x-ratelimit-reset-after'), maxCredibleSeconds));
	// Each is meaningless without the other.
	if (remaining !== undefined && reset !== undefined) {
		checked.set('x-ratelimit-remaining', String(remaining));
		checked.set('x-ratelimit-reset-after', String(reset));
	}
	return checked;
}

export interface DiscordLimit {
	/** Every request from this address, every request of this bot or address, or one route. */
	readonly scope: 'address' | 'global' | 'route';
	readonly waitMs: number;
}

/** Used if a 429 doesn't say how long to wait. */
const defaultSeconds = { address: 30, global: 1, route: 1 } as const;

/** The limit that a 429 sets. Its body has fractions, which the header rounds up. */
export function limitOf(headers: Headers, body: string): DiscordLimit {
	const scope = scopeOf(headers);
	const seconds = bodySeconds(body) ?? numberOf(headers.get('retry-after'), maxCredibleSeconds);
	return { scope, waitMs: (shortened(seconds) ?? defaultSeconds[scope]) * 1_000 };
}

/**
 * Cloudflare's own 429 lacks the headers that Discord adds to its responses. It limits the address, whatever the route,
 * and each further request prolongs it.
 */
function scopeOf(headers: Headers): DiscordLimit['scope'] {
	const scope = headers.get('x-ratelimit-scope');
	if (headers.get('via') === null && scope === null) return 'address';
	return scope === 'global' || headers.get('x-ratelimit-global') !== null ? 'global' : 'route';
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

function shortened(seconds: number | undefined): number | undefined {
	return seconds === undefined ? undefined : Math.min(seconds, maxWaitSeconds);
}

function numberOf(header: string | null, max: number): number | undefined {
	const text = header?.trim() ?? '';
	const number = text === '' ? Number.NaN : Number(text);
	return number >= 0 && number <= max ? number : undefined;
}
