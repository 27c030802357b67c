import { parseArgs } from 'node:util';
import { Stage } from '../stage.js';
import { Console } from './console.js';
import { Terminal, type TerminalParts } from './terminal.js';

export interface SandboxSurroundings {
	readonly input: TerminalParts['input'];
	readonly output: TerminalParts['output'];
	readonly errors: NodeJS.WritableStream;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** The checkout, in which the compiled bot lies under `dist/`. */
	readonly root: string;
	/** Ends the sandbox when it is aborted. */
	readonly stop: AbortController;
}

const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

const usage = `Usage: npm run sandbox [-- --exit-on-eof]

Runs a Discord, a marketplace and the real bot on this machine until Ctrl-C, and lets you try commands in this
terminal. Lines can be piped in too:

  printf '/items\\nquit\\n' | npm run sandbox --silent

At a terminal, Ctrl-D ends it. Where the input is no terminal, it keeps running when the input has ended, until a
SIGINT or SIGTERM, so that it can run in the background.

  --exit-on-eof   end when the input has ended
  --help          this text
`;

/** `npm run sandbox`: gives the exit code. Every process that it starts has ended by then. */
export async function sandboxCommand(
	args: readonly string[],
	surroundings: SandboxSurroundings,
): Promise<number> {
	const options = readOptions(args);
	if (options.kind === 'wrong') {
		surroundings.errors.write(`${options.problem}\n\n${usage}`);
		return exitCodes.usage;
	}
	if (options.isHelp) {
		surroundings.output.write(usage);
		return exitCodes.ok;
	}
	const stage = await Stage.open({ root: surroundings.root });
	try {
		return await run(stage, surroundings, options.exitsOnEof);
	} finally {
		await stage.close();
	}
}

async function run(stage: Stage, surroundings: SandboxSurroundings, exitsOnEof: boolean): Promise<number> {
	const { stop, errors } = surroundings;
	const stopped = new Promise<'stopped'>((resolve) => {
		if (stop.signal.aborted) resolve('stopped');
		stop.signal.addEventListener('abort', () => resolve('stopped'), { once: true });
	});
	let console: Console | undefined;
	const terminal = new Terminal({
		...surroundings,
		complete: (line) => console?.complete(line) ?? [[], line],
		onInterrupt: () => stop.abort(),
	});
	console = new Console(stage, terminal, (prompt) => terminal.ask(prompt));
	try {
		const ending = await Promise.race([session(console, terminal), stopped]);
		if (ending === 'end-of-input' && !exitsOnEof && !terminal.isInteractive) await stopped;
		return exitCodes.ok;
	} catch (error) {
		errors.write(`${error instanceof Error ? error.message : String(error)}\n`);
		return exitCodes.failed;
	} finally {
		console.close();
		terminal.close();
	}
}

async function session(console: Console, terminal: Terminal): Promise<'quit' | 'end-of-input'> {
	await console.open();
	for (;;) {
		const line = await terminal.ask(console.prompt);
		if (line === undefined) return 'end-of-input';
		if ((await console.take(line)) === 'quit') return 'quit';
	}
}

type Options =
	| { readonly kind: 'read'; readonly exitsOnEof: boolean; readonly isHelp: boolean }
	| { readonly kind: 'wrong'; readonly problem: string };

function readOptions(args: readonly string[]): Options {
	try {
		const { values } = parseArgs({
			args: [...args],
			options: { 'exit-on-eof': { type: 'boolean' }, help: { type: 'boolean' } },
		});
		return { kind: 'read', exitsOnEof: values['exit-on-eof'] ?? false, isHelp: values.help ?? false };
	} catch (error) {
		return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) };
	}
}
