import { z } from 'zod';
import type { BotExit, BotProcess } from '../../bot-process.js';
import { type ActsOf, type WorldOptions, WorldPart } from './world-part.js';
import type { BotState, WorldActs } from './world-state.js';

/** This shop has no limit, so refund checks should not wait four seconds. */
const environment = { MARKETPLACE_PER_MINUTE: '1000' };

/** The bot's process, which can be killed, stopped, and restarted with its stored data, and Discord's outages. */
export class BotPart extends WorldPart {
	readonly name = 'bot';
	readonly acts: ActsOf<'bot'> = {
		'bot-process': ({ what }) => this.#control(what),
		'bot-drop': () => this.stage.discord.gateway.drop(),
		'bot-discord-down': ({ isOn }) => {
			this.#endOutage?.();
			this.#endOutage = isOn
				? this.stage.discord.faults.add('*', { kind: 'answer', status: 500 })
				: undefined;
			this.notify();
		},
	};
	readonly #onChange: () => void;
	#bot: BotProcess | undefined;
	#starting: Promise<void> | undefined;
	/** True from a kill or stop on, because Discord may notice its end before the process has ended. */
	#isReleased = false;
	#startedAt = 0;
	#lastExit: BotExit | undefined;
	/** The shop's key when the bot was started. */
	#key: string | undefined;
	#endOutage: (() => void) | undefined;

	/** `onChange` is called when the bot starts, is ready or ends. */
	constructor(options: WorldOptions, onChange: () => void) {
		super(options);
		this.#onChange = onChange;
	}

	get isRunning(): boolean {
		return !this.#isReleased && (this.#bot?.isRunning ?? false);
	}

	/** True if the shop has changed its key since the bot was started. */
	get isKeyForeign(): boolean {
		return this.#key !== this.stage.marketplace.apiKey;
	}

	state(): BotState {
		const bot = this.#bot;
		const isDiscordDown = this.#endOutage !== undefined;
		if (bot === undefined || !this.isRunning) {
			const ending = this.#lastExit && endingWords(this.#lastExit);
			return { state: 'ended', pid: undefined, startedAt: undefined, ending, isDiscordDown };
		}
		const state = this.#starting === undefined ? 'running' : 'starting';
		return { state, pid: bot.pid, startedAt: this.#startedAt, ending: undefined, isDiscordDown };
	}

	/** Resolves once the bot responds, even if it runs or is starting already. Rejects if it ends before. */
	async start(): Promise<void> {
		if (this.isRunning) return this.#bot?.ready();
		this.#starting ??= this.#start().finally(() => {
			this.#starting = undefined;
			this.#changed();
		});
		await this.#starting;
	}

	async #start(): Promise<void> {
		// Two processes must never share the token and the database.
		await this.#bot?.exited;
		const bot = await this.stage.spawnBot(environment);
		this.#bot = bot;
		this.#isReleased = false;
		this.#startedAt = this.stage.discord.now();
		this.#key = this.stage.marketplace.apiKey;
		bot.onLine((line) => this.page()?.records.add(logRecord(line)));
		this.#changed();
		void bot.exited.then((exit) => {
			this.#lastExit = exit;
			this.#changed();
		});
		await bot.ready();
	}

	/** Sends SIGKILL. */
	async kill(): Promise<void> {
		this.#isReleased = true;
		await this.#bot?.kill();
	}

	/** Sends SIGTERM: the bot finishes its current work. */
	async stop(): Promise<void> {
		this.#isReleased = true;
		await this.#bot?.stop();
	}

	/** Restarts the bot with its stored data. Resolves once it responds. */
	async restart(): Promise<void> {
		await this.stop();
		await this.#startOrSay();
	}

	async #startOrSay(): Promise<void> {
		await this.start().catch(() => {
			// The error contains everything that the bot has printed, which the inspector shows as well.
			throw new Error(`It did not start. ${this.#lastExit === undefined ? '' : endingWords(this.#lastExit)}`);
		});
	}

	async #control(what: WorldActs['bot-process']['what']): Promise<void> {
		if (what === 'kill') await this.kill();
		if (what === 'stop') await this.stop();
		if (what !== 'start') return;
		if (this.isRunning) throw new Error('It runs already');
		await this.#startOrSay();
	}

	#changed(): void {
		this.notify();
		this.#onChange();
	}
}

const lineSchema = z.looseObject({ level: z.string(), msg: z.string() });

/** A line of the bot's log for the inspector. */
function logRecord(line: string) {
	const {
		level,
		msg,
		time: _time,
		...fields
	} = lineSchema.safeParse(jsonOf(line)).data ?? { level: '', msg: line };
	const isProblem = ['warn', 'error', 'fatal'].includes(level);
	return { source: 'log', title: msg, status: level, isProblem, sent: fields, answered: undefined };
}

function jsonOf(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

/** The exit codes of the bot's entry point, which come from sysexits.h. */
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
