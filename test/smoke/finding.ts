import { DiscordAPIError, HTTPError } from 'discord.js';

/** A question to Discord, the local Discord's answer, and the real one's behaviour. */
export interface Finding {
	readonly question: string;
	/** The local Discord's answer; undefined if the right one is unknown, so that it is only noted. */
	readonly expected: string | undefined;
	readonly found: string;
}

/** True if Discord differs from the local one. */
export function differs({ expected, found }: Finding): boolean {
	return expected !== undefined && expected !== found;
}

/** `accepted`, or the refusal in Discord's own codes, such as `refused 50035 URL_TYPE_INVALID_URL`. Rejects with anything else. */
export async function outcomeOf(request: Promise<unknown>): Promise<string> {
	try {
		await request;
		return 'accepted';
	} catch (error) {
		if (error instanceof DiscordAPIError) {
			return ['refused', error.code, ...new Set(codesIn(error.rawError))].join(' ');
		}
		// Without a JSON body: from what stands before Discord's API.
		if (error instanceof HTTPError) return `refused with HTTP ${error.status}`;
		throw error;
	}
}

/** The codes of the single fields, wherever they are nested. */
function codesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		key === '_errors' && Array.isArray(inner) ? inner.map(({ code }) => String(code)) : codesIn(inner),
	);
}
