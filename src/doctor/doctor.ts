import type { Client } from 'discord.js';
import type { Logger } from '../base/logger.js';
import { TtlCache } from '../base/time/ttl-cache.js';
import { version } from '../base/version.js';
import { plainCommand, translatorFor } from '../i18n/translator.js';
import type { Marketplace } from '../marketplace/marketplace.js';
import { type Checkup, type Finding, type Level, ok } from '../servers/guild-finding.js';
import type { ServedGuilds } from '../servers/served-guilds.js';
import type { Store } from '../storage/store.js';
import { findingText } from '../ui/findings.js';
import { type Examined, orUnchecked } from './check.js';
import { examineDiscord } from './discord-checks.js';
import {
	examineBackups,
	examineKey,
	examineRefundChecks,
	examineStore,
	keyAnswerOf,
} from './store-checks.js';

/** For operators, like everything in a log or on a command line. */
export const english = translatorFor('en', plainCommand);

/** The checks that can find a problem. The others only warn, and one of them reads a whole backup. */
async function examineVital(examined: Examined, served: readonly string[]): Promise<readonly Finding[]> {
	const findings = await Promise.all([
		examineDiscord(examined, served),
		orUnchecked('marketplace-key', () => examineKey(examined)),
		examineStore(examined),
	]);
	return findings.flat();
}

/**
 * Checks everything that the bot depends on. Never rejects.
 * @param served all served guilds
 */
export async function diagnose(examined: Examined, served = examined.guildIds): Promise<readonly Finding[]> {
	const findings = await Promise.all([
		examineVital(examined, served),
		examineRefundChecks(examined),
		examineBackups(examined),
	]);
	return [...findings.flat(), ok('version', 'finding.version', { values: { version } })];
}

export function worstOf(findings: readonly { readonly level: Level }[]): Level {
	if (findings.some(({ level }) => level === 'problem')) return 'problem';
	return findings.some(({ level }) => level === 'warning') ? 'warning' : 'ok';
}

/** A check-up that a member has requested is shown for so long, because each costs requests. */
const rememberedMs = 60_000;

/** The check-ups of the running bot. */
export function createDoctor(
	parts: Pick<Examined, 'settings' | 'guilds' | 'states' | 'clock'> & {
		readonly client: Client;
		readonly served: Pick<ServedGuilds, 'ids'>;
		readonly market: Marketplace;
		readonly store: Store;
		readonly logger: Pick<Logger, 'warn'>;
	},
) {
	const { client, served, market, store, logger, clock } = parts;
	const { keyCheck, catalog } = market;
	const recent = new TtlCache<Checkup>(rememberedMs, clock);
	const key = async () =>
		await keyAnswerOf(store, await keyCheck.recent(), catalog.snapshot().state === 'empty');
	const examined = (guildIds: readonly string[]) => ({ ...parts, rest: client.rest, guildIds, key });
	return {
		/** The bot, and the guild in which it was requested: behind `/doctor`. */
		examine: (guildId: string): Promise<Checkup> =>
			recent.of(guildId, async () => {
				const at = clock.now();
				return { findings: await diagnose(examined([guildId]), served.ids), at };
			}),

		/** Logs each problem with its fix. Never rejects: a half-configured bot still answers its buyers. */
		async logProblems(): Promise<void> {
			for (const finding of await examineVital(examined(served.ids), served.ids)) {
				if (finding.level !== 'problem') continue;
				const { check, guild } = finding;
				const about = { check, guildId: guild?.id, guildName: guild?.name };
				const fields = { ...about, ...findingText(english, finding, 'plain') };
				logger.warn(fields, 'The check-up at the start has found a problem');
			}
		},
	};
}
