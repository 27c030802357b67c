/** Which calls of a guild may be under way together. */
interface Turn {
	/** Asking for a member's roles, or changing them. */
	readonly kind: 'ask' | 'change';
	/** Whether nothing else may be under way in the guild, as far as is known at the moment. */
	readonly mustBeAlone: () => boolean;
}

interface Line {
	readonly underWay: Set<Turn>;
	readonly waiting: Map<Turn, () => void>;
	/** What is under way must be alone. */
	isClosed: boolean;
}

/**
 * So many calls of a guild at once. Each of them may be refused before the first refusal is known: with three
 * processes that is nine, and the budget is ten.
 */
const mostAtOnce = 3;

/** Lets a guild's calls go out: a few at once, or each by itself, in the order in which they came. */
export class CallTurns {
	readonly #lines = new Map<string, Line>();

	/** Does the work when its turn comes, in the same moment in which `mustBeAlone` was asked. */
	async take<Result>(guildId: string, turn: Turn, work: () => Promise<Result>): Promise<Result> {
		const line = this.#lines.get(guildId) ?? { underWay: new Set(), waiting: new Map(), isClosed: false };
		this.#lines.set(guildId, line);
		try {
			return await new Promise<Result>((resolve) => {
				line.waiting.set(turn, () => resolve(work()));
				beginThoseThatMay(line);
			});
		} finally {
			line.underWay.delete(turn);
			if (line.underWay.size === 0) line.isClosed = false;
			beginThoseThatMay(line);
			if (line.underWay.size === 0) this.#lines.delete(guildId);
		}
	}
}

function beginThoseThatMay(line: Line): void {
	for (const [turn, begin] of line.waiting) {
		if (line.isClosed || line.underWay.size >= mostAtOnce) return;
		const isAlone = turn.mustBeAlone();
		if (isAlone && line.underWay.size > 0) return;
		// discord.js sends these, one at a time for a guild.
		if (turn.kind === 'ask' && isAskUnderWay(line)) continue;
		line.waiting.delete(turn);
		line.underWay.add(turn);
		line.isClosed = isAlone;
		begin();
	}
}

function isAskUnderWay({ underWay }: Line): boolean {
	return [...underWay].some(({ kind }) => kind === 'ask');
}
