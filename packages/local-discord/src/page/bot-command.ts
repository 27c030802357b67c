import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { ClientRefusal } from '../client-refusal.js';
import { type Act, act } from './acts.js';
import type { BotLine, BotState } from './protocol.js';

export interface BotCommandParts {
	readonly file: string;
	readonly args: readonly string[];
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** The bot's token, which the page doesn't show. */
	readonly secret: string;
	/** Receives the bot's output unchanged. */
	readonly output: { write(text: string): unknown };
	readonly onState: (state: BotState) => void;
	readonly onLines: (lines: readonly BotLine[]) => void;
}

const maxLines = 1_000;
const maxLineLength = 4_000;
/** How long a bot may take to say goodbye. */
const patienceMs = 10_000;
/** As shells have it for a command that isn't there. */
const notFound = 127;
/** A group of its own, so that whatever the command starts in turn, as `npm start` does, ends with it. */
const hasGroups = process.platform !== 'win32';

/** A user's own bot as a command line: started, stopped, killed and started again, with its output. */
export class BotCommand {
	readonly acts: Readonly<Record<string, Act>> = {
		'restart-bot': act(z.object({}), () => this.restart()),
		'kill-bot': act(z.object({}), () => this.#kill()),
	};
	readonly #parts: BotCommandParts;
	#child: ChildProcess | undefined;
	#state: BotState;
	#log: BotLine[] = [];
	#lastLine = 0;
	#restarting: Promise<void> | undefined;
	#isOver = false;
	#reportNotFound: (code: number) => void = () => undefined;

	constructor(parts: BotCommandParts) {
		this.#parts = parts;
		this.#state = { command: [parts.file, ...parts.args].join(' '), isRunning: false, ending: undefined };
	}

	get state(): BotState {
		return this.#state;
	}

	/** The latest lines, oldest first. */
	get log(): readonly BotLine[] {
		return this.#log;
	}

	/** Resolves with the exit code for it where there is no such command at all. */
	notFound(): Promise<number> {
		return new Promise((resolve) => {
			this.#reportNotFound = resolve;
		});
	}

	start(): void {
		if (this.#isOver) return;
		const { file, args, environment } = this.#parts;
		const child = spawn(file, args, {
			env: environment,
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: hasGroups,
		});
		this.#child = child;
		// Also where this program is ended in a hurry: a bot without its Discord must not stay behind.
		const killNow = () => signal(child, 'SIGKILL');
		process.once('exit', killNow);
		this.#read(child.stdout, 'output');
		this.#read(child.stderr, 'errors');
		child.once('spawn', () => this.#changeState({ isRunning: true, ending: undefined }));
		child.once('error', (error: NodeJS.ErrnoException) => {
			this.#parts.output.write(`The bot could not be started: ${error.message}\n`);
			if (error.code === 'ENOENT') this.#reportNotFound(notFound);
		});
		child.once('close', (code, by) => {
			process.off('exit', killNow);
			if (child.pid === undefined) return;
			const ending = by === null ? `ended with code ${code}` : `ended by ${by}`;
			this.#parts.output.write(`The bot ${ending}.\n`);
			if (this.#child === child) this.#changeState({ isRunning: false, ending });
		});
	}

	/** Stops it for good. Resolves once it has ended. */
	async end(): Promise<void> {
		this.#isOver = true;
		await this.#stop();
	}

	/** However often it is asked for meanwhile, it is started once. */
	restart(): Promise<void> {
		this.#restarting ??= this.#stop()
			.then(() => this.start())
			.finally(() => {
				this.#restarting = undefined;
			});
		return this.#restarting;
	}

	/** SIGTERM, as a supervisor sends it; SIGKILL where that doesn't help. */
	async #stop(): Promise<void> {
		const child = this.#child;
		if (child === undefined || !isRunning(child)) return;
		const closed = once(child, 'close');
		signal(child, 'SIGTERM');
		const timer = setTimeout(() => signal(child, 'SIGKILL'), patienceMs);
		await closed;
		clearTimeout(timer);
	}

	#kill(): void {
		const child = this.#child;
		if (child === undefined || !isRunning(child)) throw new ClientRefusal('The bot does not run');
		signal(child, 'SIGKILL');
	}

	#changeState(change: Pick<BotState, 'isRunning' | 'ending'>): void {
		this.#state = { ...this.#state, ...change };
		this.#parts.onState(this.#state);
	}

	#read(stream: NodeJS.ReadableStream | null, source: BotLine['source']): void {
		const decoder = new StringDecoder('utf8');
		let rest = '';
		const take = (text: string) => {
			const lines = (rest + text).split('\n');
			rest = (lines.pop() ?? '').slice(-maxLineLength);
			if (lines.length > 0) this.#add(lines, source);
		};
		stream?.on('data', (chunk: Buffer) => {
			const text = decoder.write(chunk);
			this.#parts.output.write(text);
			take(text);
		});
		stream?.on('end', () => {
			if (rest !== '') take('\n');
		});
	}

	#add(texts: readonly string[], source: BotLine['source']): void {
		const lines = texts.map((text) => {
			this.#lastLine += 1;
			const plain = stripVTControlCharacters(text).replaceAll(this.#parts.secret, '…');
			return { number: this.#lastLine, source, text: plain.slice(0, maxLineLength) };
		});
		this.#log = [...this.#log, ...lines].slice(-maxLines);
		this.#parts.onLines(lines);
	}
}

function isRunning(child: ChildProcess): boolean {
	return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		// Of the group: its leader may have ended and left processes behind.
		if (hasGroups) process.kill(-child.pid, name);
		else child.kill(name);
	} catch {
		// No process is left.
	}
}
