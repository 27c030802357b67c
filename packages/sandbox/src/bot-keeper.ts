import type { BotExit, BotProcess } from './bot-process.js';
import type { Stage } from './stage.js';

export interface BotKeeperOptions {
	/** Receives each line of the bot's log. */
	readonly onLine?: (line: string) => void;
	/** Called when the bot starts, is ready or ends. */
	readonly onChange?: () => void;
	/** Besides what the stage configures it with. */
	readonly environment?: Readonly<Record<string, string>>;
}

/** A production bot of the stage, which can be killed, stopped, and started again on what it has stored. */
export class BotKeeper {
	readonly #stage: Stage;
	readonly #options: BotKeeperOptions;
	#bot: BotProcess | undefined;
	#isReady = false;
	#lastExit: BotExit | undefined;

	constructor(stage: Stage, options: BotKeeperOptions = {}) {
		this.#stage = stage;
		this.#options = options;
	}

	get isRunning(): boolean {
		return this.#bot?.isRunning ?? false;
	}

	get isReady(): boolean {
		return this.isRunning && this.#isReady;
	}

	/** The running process, or the last one if it has ended by itself. */
	get bot(): BotProcess | undefined {
		return this.#bot;
	}

	/** How the last one ended. */
	get lastExit(): BotExit | undefined {
		return this.#lastExit;
	}

	/** Resolves once the bot answers. Rejects where it ends before. */
	async start(): Promise<void> {
		const { onLine, onChange, environment } = this.#options;
		const bot = await this.#stage.spawnBot(environment);
		this.#bot = bot;
		this.#isReady = false;
		if (onLine !== undefined) bot.onLine(onLine);
		onChange?.();
		void bot.exited.then((exit) => {
			this.#lastExit = exit;
			onChange?.();
		});
		await bot.ready();
		this.#isReady = true;
		onChange?.();
	}

	/** SIGKILL. False where there is nothing to kill. */
	async kill(): Promise<boolean> {
		return this.#end((bot) => bot.kill());
	}

	/** SIGTERM: the bot finishes what it is at. False where there is nothing to stop. */
	async stop(): Promise<boolean> {
		return this.#end((bot) => bot.stop());
	}

	/** Forgets the bot, which may still run. */
	release(): void {
		this.#bot = undefined;
	}

	async #end(how: (bot: BotProcess) => Promise<BotExit>): Promise<boolean> {
		const bot = this.#bot;
		if (bot === undefined || !bot.isRunning) return false;
		this.release();
		await how(bot);
		return true;
	}
}
