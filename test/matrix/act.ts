import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { APIMessage } from 'discord.js';
import { readable } from '../e2e/reading.js';
import type { Run } from './operation.js';

/** How an answer reads. */
type Verdict =
	| 'done'
	/** Says that it waits for something, or asks to try again, and blames no person. */
	| 'waiting'
	/** Calls the code invalid, which no code here is. */
	| 'invalid'
	/** Neither: a person would not know what to do. */
	| 'other'
	| 'none';

/** One act, as its person saw it. Times in milliseconds from the act. */
export interface Act {
	readonly handle: InteractionHandle;
	readonly acknowledgedMs: number | undefined;
	readonly answeredMs: number | undefined;
	readonly verdict: Verdict;
	readonly text: string;
}

/** The bot's words for trouble that is not the asker's: the shop's, its own, Discord's, a server's settings. */
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
	// Who has the role could not be found out, so it is asked instead.
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

/** Acts, and waits for the first answer, for at most so long. */
export async function act(run: Run, start: () => InteractionHandle, patienceMs: number): Promise<Act> {
	const begunAt = performance.now();
	const handle = start();
	const acknowledgement = await handle.acknowledged().catch(() => undefined);
	const first = await Promise.race([
		Promise.any([handle.answered(), handle.followedUp()]).catch(() => undefined),
		late(patienceMs - (performance.now() - begunAt)),
	]);
	return {
		handle,
		acknowledgedMs: acknowledgement?.afterMs,
		answeredMs: first === undefined ? undefined : performance.now() - begunAt,
		...(first === undefined
			? { verdict: 'none' as const, text: '' }
			: { verdict: verdictOf(run, readable(first)), text: readable(first) }),
	};
}

function late(ms: number): Promise<undefined> {
	return new Promise((resolve) => setTimeout(() => resolve(undefined), Math.max(0, ms)).unref());
}
