import type { Answerable } from '../src/discord/command.js';
import type {
	Carried,
	ModerationCase,
	Moderator,
	ReceiverHindrance,
	Rechecked,
} from '../src/moderation/moderation-outcomes.js';
import type { Proposal } from '../src/moderation/proposals.js';

/** What the commands need of the moderation. */
export interface ModerationService {
	/** `withKept`: also the seats that are kept for former holders, as a case without a holder. */
	byCode(input: string, guildId: string, withKept?: boolean): Promise<readonly ModerationCase[] | undefined>;
	byMember(memberId: string, guildId: string, former?: boolean): Promise<readonly ModerationCase[]>;
	case(hash: string, holderId: string | undefined, guildId: string): Promise<ModerationCase | undefined>;
	receiverHindrance(toUserId: string, moderator: Moderator): Promise<ReceiverHindrance | undefined>;
	propose(proposal: Proposal): Promise<string>;
	takeProposal(id: string, moderator: Pick<Moderator, 'userId' | 'guildId'>): Promise<Proposal | undefined>;
	confirm(id: string, moderator: Moderator): Promise<Carried>;
	undo(hash: string, revision: number, moderator: Moderator): Promise<Carried>;
	recheck(hash: string, moderator: Moderator): Promise<Rechecked>;
}

/** How often staff can look things up. Times are milliseconds since the epoch. */
interface StaffLimits {
	lookUp<Found>(
		staff: Pick<Moderator, 'userId' | 'guildId'>,
		look: () => Promise<{ readonly found: Found; readonly isMiss: boolean }>,
	): Promise<{ readonly found: Found } | { readonly retryAt: number }>;
	/** Undefined: now. */
	whoisRetryAt(staff: Pick<Moderator, 'userId' | 'guildId'>, memberId: string): Promise<number | undefined>;
	/** Undefined: now. */
	reconcileRetryAt(
		staff: Pick<Moderator, 'userId' | 'guildId'>,
		memberId: string,
	): Promise<number | undefined>;
	recheck<Outcome extends { readonly kind: string }>(
		hash: string,
		check: () => Promise<Outcome>,
	): Promise<Outcome | { readonly kind: 'too-soon'; readonly retryAt: number }>;
}

/** What the moderators' commands work with. */
export interface ModerationServices {
	readonly moderation: ModerationParts;
}

interface ModerationParts {
	readonly moderation: ModerationService;
	readonly limits: StaffLimits;
	/** Syncs the member's roles now, and reports the state after a few seconds. */
	reconcile(
		guildId: string,
		userId: string,
	): Promise<{ readonly kind: 'granted' | 'blocked' | 'member-left' | 'waiting' }>;
	/** Which roles follow for the member, which of these are held, and whether any still wait. */
	rolesOf(
		guildId: string,
		userId: string,
	): Promise<{
		readonly wanted: readonly string[];
		readonly held: readonly string[] | undefined;
		readonly isPending: boolean;
	}>;
}

/** Who an interaction is from, as a moderator. */
export function moderatorOf({ guildId, user, rights }: Answerable): Moderator {
	return { userId: user.id, guildId, isAdministrator: rights.isAdministrator };
}
