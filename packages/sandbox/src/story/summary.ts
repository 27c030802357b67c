import { type Line, pad, render, span, textWidth } from '@claimcheck/local-discord/drawing/spans';
import { wrap } from '@claimcheck/local-discord/drawing/wrap';
import { invalidRequestsBeforeBan } from '@claimcheck/local-discord/invalid-requests';
import type { Chapter, Performance } from './play.js';
import type { Screen } from './screen.js';

const titleGap = 7;

/** A table of the chapters and their checks, how it ended, and what to do next. */
export function summary({ chapters, invalidRequests, failure }: Performance, screen: Screen): string {
	const titleWidth = Math.max(...chapters.map(({ title }) => textWidth(title))) + titleGap;
	const rows = chapters.map((chapter, at): Line => {
		const title = pad([span(`${String(at + 1).padStart(2)}  ${chapter.title}`)], titleWidth);
		const count = `${chapter.checks} ${chapter.checks === 1 ? 'check' : 'checks'}`;
		if (chapter === failure?.chapter)
			return [span('  ✘ ', 'red', 'bold'), ...title, span(`failed after ${count}`, 'red')];
		if (chapter.checks === 0) return [span('  – ', 'dim'), ...title, span('not reached', 'dim')];
		return [span('  ✔ ', 'green', 'bold'), ...title, span(count)];
	});
	const rule = [span('─'.repeat(screen.width), 'cyan')];
	const ending = failure === undefined ? happyEnd(chapters) : badEnd(failure.error, screen.width);
	const limit = invalidRequestsBeforeBan.toLocaleString('en');
	const restraint = `Refused by Discord (401, 403, 429): ${invalidRequests}; ${limit} in ten minutes ban a bot.`;
	return render([[], rule, ...rows, rule, [span(restraint, 'dim')], ...ending], screen.colour);
}

function happyEnd(chapters: readonly Chapter[]): Line[] {
	const count = chapters.reduce((sum, { checks }) => sum + checks, 0);
	return [
		[span(`All ${count} checks passed.`, 'green', 'bold')],
		[],
		[span('What next?', 'bold')],
		[span('  npm run playground', 'cyan'), span('   try the commands yourself, in your browser')],
		[span('  README.md', 'cyan'), span('            “Set it up”: five steps')],
	];
}

/** In red, and in as many lines as it takes. */
export function badEnd(error: unknown, width: number): Line[] {
	const message = error instanceof Error ? error.message : String(error);
	return wrap([span('The demo failed: ', 'red', 'bold'), span(message)], width);
}
