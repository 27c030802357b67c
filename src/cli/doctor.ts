import { parseArgs } from 'node:util';
import type { REST } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import { systemClock } from '../base/clock.js';
import { AppError, ConfigError, exitCodes, StoreUnavailableError } from '../base/errors.js';
import { refuseEmptyStart } from '../claims/admin/examine-backup.js';
import { checkReadable } from '../claims/claim-store.js';
import { allVariables, type Settings } from '../config.js';
import { diagnose, english, worstOf } from '../discord/doctor/doctor.js';
import { ownAccount } from '../discord/guilds/own-account.js';
import type { MarketplaceClient } from '../marketplace/client.js';
import type { Finding } from '../servers/guild-finding.js';
import { GuildSettingsStore } from '../servers/guild-settings.js';
import { findServed, readServed, ServedGuilds } from '../servers/served-guilds.js';
import { type KeyAnswer, keyAnswerOf } from '../services/doctor/store-checks.js';
import { memoryStore } from '../storage/memory-store.js';
import type { Store, StoreWarning } from '../storage/store.js';
import { findingText } from '../ui/findings.js';
import { type Opened, open } from './program/open.js';
import { print, runProgram, UsageError } from './program/run-program.js';

// `npm run doctor [-- --json]`: checks everything that the bot depends on, over REST and without a gateway, so that it
// can run beside the bot. Reads only the environment.

const usage = `Usage: npm run doctor [-- --json]
       node dist/src/doctor.js [--json]

  --json   the findings as one JSON object on stdout
`;

type Line = ReturnType<typeof lineOf>;

async function examine(opened: Opened): Promise<readonly Line[]> {
	const settings = opened.settings(...allVariables);
	const rest = opened.discord({ retries: 1, timeout: 8_000 });
	const warnings: Line[] = [];
	const found = await openStoreIfPossible(opened, settings, (says, { fix }) => {
		const todo = typeof fix === 'string' && { todo: fix };
		warnings.push({ check: 'database-settings', level: 'warning', says, ...todo });
	});
	const store = 'problem' in found ? undefined : found;
	// Without the store only the environment is known.
	const guildIds = await findGuilds(rest, settings, store);
	const guilds = new GuildSettingsStore(store ?? memoryStore(), settings, new ServedGuilds(guildIds));
	const findings = await diagnose({
		rest,
		settings,
		guildIds,
		guilds,
		commands: commandPayloads,
		key: () => askKey(opened.shop(), store),
		states: undefined,
		store: found,
		clock: systemClock,
		machineClock: systemClock,
	});
	return [...findings.map(lineOf), ...warnings];
}

/** None if nothing is served yet, or Discord can't be reached, which is a separate finding. */
async function findGuilds(rest: REST, settings: Settings, store?: Store): Promise<readonly string[]> {
	try {
		const noted = store && (await readServed(store));
		return (await findServed(ownAccount(rest), settings, noted)) ?? [];
	} catch (error) {
		if (error instanceof AppError && !(error instanceof StoreUnavailableError)) throw error;
		return [];
	}
}

/** A store that the bot's start would refuse is a finding. A malformed address is a ConfigError. */
async function openStoreIfPossible(
	opened: Opened,
	{ DATABASE_URL, CLAIM_SECRET }: Settings,
	warn: StoreWarning,
): Promise<Store | { readonly problem: unknown }> {
	try {
		await refuseEmptyStart(DATABASE_URL, CLAIM_SECRET);
		const store = await opened.store({ warn });
		await checkReadable(store, CLAIM_SECRET);
		return store;
	} catch (problem) {
		if (problem instanceof ConfigError) throw problem;
		return { problem };
	}
}

/** The running bot has its items; here they are fetched, because a key that sells nothing looks valid otherwise. */
async function askKey(marketplace: MarketplaceClient, store: Store | undefined): Promise<KeyAnswer> {
	const account = await marketplace.accountDetails();
	const items = account.ok ? await marketplace.allItems() : account;
	const isEmpty = items.ok ? items.value.items.length === 0 : items.failure.kind === 'no-items';
	return await keyAnswerOf(store, account, isEmpty);
}

function lineOf(finding: Finding) {
	const { check, level, guild } = finding;
	const { says, todo } = findingText(english, finding, 'plain');
	return { check, level, ...(guild && { guild }), says, ...(todo !== '' && { todo }) };
}

function printLines(findings: readonly Line[]): void {
	const indent = ' '.repeat('problem  '.length);
	for (const { level, guild, says, todo } of findings) {
		const where = guild === undefined ? '' : `${guild.name}: `;
		print(`${level.padEnd(indent.length)}${where}${says}`);
		if (todo !== undefined) print(`${indent}→ ${todo}`);
	}
}

function readsJson(): boolean {
	try {
		return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values.json;
	} catch {
		throw new UsageError('doctor takes --json and nothing else');
	}
}

await runProgram(process, usage, async () => {
	const isJson = readsJson();
	const findings = await open(process.env, examine);
	const level = worstOf(findings);
	if (isJson) process.stdout.write(`${JSON.stringify({ level, findings }, null, '\t')}\n`);
	else printLines(findings);
	return level === 'problem' ? exitCodes.trouble : exitCodes.ok;
});
