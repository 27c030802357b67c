import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { ConfigError } from '../../src/base/errors.js';
import { createScrubber } from '../../src/base/logger.js';
import { loadEnvFile, readSettings } from '../../src/config.js';
import { askAddresses } from './ask-addresses.js';
import { askChannels, askMembers } from './ask-channels.js';
import { askCommands } from './ask-commands.js';
import { askInteractions } from './ask-interactions.js';
import { askMessages } from './ask-messages.js';
import { askRoles } from './ask-roles.js';
import { askTransport } from './ask-transport.js';
import { differs, type Finding, handList, line, report } from './finding.js';
import { obstacles, openPlace, type Place } from './place.js';

// `npm run smoke -- --server ID --channel ID --role ID`: checks the local Discord's claims against the real one, cleans
// up after itself, and ends with a report. Exit code 1: Discord is different; 2: it could not be asked.

const usage = `npm run smoke -- --server ID --channel ID --role ID

Before: a test server, an application of its own (its token in DISCORD_TOKEN or DISCORD_TOKEN_FILE) that is invited
there with View Channels, Send Messages, Embed Links, Attach Files and Manage Roles; a channel that only you see; and a
role below the bot's. All that is written or given there is taken back at the end. It takes about three minutes.
`;

async function main(): Promise<number> {
	const ids = {
		server: { type: 'string' },
		channel: { type: 'string' },
		role: { type: 'string' },
	} as const;
	const { server, channel, role } = parseArgs({ options: ids }).values;
	if (server === undefined || channel === undefined || role === undefined) {
		process.stderr.write(usage);
		return 2;
	}
	loadEnvFile(process.env);
	const settings = readSettings(process.env, ['DISCORD_TOKEN', 'DISCORD_API_URL']);
	const scrub = createScrubber([settings.DISCORD_TOKEN]);
	try {
		const ids = { guildId: server, channelId: channel, roleId: role };
		return await asked(await openPlace(settings.DISCORD_TOKEN, { ...ids, apiUrl: settings.DISCORD_API_URL }));
	} catch (error) {
		process.stderr.write(`Discord could not be asked: ${scrub(String(error))}\n`);
		return 2;
	}
}

async function asked(place: Place): Promise<number> {
	const stop = new AbortController();
	// Everything is undone even after Ctrl-C.
	process.once('SIGINT', () => stop.abort());
	const findings: Finding[] = [];
	try {
		const problems = await obstacles(place);
		for (const problem of problems) process.stderr.write(`${problem}\n`);
		if (problems.length > 0) return 2;
		for await (const finding of smoke(place)) {
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

/**
 * Asks Discord about each claim of the local Discord. This creates each of the bot's commands plus one more, of the 200
 * creations allowed per day. Rejects with discord.js' errors if Discord differs in a way that these questions don't
 * cover.
 */
async function* smoke(place: Place): AsyncGenerator<Finding> {
	yield* askCommands(place);
	yield* askAddresses(place);
	yield* askMessages(place);
	yield* askRoles(place);
	yield* askMembers(place);
	yield* askChannels(place);
	yield* askInteractions(place, (todo) => process.stdout.write(`\n→ ${todo}\n\n`));
	// Comes last: a refusal here would also affect the calls above.
	yield* askTransport(place);
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
