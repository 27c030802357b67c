import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { ConfigError } from '../../src/base/errors.js';
import { createScrubber } from '../../src/base/logger.js';
import { loadEnvFile, readSettings } from '../../src/config.js';
import type { Accounts } from './ask-transport.js';
import { differs, type Finding, handList, line, report } from './finding.js';
import { obstacles, openPlace, type Place } from './place.js';
import { smoke } from './smoke.js';

// `npm run smoke -- --server ID --channel ID --role ID`: asks the real Discord what the local one claims of it, cleans
// up after itself, and ends with a report. Exit code 1: Discord is different; 2: it could not be asked.

const usage = `npm run smoke -- --server ID --channel ID --role ID

Before: a test server, an application of its own (its token in DISCORD_TOKEN or DISCORD_TOKEN_FILE) that is invited
there with View Channels, Send Messages, Embed Links, Attach Files and Manage Roles; a channel that only you see; and a
role below the bot's. With further accounts of yours, --closed ID (in the server, with direct messages from it switched off),
--left ID (has left it) and --stranger ID (never shared one with the bot) ask what a message to them gets. All that is written or given there is taken back at the end. It takes about three minutes.
`;

async function main(): Promise<number> {
	const ids = {
		server: { type: 'string' },
		channel: { type: 'string' },
		role: { type: 'string' },
		closed: { type: 'string' },
		left: { type: 'string' },
		stranger: { type: 'string' },
	} as const;
	const { server, channel, role, ...accounts } = parseArgs({ options: ids }).values;
	if (server === undefined || channel === undefined || role === undefined) {
		process.stderr.write(usage);
		return 2;
	}
	loadEnvFile(process.env);
	const settings = readSettings(process.env, ['DISCORD_TOKEN', 'DISCORD_API_URL']);
	const scrub = createScrubber([settings.DISCORD_TOKEN]);
	try {
		const place = await openPlace({
			token: settings.DISCORD_TOKEN,
			apiUrl: settings.DISCORD_API_URL,
			guildId: server,
			channelId: channel,
			roleId: role,
		});
		return await asked(place, accounts);
	} catch (error) {
		process.stderr.write(`Discord could not be asked: ${scrub(String(error))}\n`);
		return 2;
	}
}

async function asked(place: Place, accounts: Accounts): Promise<number> {
	const stop = new AbortController();
	// Also after Ctrl-C everything is taken back.
	process.once('SIGINT', () => stop.abort());
	const findings: Finding[] = [];
	try {
		const problems = await obstacles(place);
		for (const problem of problems) process.stderr.write(`${problem}\n`);
		if (problems.length > 0) return 2;
		const person = { asked: (todo: string) => process.stdout.write(`\n→ ${todo}\n\n`) };
		for await (const finding of smoke(place, person, accounts)) {
			findings.push(finding);
			process.stdout.write(`${line(finding)}\n`);
			if (stop.signal.aborted) return 2;
		}
		process.stdout.write(`\nTo look at by hand:\n${handList().join('\n')}\n`);
		await enterPressed(stop.signal);
	} finally {
		const left = await place.leave();
		process.stdout.write(left === 0 ? '\nCleaned up.\n' : `\n${left} things could not be taken back.\n`);
	}
	const versions = `Node.js ${process.version}, ${new Date().toISOString().slice(0, 10)}.`;
	process.stdout.write(
		`\nFor a new issue, “The real Discord is different”:\n\n${report(findings, versions)}\n`,
	);
	return findings.some(differs) ? 1 : 0;
}

async function enterPressed(signal: AbortSignal): Promise<void> {
	process.stdout.write('\nPress Enter when you have looked: then all of it is taken back.\n');
	process.stdin.resume();
	const ended = { signal };
	await Promise.race([once(process.stdin, 'data', ended), once(process.stdin, 'end', ended)]).catch(
		() => undefined,
	);
	process.stdin.pause();
}

try {
	process.exitCode = await main();
} catch (error) {
	if (!(error instanceof ConfigError)) throw error;
	process.stderr.write(`${error.problems.join('\n')}\n`);
	process.exitCode = 2;
}
