import type { Dependency } from '../../dependencies/dependency-states.js';
import type { Division } from '../../sharding/process-heartbeats.js';
import type { GuildFacts } from '../guild-facts.js';
import type { GuildFinding, Level } from '../guild-finding.js';
import type { GuildSettings } from '../guild-settings.js';
import type { PostedPanel } from '../posted-panels.js';
import type { CommandVisibility } from './command-visibility.js';

/** How the registered commands differ from this version's, by name. */
export interface CommandChanges {
	readonly added: readonly string[];
	readonly changed: readonly string[];
	readonly removed: readonly string[];
}

/** What Discord allows of new connections to the gateway, and what its clock says. */
export interface GatewayState {
	readonly identifiesLeft: number;
	readonly identifiesADay: number;
	/** Milliseconds until all of them are back. */
	readonly resetAfterMs: number;
	/** How far this machine's clock is ahead of Discord's, in milliseconds; undefined where Discord sent no time. */
	readonly clockAheadMs: number | undefined;
}

export type Identity =
	| { readonly kind: 'known'; readonly name: string; readonly hasMembersIntent: boolean }
	/** Discord does not accept the token. */
	| { readonly kind: 'refused' }
	| { readonly kind: 'unreachable'; readonly reason: string };

/** Why something failed, such as `SQLITE_FULL` or `HTTP 500`, and since when if that is known. */
export interface GuildTrouble {
	readonly reason?: string;
	/** Milliseconds since the epoch. */
	readonly since?: number;
}

/** The key, and why the marketplace did not answer if it did not. */
export interface KeyAnswer {
	readonly state: KeyState;
	readonly reason?: string;
}

export type KeyState = 'good' | 'refused' | 'sells-nothing' | 'other-account' | 'unreachable';

export interface OtherGuilds {
	/** The names are foreign text. */
	readonly guilds: readonly { readonly id: string; readonly name: string }[];
}

/** How each thing is looked at. A probe that rejects gives the finding that it could not be checked. */
export interface Probes {
	identity(): Promise<Identity>;
	/** Whether the configuration asks for the privileged members intent. */
	readonly wantsMembersIntent: boolean;
	gateway(): Promise<GatewayState>;
	commands(): Promise<CommandChanges>;
	/** The guilds to be looked at. */
	guildIds(): Promise<readonly string[]>;
	/** The guilds that the bot is in and does not serve. */
	otherGuilds(): Promise<OtherGuilds>;
	/** Whether anybody can add the bot to a server; undefined where that is as it should be. */
	isPublic(): Promise<boolean | undefined>;
	/** Undefined: the bot is not in it. */
	guild(guildId: string): Promise<GuildFacts | undefined>;
	settingsOf(guildId: string): Promise<GuildSettings>;
	/** The panels that are posted there; undefined where nobody knows. */
	panels(guildId: string): Promise<readonly PostedPanel[] | undefined>;
	/** How many members there wait for roles; undefined where nobody knows. */
	waiting(guildId: string): Promise<number | undefined>;
	/** What was verified and refused there today; undefined where nobody knows. */
	today(guildId: string): Promise<Today | undefined>;
	/** Who sees the commands in a guild that the bot is in. */
	visibility(guildId: string): Promise<CommandVisibility>;
	/** The roles that members can choose for themselves there. */
	onboardingRoles(guildId: string): Promise<ReadonlySet<string>>;
	marketplaceKey(): Promise<KeyAnswer>;
	/** Rejects where the store does not take writes. */
	pingStore(): Promise<void>;
	/** What there was to check for refunds when that was last counted; undefined: nothing is counted. */
	refundChecks(): Promise<RefundChecks | undefined>;
	/** How the running processes divide the servers; undefined where nobody knows. */
	division(): Promise<Division | undefined>;
	/** Since when the running bot sees it fail; undefined if it works, or if no bot runs here. */
	failingSince(dependency: Dependency): number | undefined;
	/** Undefined: the database is one that its own tools back up. */
	lastBackup(): Promise<LastBackup | undefined>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** The bot's own. */
	readonly version: string;
}

/** How many codes a guild has had today, in UTC. */
export interface Today {
	readonly verified: number;
	readonly refused: number;
}

/** `at` is in milliseconds since the epoch; undefined: there was none yet. Ahead of now, the clock was wrong then. */
interface LastBackup {
	readonly at: number | undefined;
}

/** Checks for refunds: how many are needed and possible in a day, and how many purchases have waited too long. */
interface RefundChecks {
	readonly neededADay: number;
	readonly possibleADay: number;
	readonly overdue: number;
}

export type CheckName = 'gateway' | 'commands' | 'guilds' | 'guild' | 'marketplace-key';

export type GlobalFinding =
	| { readonly check: 'token'; readonly level: 'ok'; readonly botName: string }
	| ({
			readonly check: 'token';
			readonly level: 'problem';
			readonly fault: 'refused' | 'unreachable';
	  } & GuildTrouble)
	| { readonly check: 'intents'; readonly level: 'ok' | 'problem' }
	| { readonly check: 'identifies'; readonly level: Level; readonly state: GatewayState }
	| { readonly check: 'clock'; readonly level: Level; readonly aheadMs: number }
	| { readonly check: 'commands'; readonly level: Level; readonly changes: CommandChanges }
	/** A problem: the bot is in no server, or not in the one with this id. */
	| { readonly check: 'membership'; readonly level: 'problem'; readonly guildId: string | undefined }
	| ({ readonly check: 'other-servers'; readonly level: 'ok' | 'warning' } & OtherGuilds)
	| ({
			readonly check: 'marketplace-key';
			readonly level: 'ok' | 'problem';
			readonly state: KeyState;
	  } & GuildTrouble)
	| { readonly check: 'public-bot'; readonly level: 'ok' | 'warning' }
	| ({ readonly check: 'store'; readonly level: 'ok' | 'problem' } & GuildTrouble)
	| {
			readonly check: 'slices';
			readonly level: Level;
			readonly fault: 'none' | 'missing' | 'doubled' | 'mixed';
			readonly division: Division;
	  }
	/** `days` since the last one; undefined: there was none yet. */
	| { readonly check: 'backup'; readonly level: 'ok' | 'warning'; readonly days: number | undefined }
	| { readonly check: 'version'; readonly level: 'ok'; readonly version: string }
	| ({ readonly check: 'refund-checks'; readonly level: 'warning' } & RefundChecks)
	| { readonly check: 'unchecked'; readonly level: 'warning'; readonly what: CheckName };

/** What has happened in a guild lately. */
export type GuildNews =
	| { readonly check: 'waiting'; readonly level: 'ok' | 'warning'; readonly count: number }
	| ({ readonly check: 'refusals'; readonly level: 'ok' | 'warning' } & Today);

export type Finding =
	| GlobalFinding
	| ((GuildFinding | GuildNews) & { readonly guild: { readonly id: string; readonly name: string } });
