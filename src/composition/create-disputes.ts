import type { Logger } from '../base/logger.js';
import { repeated } from '../base/time/periodic-task.js';
import type { Claim } from '../claims/claim.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { codeEnding } from '../claims/code-ending.js';
import type { Home } from '../claims/policy.js';
import { auditChannels } from '../guilds/audit-channels.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { ownMoveHindrance } from '../moderation/disputes/dispute.js';
import type { CaseMove } from '../moderation/disputes/dispute-outcomes.js';
import { DisputeRows } from '../moderation/disputes/dispute-rows.js';
import { Disputes } from '../moderation/disputes/disputes.js';
import { OwnMoves } from '../moderation/disputes/own-moves.js';
import { Rulings } from '../moderation/disputes/rulings.js';
import { Settling } from '../moderation/disputes/settlement.js';
import type { References } from '../moderation/references/references.js';
import type { Notices } from '../notifications/notices.js';
import type { ClaimReport } from '../reporting/claim-report.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import { type RoleRules, wantedRoles } from '../roles/role-plan.js';
import type { ListedStore } from '../storage/update.js';
import type { DiscordSide } from './discord-port.js';

/** Disputes about purchases, and purchases between one's own accounts. */
export function createDisputes(parts: {
	readonly store: ListedStore;
	readonly claims: ClaimStore;
	readonly home: Home;
	readonly guilds: GuildSettingsStore;
	readonly served: ServedGuilds;
	readonly discord: Pick<DiscordSide, 'caseSide' | 'factsOf' | 'standingOf'>;
	readonly references: References;
	readonly notices: Notices;
	readonly outbox: GrantOutbox;
	readonly queue: GrantQueue;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly thumbnailOf: (itemId: number) => string | undefined;
	readonly report: Pick<ClaimReport, 'disputed' | 'movedByMember'>;
	readonly logger: Logger;
	readonly now: () => number;
	readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
}) {
	const { store, claims, home, guilds, served, discord, references, notices, outbox, queue } = parts;
	const { rulesOf, report, logger, now, delay } = parts;
	const homeId = (): string | undefined => served.homeId;
	const { board, peopleOf } = discord.caseSide(homeId, parts.thumbnailOf);
	const channel = () => auditChannels(guilds, served)(undefined);
	const roleNamesOf = async (guildId: string, claim: Claim): Promise<readonly string[]> => {
		const rules = claim.guildIds.includes(guildId) ? await rulesOf(guildId) : undefined;
		if (rules === undefined) return [];
		const facts = discord.factsOf(guildId);
		return [...wantedRoles([claim], rules, now())].flatMap((id) => facts?.role(id)?.name ?? []);
	};
	const rows = new DisputeRows(store, now, (userId) => claims.memberTag(userId));
	const policy = () => home.policy();
	const shared = { claims, policy, notices, roleNamesOf, endingOf: codeEnding, logger, now, delay };
	const onMoved = (move: CaseMove): void => report.disputed(move);
	const settling = new Settling({ ...shared, rows, homeId, channel, board, onMoved });
	const noteRoles = outbox.record.bind(outbox);
	const requestRoles = queue.request.bind(queue);
	const { standingOf } = discord;
	const disputes = new Disputes({
		rows,
		settling,
		references,
		policy,
		homeId,
		hasChannel: async () => (await channel()) !== undefined,
		now,
	});
	const rulings = new Rulings({
		rows,
		settling,
		moderated: claims.moderated,
		homeId,
		standingOf,
		noteRoles,
		requestRoles,
		onMoved,
		now,
	});
	const moves = new OwnMoves({
		...shared,
		references,
		standingOf,
		noteRoles,
		requestRoles,
		onMoved: (claim, to, codeEnd) => report.movedByMember(claim, to, codeEnd),
		disputeHindrance: async (hash, toUserId) => ownMoveHindrance({ hash, toUserId }, await rows.all(), now()),
		onChanged: (hash) => settling.beginAll(hash),
	});
	const telling = repeated({
		name: 'moves that nobody was told of',
		everyMs: 60_000,
		work: () => moves.tellUntold(),
		logger,
		delay,
	});
	const prune = () => rows.prune();
	const running = [settling, telling];
	return {
		services: { disputes, rulings, moves, peopleOf },
		prune,
		start(): void {
			for (const each of running) each.start();
		},
		stop: () => Promise.all(running.map((each) => each.stop())),
	};
}
