import { type Readable, textOf } from '@claimcheck/local-discord/reading';

/** A message's readable text, on one line. */
export function wordsOf(message: Readable): string {
	return textOf(message)
		.replaceAll(/^(?:#{1,3}|-#) /gm, '')
		.replaceAll('**', '')
		.replaceAll(/\s*\n\s*/g, ' · ')
		.replaceAll(/\s+/g, ' ');
}

/** A purchase code as it may be shown: enough to tell two apart, not enough to use. */
export function shortened(code: string): string {
	return `${code.slice(0, 4)}…${code.slice(-4)}`;
}
