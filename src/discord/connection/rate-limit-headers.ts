import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { parseJson } from '../../base/row-fields.js';

/** Of undici, by their names in lower case. */
export type ResponseHeaders = Dispatcher.ResponseData['headers'];

/** Longer waits are shortened: a retry every 15 minutes is harmless, and every wait must end. */
const maxWaitSeconds = 15 * 60;
/** A larger number of seconds or requests is a mistake, and counts as absent. */
const maxCredible = 1_000_000;

/** Headers for discord.js, which uses them unchecked: a `NaN` stalls a bucket, and it obeys any `Retry-After`. */
export function checkedHeaders(headers: ResponseHeaders): Headers {
	const checked = new Headers();
	for (const name of ['content-type', 'date', 'x-ratelimit-bucket']) {
		const text = headerIn(headers, name);
		if (text !== undefined) checked.set(name, text);
	}
	const remaining = numberOf(headerIn(headers, 'x-ratelimit-remaining'));
	const reset = secondsOf(headerIn(headers, 'x-ratelimit-reset-after'));
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
export function limitOf(headers: ResponseHeaders, body: string): DiscordLimit {
	const scope = scopeOf(headers);
	const seconds = bodySeconds(body) ?? secondsOf(headerIn(headers, 'retry-after')) ?? defaultSeconds[scope];
	return { scope, waitMs: seconds * 1_000 };
}

/** Cloudflare's own 429 lacks Discord's headers. It limits the address, and each further request prolongs it. */
function scopeOf(headers: ResponseHeaders): DiscordLimit['scope'] {
	const scope = headerIn(headers, 'x-ratelimit-scope');
	if (headerIn(headers, 'via') === undefined && scope === undefined) return 'address';
	return scope === 'global' ? 'global' : 'route';
}

/** The first one, if a proxy repeats it. */
export function headerIn(headers: ResponseHeaders, name: string): string | undefined {
	return [headers[name]].flat()[0];
}

const limitBody = z.object({ retry_after: z.number() });

/** @returns undefined if the body is something else, such as a page from Cloudflare or a proxy */
function bodySeconds(body: string): number | undefined {
	const { data } = limitBody.safeParse(parseJson(body));
	return secondsOf(data && String(data.retry_after));
}

function secondsOf(text: string | undefined): number | undefined {
	const seconds = numberOf(text);
	return seconds && Math.min(seconds, maxWaitSeconds);
}

function numberOf(header: string | undefined): number | undefined {
	const text = header?.trim() ?? '';
	const number = text === '' ? Number.NaN : Number(text);
	return number >= 0 && number <= maxCredible ? number : undefined;
}
