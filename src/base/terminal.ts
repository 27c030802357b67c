import { existsSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseJson } from './row-fields.js';

const failure = z.object({
	message: z.string(),
	stack: z.string().optional(),
	cause: z.unknown().optional(),
});
const line = z.looseObject({
	level: z.string(),
	time: z.string(),
	msg: z.string().default(''),
	err: z.unknown().optional(),
	/** A finding: the problem, and what to do. */
	says: z.string().optional(),
	todo: z.string().optional(),
});

const titles: Readonly<Record<string, string>> = { warn: 'Warning: ', error: 'Error: ', fatal: 'Error: ' };

/** A log destination that prints each JSON line in words, for a person at a terminal. */
export function terminalLog(output: Pick<NodeJS.WritableStream, 'write'> & { readonly columns?: number }) {
	return { write: (text: string) => void output.write(wrapText(inWords(text), output.columns)) };
}

/** Formats one log line. Other text stays as it is. */
function inWords(text: string): string {
	const parsed = line.safeParse(parseJson(text));
	if (!parsed.success) return text;
	const { level, time, msg, err, says, todo, ...fields } = parsed.data;
	const begin = `${time.slice(11, 19)} ${titles[level] ?? ''}`;
	if (says !== undefined) {
		// More informative than the log message; the names of the other fields are for programs.
		const where = fields['guildName'] === undefined ? '' : ` (${fields['guildName']})`;
		return `${begin}${sentence(says)}${todo ? ` ${sentence(todo)}` : ''}${where}\n`;
	}
	const details = Object.entries(fields).flatMap(([name, value]) =>
		value === undefined ? [] : `${name}: ${detail(value)}`,
	);
	const causes = messagesOf(err);
	const words = [
		`${begin}${msg}`,
		...(causes.length === 0 ? [] : [`: ${causes.join(': ')}`]),
		...(details.length === 0 ? [] : [` (${details.join(', ')})`]),
	].join('');
	// Only a fatal error is worth a stack here; piped into a file, the log has all of them.
	const stack = level === 'fatal' ? failure.safeParse(err).data?.stack : undefined;
	return stack === undefined ? `${words}\n` : `${words}\n${stack}\n`;
}

function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

function detail(value: unknown): string {
	if (typeof value === 'string') return value;
	if (!Array.isArray(value)) return JSON.stringify(value);
	return value.map(detail).join(', ');
}

function messagesOf(err: unknown): readonly string[] {
	const parsed = failure.safeParse(err);
	return parsed.success ? [parsed.data.message, ...messagesOf(parsed.data.cause)] : [];
}

/** As a shell reports a program that SIGPIPE ended. */
const unreadCode = 141;

/**
 * Ends a program silently once its output has no reader left, as in `… | head` (EPIPE) or on a closed terminal (EIO).
 * @returns a function that lets the program go on without its output
 */
export function endWhenUnread(program: Pick<NodeJS.Process, 'stdout' | 'stderr' | 'exitCode' | 'exit'>) {
	const end = (): void => void program.exit(program.exitCode ?? unreadCode);
	const streams = [program.stdout, program.stderr];
	for (const stream of streams) stream.on('error', end);
	return () => {
		for (const stream of streams) stream.off('error', end);
	};
}

/** Where a wrapped line continues: behind a log line's time, at a table's second column, or at its own indent. */
const hanging = /^(?:\d\d:\d\d:\d\d |\s*\S+(?: \S+)* {2,})|^\s*/;

/** Breaks lines between words, never inside one, which may be copied. Without `columns` (a file) nothing changes. */
export function wrapText(text: string, columns: number | undefined): string {
	if (!columns) return text;
	return text
		.split('\n')
		.map((line) => (line.length > columns ? wrapLine(line, columns) : line))
		.join('\n');
}

function wrapLine(line: string, columns: number): string {
	const start = hanging.exec(line)?.[0] ?? '';
	const indent = start.length <= columns / 2 ? start.length : 0;
	const [first = '', ...words] = line.slice(indent).match(/ *\S+| +$/g) ?? [];
	const lines = [line.slice(0, indent) + first];
	for (const word of words) {
		const longer = `${lines.at(-1)}${word}`;
		if (longer.trimEnd().length <= columns) lines[lines.length - 1] = longer;
		else lines.push(' '.repeat(indent) + word.trimStart());
	}
	return lines.join('\n');
}

/** How the bot was started, and is started again. A `starter` runs every program. */
export type WayOfRunning =
	| { readonly kind: 'npm' | 'image' }
	| { readonly kind: 'archive' | 'panel'; readonly starter: string };

/** @param node the program that runs the bot: an archive brings its own */
export function wayOfRunning(folder = '.', node = process.execPath): WayOfRunning {
	const starters = ['start.cmd', './start.command', './start.sh'];
	const starter = starters.find((name) => existsSync(join(dirname(node), '..', name)));
	if (starter !== undefined) return { kind: 'archive', starter };
	if (existsSync(join(folder, 'index.js'))) return { kind: 'panel', starter: 'node index.js' };
	try {
		return { kind: readlinkSync(join(folder, '.env')) === '/data/.env' ? 'image' : 'npm' };
	} catch {
		return { kind: 'npm' };
	}
}

/** The text with each `npm run …` and `npm start` as it is typed in this way of running. */
export function withOwnCommands(text: string, way: WayOfRunning): string {
	return text.replaceAll(/npm (?:run (\w+)(?: --(?= ))?|start\b)/g, (line, program?: string) => {
		if (way.kind === 'npm') return line;
		if (program === undefined) return 'starter' in way ? way.starter : 'docker start CONTAINER';
		const name = program === 'claims' ? 'claims-cli' : program;
		return 'starter' in way ? `${way.starter} ${name}` : `docker exec CONTAINER node dist/src/${name}.js`;
	});
}
