import type { LocalDiscord } from '../src/local-discord.js';

export interface RawAnswer {
	readonly status: number;
	readonly headers: Headers;
	/** The parsed JSON; undefined without a body. */
	readonly body: unknown;
}

/** A user agent in the format that Discord requires. */
export const userAgent = 'DiscordBot (https://example.com, 1.0.0)';

/** One request with JSON or a form, and no client library between the test and the stand-in; `token: null` sends none. */
export async function api(
	discord: LocalDiscord,
	method: string,
	path: string,
	body?: unknown,
	token: string | null = discord.token,
): Promise<RawAnswer> {
	const isSentAsIs = typeof body === 'string' || body instanceof FormData;
	const response = await fetch(`${discord.apiUrl}/v10${path}`, {
		method,
		headers: {
			'User-Agent': userAgent,
			...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
			...(token !== null && { Authorization: `Bot ${token}` }),
		},
		...(body !== undefined && { body: isSentAsIs ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		body: text === '' ? undefined : JSON.parse(text),
	};
}
