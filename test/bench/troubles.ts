import type { BotProcess } from '@claimcheck/sandbox/bot-process';

const troubled = /"level":"(warn|error|fatal)".*?"msg":"([^"]*)"/;

/** What a bot has warned of, the most frequent first, such as `12 × An interaction failed`. */
export function troublesOf({ lines }: Pick<BotProcess, 'lines'>): readonly string[] {
	const counts = new Map<string, number>();
	for (const line of lines) {
		const message = troubled.exec(line)?.[2];
		if (message !== undefined) counts.set(message, (counts.get(message) ?? 0) + 1);
	}
	return [...counts]
		.toSorted(([, one], [, other]) => other - one)
		.map(([message, count]) => `${count} × ${message}`);
}
