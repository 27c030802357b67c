import type { LocalDiscord } from '../src/local-discord.js';

export interface RawAnswer {
	readonly status: number;
	readonly headers: Headers;
	/** The parsed JSON; undefined without a body. */
	readonly body: unknown;
}

/** One request without any client library between the test and the stand-in. */
export async function api(
	discord: LocalDiscord,
	method: string,
	path: string,
	body?: unknown,
	token: string | undefined = discord.token,
): Promise<RawAnswer> {
	const response = await fetch(`${discord.apiUrl}/v10${path}`, {
		method,
		headers: {
			'Content-Type': 'application/json',
			...(token !== undefined && { Authorization: `Bot ${token}` }),
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
