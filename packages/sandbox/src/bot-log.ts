/** One line of the bot's log. */
export interface LogLine {
	readonly level: string;
	readonly msg: string;
	readonly [field: string]: unknown;
}

/** What a bot logs while it runs. */
export class BotLog {
	readonly lines: string[] = [];
	#hasEnded = false;
	readonly #waiting = new Set<() => void>();

	add(line: string): void {
		this.lines.push(line);
		this.#wake();
	}

	/** No more lines follow. */
	end(): void {
		this.#hasEnded = true;
		this.#wake();
	}

	/** The first line with this message, past or future; undefined where the log ends without one. */
	async first(message: string): Promise<LogLine | undefined> {
		for (;;) {
			const found = this.lines.find((line) => line.includes(`"msg":"${message}`));
			if (found !== undefined) return JSON.parse(found) as LogLine;
			if (this.#hasEnded) return undefined;
			await new Promise<void>((resolve) => this.#waiting.add(resolve));
		}
	}

	#wake(): void {
		for (const wake of this.#waiting) wake();
		this.#waiting.clear();
	}
}
