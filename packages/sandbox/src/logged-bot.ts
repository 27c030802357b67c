/** One line of the bot's log. */
export interface LogLine {
	readonly level: string;
	readonly msg: string;
	readonly [field: string]: unknown;
}

/** A bot seen through its log, wherever it runs. */
export abstract class LoggedBot {
	readonly #lines: string[] = [];
	#hasEnded = false;
	readonly #waiting = new Set<() => void>();
	readonly #listeners = new Set<(line: string) => void>();

	/** Everything on stderr. */
	abstract get stderr(): string;

	/** Everything on stdout, line by line: the log. */
	get lines(): readonly string[] {
		return this.#lines;
	}

	/** The first line of the log with this message, past or future. Rejects if the bot ends without one. */
	async logged(message: string): Promise<LogLine> {
		for (;;) {
			const found = this.#lines.find((line) => line.includes(`"msg":"${message}`));
			if (found !== undefined) return JSON.parse(found) as LogLine;
			if (this.#hasEnded) throw new Error(`The bot ended before it logged "${message}":\n${this.output()}`);
			await new Promise<void>((resolve) => this.#waiting.add(resolve));
		}
	}

	/** Calls `listener` with each line from now on; the returned function stops that. */
	onLine(listener: (line: string) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Resolves once it is connected to Discord and responding. */
	async ready(): Promise<void> {
		await this.logged('Ready');
	}

	/** Everything that the bot has printed. */
	output(): string {
		return `${this.lines.join('\n')}\n${this.stderr}`;
	}

	protected addLine(line: string): void {
		this.#lines.push(line);
		for (const listener of this.#listeners) listener(line);
		this.#wake();
	}

	/** Resolves when no more lines follow. */
	protected endLog(): void {
		this.#hasEnded = true;
		this.#wake();
	}

	#wake(): void {
		for (const wake of this.#waiting) wake();
		this.#waiting.clear();
	}
}
