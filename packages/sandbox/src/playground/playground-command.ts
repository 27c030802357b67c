import { join } from 'node:path';
import { isExactHost } from '@claimcheck/local-discord/page/exact-host';
import { openBrowser } from '@claimcheck/local-discord/page/open-browser';
import { aborted } from '../ending.js';
import { optionsOf, type Surroundings } from '../program.js';
import { keepAddress, readAddress } from './kept-address.js';
import { Playground, PlaygroundProblem } from './playground.js';

const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

const usage = `Usage: npm run playground [-- --port NUMBER]

Runs a Discord, a marketplace and the real bot on this machine, and shows them in a page in your browser until Ctrl-C.
BROWSER=none doesn't open it. PLAYGROUND_FORWARDED_HOST admits one more name, under which a proxy forwards the port over
HTTPS, as in a codespace. It must be exact, without a wildcard.

  --port NUMBER   the page's port on 127.0.0.1; without it the last day's, or any free one
  --help          this text
`;

/** Runs `npm run playground` and returns the exit code. Every process that it starts has ended by then. */
export async function playgroundCommand(
	args: readonly string[],
	{ output, errors, environment, root, signal }: Surroundings,
): Promise<number> {
	const options = optionsOf(args, { port: { type: 'string' } }, usage, { output, errors });
	if (typeof options === 'number') return options;
	const port = Number(options.port ?? 0);
	const forwardedHost = environment['PLAYGROUND_FORWARDED_HOST']?.toLowerCase() || undefined;
	const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
	const isHost = forwardedHost === undefined || isExactHost(forwardedHost);
	if (!isPort || !isHost) {
		const problem = isPort
			? `PLAYGROUND_FORWARDED_HOST takes the exact name of one host, not ${forwardedHost}`
			: `--port takes a number up to 65535, not ${options.port}`;
		errors.write(`${problem}\n\n${usage}`);
		return exitCodes.usage;
	}
	const begunAt = performance.now();
	const seconds = () => `${((performance.now() - begunAt) / 1000).toFixed(1)} s`;
	const addressFile = join(root, '.playground.json');
	try {
		const before = await readAddress(addressFile, Date.now());
		const playground = await Playground.open({
			root,
			port,
			forwardedHost,
			...(before !== undefined && { before }),
			signal,
			onStep: (step) => output.write(`${seconds().padStart(7)}  ${step}\n`),
		});
		try {
			await keepAddress(addressFile, playground.address, Date.now());
			const { shownAddress } = playground;
			output.write(`\nThe playground is open at\n\n  ${shownAddress}\n\nCtrl-C ends it.\n`);
			openBrowser(shownAddress, environment);
			await aborted(signal);
		} finally {
			await playground.close();
		}
		return exitCodes.ok;
	} catch (error) {
		if (signal.aborted) return exitCodes.ok;
		if (!(error instanceof PlaygroundProblem)) throw error;
		errors.write(`${error.message}\n`);
		return exitCodes.failed;
	}
}
