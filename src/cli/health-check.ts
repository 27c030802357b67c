import { isIPv6 } from 'node:net';
import { failureReason } from '../base/errors.js';
import { loadEnvFile, readSettings } from '../config.js';

// The entry point of a container's HEALTHCHECK: requests the bot's own health port, and exits with 0 if the bot is
// ready, else 1. An image without a shell has no curl.

/** Shorter than the check's own limit, so that the reason is logged before a kill. */
const timeoutMs = 4_000;

/** Addresses that listen on every interface, and the loopback address for each. */
const reachable = new Map([
	['0.0.0.0', '127.0.0.1'],
	['::', '::1'],
]);

function end(code: 0 | 1, line: string): never {
	process.stdout.write(`${line}\n`);
	process.exit(code);
}

try {
	loadEnvFile(process.env);
	const { HEALTH_HOST, HEALTH_PORT } = readSettings(process.env, ['HEALTH_HOST', 'HEALTH_PORT']);
	if (HEALTH_PORT === 0) end(1, 'HEALTH_PORT is off, so there is nothing to check');
	const host = reachable.get(HEALTH_HOST) ?? HEALTH_HOST;
	const address = `http://${isIPv6(host) ? `[${host}]` : host}:${HEALTH_PORT}/readyz`;
	const { status } = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
	if (status === 200) end(0, 'ready');
	end(1, `not ready: ${status}`);
} catch (error) {
	end(1, failureReason(error));
}
