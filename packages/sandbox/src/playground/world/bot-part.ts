import type { BotExit, BotProcess } from '../../bot-process.js';
import type { Stage } from '../../stage.js';
import { type ActsOf, type WorldOptions, WorldPart } from './world-part.js';
import type { BotState, ProcessState, WorldActs } from './world-state.js';

const lookEveryMs = 5_000;
/** The bots here are patient with the log and impatient with the shop. */
const environment = {
	// At this level the log includes each request to the shop.
	LOG_LEVEL: 'debug',
	// This shop has no limit: refund checks should not wait four seconds.
	MARKETPLACE_PER_MINUTE: '1000',
};

type Which = WorldActs['bot-process']['which'];

interface BotKeeperOptions {
	/** Receives each line of the bot's log. */
	readonly onLine: (line: string) => void;
	/** Called when the bot starts, is ready or ends. */
	readonly onChange: () => void;
}

/** A production bot of the stage, which can be killed, stopped, and started again on what it has stored. */
export class BotKeeper {
	readonly #stage: Stage;
	readonly #options: BotKeeperOptions;
	#bot: BotProcess | undefined;
	#isReady = false;
	#lastExit: BotExit | undefined;

	constructor(stage: Stage, options: BotKeeperOptions) {
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
		const { onLine, onChange } = this.#options;
		const bot = await this.#stage.spawnBot(environment);
		this.#bot = bot;
		this.#isReady = false;
		bot.onLine(onLine);
		onChange();
		void bot.exited.then((exit) => {
			this.#lastExit = exit;
			onChange();
		});
		await bot.ready();
		this.#isReady = true;
		onChange();
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

/** The bot's processes, and what Discord does to them. */
export class BotPart extends WorldPart {
	readonly name = 'bot';
	readonly first: BotKeeper;
	/** Another process on the same database. */
	readonly second: BotKeeper;
	readonly acts: ActsOf<'bot'> = {
		'bot-process': ({ which, what }) => this.#control(which, what),
		'bot-drop': () => this.stage.discord.gateway.drop(),
		'bot-discord-down': ({ isOn }) => {
			this.#endOutage?.();
			this.#endOutage = isOn
				? this.stage.discord.faults.add('*', { kind: 'answer', status: 500 })
				: undefined;
			this.notify();
		},
		'bot-discord-limits': ({ isOn }) => {
			this.#isLimiting = isOn;
			const { rateLimits } = this.stage.discord;
			if (isOn) rateLimits.useRealistic();
			else rateLimits.off();
			this.notify();
		},
	};
	/** The shop's key when the first process was started. */
	#key: string | undefined;
	readonly #startedAt = new Map<number, number>();
	readonly #memory = new Map<number, number>();
	readonly #timer: NodeJS.Timeout;
	#endOutage: (() => void) | undefined;
	#isLimiting = true;

	/** `onLine` receives each line of the logs, `onChange` is called when a process starts, is ready or ends. */
	constructor(options: WorldOptions, onLine: (which: Which, line: string) => void, onChange: () => void) {
		super(options);
		const keeper = (which: Which) =>
			new BotKeeper(options.stage, {
				onLine: (line) => onLine(which, line),
				onChange: () => {
					if (which === 'first' && !this.first.isReady) this.#key = options.stage.marketplace.apiKey;
					this.notify();
					onChange();
				},
			});
		this.first = keeper('first');
		this.second = keeper('second');
		this.#timer = setInterval(() => void this.#look(), lookEveryMs);
		this.#timer.unref();
	}

	/** True if the shop has changed its key since the bot was started. */
	get isKeyForeign(): boolean {
		return this.#key !== this.stage.marketplace.apiKey;
	}

	state(): BotState {
		return {
			first: this.#process('first'),
			second: this.#process('second'),
			isDiscordDown: this.#endOutage !== undefined,
			isDiscordLimiting: this.#isLimiting,
		};
	}

	/** Starts the first bot again, on what it has stored. Resolves once it answers. */
	async restart(): Promise<void> {
		await this.first.stop();
		await this.#start(this.first);
	}

	override close(): void {
		this.first.release();
		this.second.release();
		clearInterval(this.#timer);
	}

	#process(which: Which): ProcessState {
		const keeper = this[which];
		const { bot } = keeper;
		if (bot === undefined || !bot.isRunning) {
			return {
				state: 'ended',
				pid: undefined,
				startedAt: undefined,
				memory: undefined,
				ending: keeper.lastExit && endingWords(keeper.lastExit),
			};
		}
		const startedAt = this.#startedAt.get(bot.pid) ?? this.stage.discord.now();
		this.#startedAt.set(bot.pid, startedAt);
		return {
			state: keeper.isReady ? 'running' : 'starting',
			pid: bot.pid,
			startedAt,
			memory: this.#memory.get(bot.pid),
			ending: undefined,
		};
	}

	async #control(which: Which, what: WorldActs['bot-process']['what']): Promise<void> {
		const keeper = this[which];
		if (what === 'kill') await keeper.kill();
		if (what === 'stop') await keeper.stop();
		if (what === 'start') {
			if (keeper.isRunning) throw new Error('It runs already');
			await this.#start(keeper);
			await this.#look();
		}
	}

	async #start(keeper: BotKeeper): Promise<void> {
		try {
			await keeper.start();
		} catch {
			// The error holds all that the bot has printed, which the log shows as well.
			await keeper.bot?.exited;
			throw new Error(
				`It did not start. ${keeper.lastExit === undefined ? '' : endingWords(keeper.lastExit)}`,
			);
		}
	}

	async #look(): Promise<void> {
		if (!this.isWatched) return;
		for (const { bot } of [this.first, this.second]) {
			const bytes = await bot?.memory();
			if (bot !== undefined && bytes !== undefined) this.#memory.set(bot.pid, bytes);
		}
		this.notify();
	}
}

/** The codes of the bot's entry, which come from sysexits.h. */
const codeWords: Readonly<Record<number, string>> = {
	0: 'It ended in good order.',
	1: 'The connection to Discord ended for good.',
	69: 'Its database could not be used.',
	70: 'Something happened that nobody foresaw: its log says what.',
	78: 'Something is wrong with its configuration: its log says what.',
};

function endingWords({ code, signal }: BotExit): string {
	if (signal === 'SIGKILL') return 'It was killed (SIGKILL), in the middle of whatever it was doing.';
	if (signal !== null) return `It was ended by ${signal}.`;
	return `${codeWords[code ?? 0] ?? 'It ended by itself.'} Exit code ${code}.`;
}
