import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isExactHost } from '@claimcheck/local-discord/page/exact-host';
import { openBrowser } from '@claimcheck/local-discord/page/open-browser';
import { keepAddress, readAddress } from './kept-address.js';
import { Playground, PlaygroundProblem } from './playground.js';

export interface PlaygroundSurroundings {
	readonly output: { write(text: string): unknown };
	readonly errors: { write(text: string): unknown };
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** The checkout, in which the compiled bot lies under `dist/`. */
	readonly root: string;
	/** Ends the playground when it is aborted. */
	readonly stop: AbortController;
}

const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

const usage = `Usage: npm run playground [-- --port NUMBER]

Runs a Discord, a marketplace and the real bot on this machine, and shows them in a page in your browser until Ctrl-C.
BROWSER=none doesn't open it. PLAYGROUND_FORWARDED_HOST admits one more name, under which a proxy forwards the port over
HTTPS, as in a codespace. It must be exact, without a wildcard.

  --port NUMBER   the page's port on 127.0.0.1; without it the last day's, or any free one
  --help          this text
`;

/** `npm run playground`: gives the exit code. Every process that it starts has ended by then. */
export async function playgroundCommand(
	args: readonly string[],
	{ output, errors, environment, root, stop }: PlaygroundSurroundings,
): Promise<number> {
	const { PLAYGROUND_FORWARDED_HOST: forwardedHost } = environment;
	const options = readOptions(args, forwardedHost);
	if (options.kind === 'wrong') {
		errors.write(`${options.problem}\n\n${usage}`);
		return exitCodes.usage;
	}
	if (options.isHelp) {
		output.write(usage);
		return exitCodes.ok;
	}
	const begunAt = performance.now();
	const seconds = () => `${((performance.now() - begunAt) / 1000).toFixed(1)} s`;
	const addressFile = join(root, '.playground.json');
	try {
		const before = await readAddress(addressFile, Date.now());
		const playground = await Playground.open({
			root,
			port: options.port,
			forwardedHost: options.forwardedHost,
			...(before !== undefined && { before }),
			signal: stop.signal,
			onStep: (step) => output.write(`${seconds().padStart(7)}  ${step}\n`),
		});
		try {
			await keepAddress(addressFile, playground.address, Date.now());
			const { shownAddress } = playground;
			output.write(`\nThe playground is open at\n\n  ${shownAddress}\n\nCtrl-C ends it.\n`);
			openBrowser(shownAddress, environment);
			await aborted(stop.signal);
		} finally {
			await playground.close();
		}
		return exitCodes.ok;
	} catch (error) {
		if (stop.signal.aborted) return exitCodes.ok;
		if (!(error instanceof PlaygroundProblem)) throw error;
		errors.write(`${error.message}\n`);
		return exitCodes.failed;
	}
}

type Options =
	| {
			readonly kind: 'read';
			readonly port: number;
			readonly forwardedHost: string | undefined;
			readonly isHelp: boolean;
	  }
	| { readonly kind: 'wrong'; readonly problem: string };

function readOptions(args: readonly string[], host: string | undefined): Options {
	try {
		const { values } = parseArgs({
			args: [...args],
			options: { port: { type: 'string' }, help: { type: 'boolean' } },
		});
		const port = Number(values.port ?? 0);
		if (!Number.isInteger(port) || port < 0 || port > 65_535) {
			return { kind: 'wrong', problem: `--port takes a number up to 65535, not ${values.port}` };
		}
		const forwardedHost = host?.toLowerCase() || undefined;
		if (forwardedHost !== undefined && !isExactHost(forwardedHost)) {
			return {
				kind: 'wrong',
				problem: `PLAYGROUND_FORWARDED_HOST takes the exact name of one host, not ${host}`,
			};
		}
		return { kind: 'read', port, forwardedHost, isHelp: values.help ?? false };
	} catch (error) {
		return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) };
	}
}

async function aborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
