import type { LocalDiscord } from '../src/local-discord.js';

export interface RawAnswer {
	readonly status: number;
	readonly headers: Headers;
	/** The parsed JSON; undefined without a body. */
	readonly body: unknown;
}

/** A user agent in the format that Discord requires. */
export const userAgent = 'DiscordBot (https://example.com, 1.0.0)';

/** One request without any client library between the test and the stand-in; `token: null` sends none. */
export async function api(
	discord: LocalDiscord,
	method: string,
	path: string,
	body?: unknown,
	token: string | null = discord.token,
): Promise<RawAnswer> {
	const response = await fetch(`${discord.apiUrl}/v10${path}`, {
		method,
		headers: {
			'User-Agent': userAgent,
			'Content-Type': 'application/json',
			...(token !== null && { Authorization: `Bot ${token}` }),
		},
		...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		body: text === '' ? undefined : JSON.parse(text),
	};
}
