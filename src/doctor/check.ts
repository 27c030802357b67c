import type { REST } from 'discord.js';
import type { Clock } from '../base/clock.js';
import type { Settings } from '../config.js';
import type { MessageKey } from '../i18n/messages.js';
import type { Dependency, DependencyStates } from '../operate/dependency-states.js';
import { type Finding, trouble } from '../servers/guild-finding.js';
import type { GuildSettingsStore } from '../servers/guild-settings.js';
import type { Store } from '../storage/store.js';

/** The state of the API key, and the reason if the marketplace did not respond. */
export interface KeyAnswer {
	readonly state: 'good' | 'refused' | 'sells-nothing' | 'other-account' | 'unreachable';
	readonly reason?: string;
}

/** The bot that is checked. Discord is asked over REST only, so that a check-up can run beside the bot. */
export interface Examined {
	/** With the bot token set. */
	readonly rest: REST;
	readonly settings: Pick<Settings, 'MEMBERS_INTENT' | 'RECHECK_DAYS' | 'DATABASE_URL' | 'CLAIM_SECRET'>;
	/** The guilds to check: by default all served ones. */
	readonly guildIds: readonly string[];
	readonly guilds: GuildSettingsStore;
	/** Or why it can't be opened. */
	readonly store: Store | { readonly problem: unknown };
	/** The running bot reads its own state, the command line asks the shop. */
	key(): Promise<KeyAnswer>;
	/** Undefined if no bot runs here. */
	readonly states: Pick<DependencyStates, 'of'> | undefined;
	readonly clock: Pick<Clock, 'now'>;
}

/** A check that can't be made is a finding, too. */
export async function orUnchecked(
	what: 'gateway' | 'commands' | 'guilds' | 'guild' | 'marketplace-key',
	check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
	try {
		return await check();
	} catch {
		return [trouble('warning', 'unchecked', `finding.unchecked.${what}`, 'finding.unchecked.todo')];
	}
}

/** The fix of a failure, preceded by its reason, such as `SQLITE_FULL` or `HTTP 500`, and its start if known. */
export function because(
	{ states }: Pick<Examined, 'states'>,
	dependency: Dependency,
	reason: string | undefined,
	todo: MessageKey,
): readonly [todo: readonly MessageKey[], details: Pick<Finding, 'values'>] {
	if (reason === undefined) return [[todo], { values: {} }];
	const state = states?.of(dependency);
	const since = state === undefined || state.status === 'up' ? undefined : state.since;
	return [['finding.reason', todo], { values: { reason: { foreign: reason, since } } }];
}
