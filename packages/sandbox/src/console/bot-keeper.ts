import type { BotExit, BotProcess } from '../bot-process.js';
import type { Stage } from '../stage.js';
import { logText } from './log-text.js';

/** The production bot of the sandbox, which can be killed and started again on what it has stored. */
export class BotKeeper {
	readonly #stage: Stage;
	readonly #onLoss: (exit: BotExit) => void;
	#bot: BotProcess | undefined;
	/** Of the bot that was killed. */
	#lastLines: readonly string[] = [];

	/** `onLoss` is told when the bot ends by itself. */
	constructor(stage: Stage, onLoss: (exit: BotExit) => void) {
		this.#stage = stage;
		this.#onLoss = onLoss;
	}

	get isRunning(): boolean {
		return this.#bot?.isRunning ?? false;
	}

	/** Resolves once the bot answers. Rejects where it ends before. */
	async start(): Promise<void> {
		const bot = await this.#stage.spawnBot();
		this.#bot = bot;
		await bot.ready();
		void bot.exited.then((exit) => {
			if (this.#bot === bot) this.#onLoss(exit);
		});
	}

	/** SIGKILL. False where there is nothing to kill. */
	async kill(): Promise<boolean> {
		const bot = this.#bot;
		if (bot === undefined || !bot.isRunning) return false;
		this.release();
		await bot.kill();
		return true;
	}

	/** From now on the bot's exit isn't reported. */
	release(): void {
		this.#lastLines = this.#bot?.lines ?? this.#lastLines;
		this.#bot = undefined;
	}

	/** The last lines of the bot's log, each in one line of text. */
	log(count: number): string[] {
		return (this.#bot?.lines ?? this.#lastLines).slice(-count).map(logText);
	}
}
