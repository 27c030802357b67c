import type { Client } from 'discord.js';
import { systemClock } from '../../base/clock.js';
import { ttlCache } from '../../base/time/ttl-cache.js';
import { version } from '../../base/version.js';
import type { Places } from '../../floors.js';
import { plainCommand, translatorFor } from '../../i18n/translator.js';
import { type Checkup, type Finding, type Level, ok } from '../../servers/guild-finding.js';
import {
	examineBackups,
	examineKey,
	examineRefundChecks,
	examineStore,
	keyAnswerOf,
	orUnchecked,
} from '../../services/doctor/store-checks.js';
import { findingText } from '../../ui/findings.js';
import { examineDiscord } from './discord-checks.js';
import type { ExaminedBot } from './guild-checks.js';

/** For operators, like everything in a log or on a command line. */
export const english = translatorFor('en', plainCommand);

/** The checks that can find a problem. The others only warn, and one of them reads a whole backup. */
async function examineVital(examined: ExaminedBot, served: readonly string[]): Promise<readonly Finding[]> {
	const findings = await Promise.all([
		examineDiscord(examined, served),
		orUnchecked('marketplace-key', () => examineKey(examined)),
		examineStore(examined),
	]);
	return findings.flat();
}

/** Checks everything that the bot depends on. `served`: all served guilds. Never rejects. */
export async function diagnose(
	examined: ExaminedBot,
	served = examined.guildIds,
): Promise<readonly Finding[]> {
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
	parts: Pick<ExaminedBot, 'settings' | 'commands'> & Places & { readonly client: Client },
) {
	const { client, served, keyCheck, catalog, logger, clock } = parts;
	const recent = ttlCache<Checkup>(rememberedMs, clock);
	const key = async () =>
		await keyAnswerOf(parts.store, await keyCheck.recent(), catalog.snapshot().state === 'empty');
	const bot = { ...parts, machineClock: systemClock, rest: client.rest, key };
	const examined = (guildIds: readonly string[]) => ({ ...bot, guildIds });
	return {
		/** Checks the bot, and the guild in which `/doctor` was used. */
		examine: (guildId: string): Promise<Checkup> =>
			recent(guildId, async () => {
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
