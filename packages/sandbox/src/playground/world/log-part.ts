import { z } from 'zod';
import { WorldPart } from './world-part.js';
import type { LogEntry } from './world-state.js';

const maxEntries = 500;

const lineSchema = z.looseObject({
	level: z.string(),
	time: z.iso.datetime().optional(),
	msg: z.string().optional(),
});

/** The log of the bot's processes. */
export class LogPart extends WorldPart {
	readonly name = 'log';
	readonly #entries: LogEntry[] = [];
	#count = 0;

	/** Takes a line that a process has printed. */
	add(which: LogEntry['which'], line: string): void {
		this.#count += 1;
		const entry = { number: this.#count, which, ...entryOf(line) };
		this.#entries.push(entry);
		if (this.#entries.length > maxEntries) this.#entries.splice(0, this.#entries.length - maxEntries);
		this.page()?.addToPart('log', [entry]);
	}

	/** The last ones, oldest first. */
	state(): readonly LogEntry[] {
		return [...this.#entries];
	}
}

function entryOf(line: string): Pick<LogEntry, 'at' | 'level' | 'message' | 'fields'> {
	const parsed = lineSchema.safeParse(jsonOf(line));
	if (!parsed.success) return { at: undefined, level: 'info', message: line, fields: '' };
	const { level, time, msg = '', ...others } = parsed.data;
	const fields = Object.entries(others)
		.filter(([, value]) => value !== null && value !== undefined)
		.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
	const at = time === undefined ? undefined : Date.parse(time);
	return { at, level, message: msg, fields: fields.join(' ') };
}

function jsonOf(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
