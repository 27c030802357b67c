import type { Interaction } from '@claimcheck/local-discord/interaction';
import type { APIMessage } from 'discord.js';
import { readable } from '../e2e/reading.js';
import type { Run } from './operation.js';

/** How a reply reads to a person. */
type Verdict =
	| 'done'
	/** Says that it is waiting for something or asks to try again, and blames no person. */
	| 'waiting'
	/** Calls the code invalid, although every code here is valid. */
	| 'invalid'
	/** Neither of these: a person would not know what to do. */
	| 'other'
	| 'none';

/** One act as its person saw it. Times are milliseconds from the act. */
export interface Act {
	readonly handle: Interaction;
	readonly acknowledgedMs: number | undefined;
	readonly answeredMs: number | undefined;
	readonly verdict: Verdict;
	readonly text: string;
}

/** Words that blame the shop, the bot, Discord or the server's settings, not the person. */
const honest = [
	'The shop isn’t responding',
	'The shop couldn’t check it',
	'I can’t check codes right now',
	'The shop still isn’t responding',
	'Something went wrong on our end',
	'Try again in a minute',
	'couldn’t be reached',
	'couldn’t be checked',
	'Discord isn’t responding',
	'I can’t post in',
	// The bot couldn't find out who has the role, so it asks.
	'From now on it follows purchases',
];

function verdictOf(run: Run, text: string): Verdict {
	if (text === '') return 'none';
	if (/doesn’t recognize this code|Invalid at the shop|the shop doesn’t list it/.test(text)) return 'invalid';
	if (run.says(text)) return 'done';
	return honest.some((words) => text.includes(words)) ? 'waiting' : 'other';
}

const textOf = (message: APIMessage | undefined): string => (message === undefined ? '' : readable(message));

export function shown(run: Run, { handle }: Pick<Act, 'handle'>): Pick<Act, 'verdict' | 'text'> {
	const texts = [handle.revisions.at(-1), ...handle.followUps].map(textOf).filter((text) => text !== '');
	const verdicts = texts.map((text) => verdictOf(run, text));
	const best = (['done', 'invalid', 'waiting', 'other'] as const).find((each) => verdicts.includes(each));
	return best === undefined
		? { verdict: 'none', text: '' }
		: { verdict: best, text: texts[verdicts.indexOf(best)] ?? '' };
}

/** Starts an act and waits at most `patienceMs` for the first reply. */
export async function act(run: Run, start: () => Interaction, patienceMs: number): Promise<Act> {
	const begunAt = performance.now();
	const handle = start();
	const acknowledgement = await handle.acknowledged().catch(() => undefined);
	// The bot also edits a staff card for other reasons. Such an edit is no answer to this act.
	const helps = (message: APIMessage) => verdictOf(run, readable(message)) !== 'other';
	const first = await Promise.race([
		Promise.any([handle.edited(helps), handle.followedUp()]).catch(() => undefined),
		late(patienceMs - (performance.now() - begunAt)),
	]);
	return {
		handle,
		acknowledgedMs: acknowledgement?.afterMs,
		answeredMs: first === undefined ? undefined : performance.now() - begunAt,
		...(first === undefined
			? shown(run, { handle })
			: { verdict: verdictOf(run, readable(first)), text: readable(first) }),
	};
}

function late(ms: number): Promise<undefined> {
	return new Promise((resolve) => setTimeout(() => resolve(undefined), Math.max(0, ms)).unref());
}
