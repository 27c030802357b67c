import { z } from 'zod';
import type { BotKeeper } from '../../bot-keeper.js';
import type { BotExit } from '../../bot-process.js';
import type { Stage } from '../../stage.js';
import { actsOf, type WorldPart } from './world-part.js';
import type { BotActs, BotState, ProcessState } from './world-state.js';

const lookEveryMs = 5_000;

export interface BotPartOptions {
	readonly discord: Stage['discord'];
	readonly first: BotKeeper;
	readonly second: BotKeeper;
	/** True while a page is open. */
	readonly isWatched: () => boolean;
	readonly onChange: (state: BotState) => void;
}

type Which = BotActs['bot-process']['which'];

/** The bot's processes, and what Discord does to them. */
export class BotPart implements WorldPart {
	readonly name = 'bot';
	readonly acts: WorldPart['acts'] = actsOf<BotActs>({
		'bot-process': {
			args: z.object({ which: z.enum(['first', 'second']), what: z.enum(['start', 'stop', 'kill']) }),
			run: ({ which, what }) => this.#control(which, what),
		},
		'bot-drop': { args: z.object({}), run: () => this.#options.discord.gateway.drop() },
		'bot-discord-down': {
			args: z.object({ isOn: z.boolean() }),
			run: ({ isOn }) => {
				this.#endOutage?.();
				this.#endOutage = isOn
					? this.#options.discord.faults.add('*', { kind: 'answer', status: 500 })
					: undefined;
				this.notify();
			},
		},
		'bot-discord-limits': {
			args: z.object({ isOn: z.boolean() }),
			run: ({ isOn }) => {
				this.#isLimiting = isOn;
				const { rateLimits } = this.#options.discord;
				if (isOn) rateLimits.useRealistic();
				else rateLimits.off();
				this.notify();
			},
		},
	});
	readonly #options: BotPartOptions;
	readonly #startedAt = new Map<number, number>();
	readonly #memory = new Map<number, number>();
	readonly #timer: NodeJS.Timeout;
	#endOutage: (() => void) | undefined;
	#isLimiting = true;

	constructor(options: BotPartOptions) {
		this.#options = options;
		this.#timer = setInterval(() => void this.#look(), lookEveryMs);
		this.#timer.unref();
	}

	state(): BotState {
		return {
			first: this.#process('first'),
			second: this.#process('second'),
			isDiscordDown: this.#endOutage !== undefined,
			isDiscordLimiting: this.#isLimiting,
		};
	}

	/** Sends the current state to the page. */
	notify(): void {
		this.#options.onChange(this.state());
	}

	/** Starts the first bot again, on what it has stored. Resolves once it answers. */
	async restart(): Promise<void> {
		await this.#options.first.stop();
		await this.#start(this.#options.first);
	}

	close(): void {
		clearInterval(this.#timer);
	}

	#process(which: Which): ProcessState {
		const keeper = this.#options[which];
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
		const startedAt = this.#startedAt.get(bot.pid) ?? this.#options.discord.now();
		this.#startedAt.set(bot.pid, startedAt);
		return {
			state: keeper.isReady ? 'running' : 'starting',
			pid: bot.pid,
			startedAt,
			memory: this.#memory.get(bot.pid),
			ending: undefined,
		};
	}

	async #control(which: Which, what: BotActs['bot-process']['what']): Promise<void> {
		const keeper = this.#options[which];
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
		if (!this.#options.isWatched()) return;
		for (const { bot } of [this.#options.first, this.#options.second]) {
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
