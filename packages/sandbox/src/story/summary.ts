import { type Line, pad, render, span, textWidth } from '@claimcheck/local-discord/drawing/spans';
import { wrap } from '@claimcheck/local-discord/drawing/wrap';
import { invalidRequestsBeforeBan } from '@claimcheck/local-discord/invalid-requests';
import type { Check } from './checks.js';
import type { Performance } from './play.js';
import type { Screen } from './screen.js';

const titleGap = 3;

/** A table of the chapters and their checks, how it ended, and what to do next. */
export function summary({ chapters, checks, invalidRequests, failure }: Performance, screen: Screen): string {
	const titleWidth = Math.max(...chapters.map(textWidth)) + titleGap;
	const rows = chapters.map((chapter, at) => {
		const own = checks.filter((check) => check.chapter === chapter);
		return chapterRow({ number: at + 1, chapter, own, isBroken: chapter === failure?.chapter }, titleWidth);
	});
	const rule = [span('─'.repeat(screen.width), 'cyan')];
	const ending = failure === undefined ? happyEnd(checks.length) : badEnd(failure.error, screen.width);
	return render([[], rule, ...rows, rule, restraint(invalidRequests), ...ending], screen.colour);
}

function chapterRow(
	row: {
		readonly number: number;
		readonly chapter: string;
		readonly own: readonly Check[];
		readonly isBroken: boolean;
	},
	titleWidth: number,
): Line {
	const { number, chapter, own, isBroken } = row;
	const passed = own.filter((check) => check.isPassed).length;
	const title = pad([span(`${String(number).padStart(2)}  ${chapter}`)], titleWidth + 4);
	const count = passed === 1 ? '1 check' : `${passed} checks`;
	if (isBroken) return [span('  ✘ ', 'red', 'bold'), ...title, span(`failed after ${count}`, 'red')];
	if (own.length === 0) return [span('  – ', 'dim'), ...title, span('not reached', 'dim')];
	return [span('  ✔ ', 'green', 'bold'), ...title, span(count)];
}

/** How far the bot is from a ban of its IP address, even while things go wrong. */
function restraint(invalidRequests: number): Line {
	const limit = invalidRequestsBeforeBan.toLocaleString('en');
	return [
		span(`Refused by Discord (401, 403, 429): ${invalidRequests}; ${limit} in ten minutes ban a bot.`, 'dim'),
	];
}

function happyEnd(count: number): Line[] {
	return [
		[span(`All ${count} checks passed.`, 'green', 'bold')],
		[],
		[span('What next?', 'bold')],
		[span('  npm run playground', 'cyan'), span('   try the commands yourself, in your browser')],
		[span('  README.md', 'cyan'), span('            “Set it up”: five steps')],
	];
}

function badEnd(error: unknown, width: number): Line[] {
	const message = error instanceof Error ? error.message : String(error);
	return wrap([span('The demo failed: ', 'red', 'bold'), span(message)], width);
}
