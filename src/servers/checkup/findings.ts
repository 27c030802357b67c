import type { Clock } from '../../base/clock.js';
import type { BackupState } from '../../claims/admin/examine-backup.js';
import { isSameAccount, readAccount } from '../../marketplace/key-check.js';
import type { MarketplaceResult } from '../../marketplace/result.js';
import type { Account } from '../../marketplace/schemas.js';
import type { DependencyStates } from '../../operate/dependency-states.js';
import type { ListedStore, Store } from '../../storage/store.js';
import type { GuildFacts, PostedPanel } from '../guild-facts.js';
import type { GuildSettingsStore } from '../guild-settings.js';
import type { CommandVisibility } from './command-visibility.js';

/** How the registered commands differ from this version's, by name. */
export interface CommandChanges {
	readonly added: readonly string[];
	readonly changed: readonly string[];
	readonly removed: readonly string[];
}

/** Discord's limits for new gateway connections, and the difference to its clock. */
export interface GatewayState {
	readonly identifiesLeft: number;
	readonly identifiesADay: number;
	/** Milliseconds until the limit resets. */
	readonly resetAfterMs: number;
	/** How far this machine's clock is ahead of Discord's, in milliseconds; undefined if Discord sent no time. */
	readonly clockAheadMs: number | undefined;
}

export type Identity =
	| {
			readonly kind: 'known';
			readonly name: string;
			readonly hasMembersIntent: boolean;
			/** Discord has approved privileged intents, so that they don't end with the number of users. */
			readonly isApproved?: boolean;
	  }
	| { readonly kind: 'refused' }
	| { readonly kind: 'unreachable'; readonly reason: string };

/** The state of the API key, and the reason if the marketplace did not respond. */
export interface KeyAnswer {
	readonly state: KeyState;
	readonly reason?: string;
}

type KeyState = 'good' | 'refused' | 'sells-nothing' | 'other-account' | 'unreachable';

export interface OtherGuilds {
	/** Untrusted names. */
	readonly guilds: readonly { readonly id: string; readonly name: string }[];
}

/** Probes of the bot and its servers, without a Discord library. Each rejects with Discord's errors. */
export interface DiscordProbes {
	/** Doesn't reject if Discord rejects the token. */
	identity(): Promise<Identity>;
	gateway(): Promise<GatewayState>;
	commands(): Promise<CommandChanges>;
	/** The served guilds. */
	readonly guildIds: readonly string[];
	otherGuilds(): Promise<OtherGuilds>;
	/** The number of members of all guilds that the bot is in. */
	memberCount(): Promise<number>;
	/** True if anyone can add the bot to a server. */
	isPublic(): Promise<boolean>;
	/**
	 * Undefined if the bot is not in it.
	 * @param channelIds the channels to ask about, for Discord's list of channels is not complete
	 */
	guild(guildId: string, channelIds: readonly string[]): Promise<GuildFacts | undefined>;
	visibility(guildId: string): Promise<CommandVisibility>;
	/** The roles that members can choose in its onboarding. */
	onboardingRoles(guildId: string): Promise<ReadonlySet<string>>;
}

/** Counts in the store that belong to higher layers. Each rejects with the store's errors. */
export interface StoredCounts {
	/** The number of members waiting for roles there. */
	waiting(guildId: string): Promise<number>;
	/** Codes verified and refused there today. */
	today(guildId: string): Promise<Today>;
	/** @returns undefined if nothing is counted */
	refundChecks(): Promise<RefundChecks | undefined>;
}

export interface StoreProbes {
	readonly store: Pick<Store, 'get' | 'transact' | 'list' | 'ping'>;
	/** The panels whose message has not been deleted. */
	panels(guildId: string): Promise<readonly PostedPanel[]>;
	readonly counts: StoredCounts;
	/** Undefined for databases that are backed up by their own tools. */
	readonly backups: BackupProbes | undefined;
}

/** Probes of the backups' files. Each rejects with the file system's errors, or the store's. */
export interface BackupProbes {
	/** @returns undefined if there is none beside the database */
	newest(): Promise<BackupState | undefined>;
	/** True if one broken disk would take the secret and every backup. */
	shareDiskWithSecret(): Promise<boolean>;
}

/** All probes of a check-up. If a probe rejects, its finding is that it could not be checked. */
export interface Probes {
	readonly discord: DiscordProbes;
	readonly wantsMembersIntent: boolean;
	readonly settings: Pick<GuildSettingsStore, 'get'>;
	/** Or why the store can't be opened. */
	readonly stored: StoreProbes | { readonly problem: unknown };
	/** Probes the API key: the running bot reads its own state, the command line asks the shop. */
	key(): Promise<KeyAnswer>;
	/** Undefined if no bot runs here. */
	readonly states: Pick<DependencyStates, 'of'> | undefined;
	readonly clock: Pick<Clock, 'now'>;
	readonly version: string;
}

/** The codes entered in a guild today, in UTC. */
interface Today {
	readonly verified: number;
	readonly refused: number;
}

/** Capacity of the refund checks: how many are needed and possible in a day, and how many purchases are overdue. */
interface RefundChecks {
	readonly neededADay: number;
	readonly possibleADay: number;
	readonly overdue: number;
}

/**
 * The state of the API key according to its account, compared with the account of the stored claims.
 * @param store undefined if it can't be opened
 * @param sellsNothing true if the account is known to have no items
 */
export async function keyAnswerOf(
	store: ListedStore | undefined,
	account: MarketplaceResult<Account>,
	sellsNothing: boolean,
): Promise<KeyAnswer> {
	if (!account.ok) {
		const { failure } = account;
		const state = failure.kind === 'bad-key' ? 'refused' : 'unreachable';
		return { state, ...('reason' in failure && { reason: failure.reason }) };
	}
	const noted = store === undefined ? undefined : await readAccount(store).catch(() => undefined);
	const isOther = noted !== undefined && !isSameAccount(noted, account.value);
	const own: KeyState = sellsNothing ? 'sells-nothing' : 'good';
	return { state: isOther ? 'other-account' : own };
}
