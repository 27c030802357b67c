import { DiscordAPIError, HTTPError } from 'discord.js';

/** A question to Discord, the local Discord's answer, and the real one's behavior. */
export interface Finding {
	readonly question: string;
	/** The local Discord's answer. */
	readonly expected: string;
	readonly found: string;
}

/** True if Discord differs from the local one. */
export function differs({ expected, found }: Finding): boolean {
	return expected !== found;
}

/** A question that a request answers. */
export async function ask(question: string, expected: string, request: Promise<unknown>): Promise<Finding> {
	return { question, expected, found: await outcomeOf(request) };
}

/**
 * `accepted`, or the refusal in Discord's own codes, such as `refused 50035 URL_TYPE_INVALID_URL`. Rejects with
 * anything else.
 */
export async function outcomeOf(request: Promise<unknown>): Promise<string> {
	try {
		await request;
		return 'accepted';
	} catch (error) {
		if (error instanceof DiscordAPIError) {
			return ['refused', error.code, ...new Set(codesIn(error.rawError))].join(' ');
		}
		// A response without a JSON body comes from something in front of Discord's API.
		if (error instanceof HTTPError) return `refused with HTTP ${error.status}`;
		throw error;
	}
}

/** The codes of the individual fields, at any nesting level. */
function codesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		key === '_errors' && Array.isArray(inner) ? inner.map(({ code }) => String(code)) : codesIn(inner),
	);
}

/** Questions that only a person can judge by looking, with instructions. */
const byHand = [
	'On a phone and on a computer: does the answer to `/smoke` read well, in light and in dark?',
	'The gallery whose picture is at https://example.com/preview.png: is it a broken picture, or nothing?',
	'In German: does the client show `/setup` with its subcommands, although names are localised?',
	'In a channel that denies the bot Embed Links: does `/doctor` still show its whole answer?',
	'A shop item with an mp4 as its preview: does it play in the gallery of `/item`?',
	'Two embeds with the same address and a picture each: are they shown as one gallery?',
	'Forward an audit line into another server, and press its button there: is the press refused?',
];

export function line(finding: Finding): string {
	const { question, expected, found } = finding;
	return differs(finding) ? `✗ ${question}: ${found} (here: ${expected})` : `✓ ${question}: ${found}`;
}

/** The text for the form “The real Discord is different”: no ids, and nothing about the server. */
export function report(findings: readonly Finding[], versions: string): string {
	const different = findings.filter(differs);
	const row = ({ question, expected, found }: Finding) =>
		`| ${question.replaceAll('|', '\\|')} | ${expected} | ${found} |`;
	return [
		`${findings.length} questions, ${different.length} answered in another way than by the local Discord. ${versions}`,
		'',
		'| Question | local Discord | Discord |',
		'|---|---|---|',
		...different.map(row),
	].join('\n');
}

/** The list for the person, as lines. */
export function handList(): readonly string[] {
	return byHand.map((question, index) => `${index + 1}. ${question}`);
}
