import type { Asked } from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { Burst } from '../../src/moderation/bursts.js';
import type { ModeratedPurchase } from '../../src/moderation/moderation-outcomes.js';
import type { NameClaim } from '../../src/moderation/named-claims.js';
import type { FoundReference } from '../../src/moderation/references/references.js';
import { type AuditEvent, membersIn } from '../../src/views/channels/audit-view.js';
import { type BurstPage, burstView } from '../../src/views/channels/burst-view.js';
import type { MessageView } from '../../src/views/kit/message.js';
import type { ModerationServices } from './moderation-services.js';

/** Refusals per page, for messages of an earlier version. */
const maxRefusals = 8;
/** Longer than a burst, and than the time between a claim and its line. */
const claimedBeforeMs = 60_000;
const claimedWithinMs = 15 * 60_000;

/** The lines of a burst in the member's server, from the current claims and references in the store. */
export async function burstPage(
	asked: Asked<Answerable>,
	services: ModerationServices,
	{ kind, since, page }: Pick<Burst, 'kind' | 'since'> & { readonly page: number },
): Promise<MessageView> {
	const { guildId } = asked.interaction;
	const { entries, hasNext } = await services.bursts.page({ guildId, kind, since }, page);
	const shown = { kind, since, page, hasNext };
	if (kind !== 'verified') {
		const found = await Promise.all(entries.map((letters) => services.references.find(letters)));
		return await refusedPage(asked, services, shown, found);
	}
	const purchases = await purchasesOf(services, entries);
	const events = entries.flatMap((hash) => {
		const about = purchases.get(hash);
		return about === undefined ? [] : verifiedEvents(about, guildId, since * 1_000);
	});
	return await pageOf(asked, services, { ...shown, events }, purchases);
}

/** Like `burstPage`, for a message of an earlier version: the refusals since then, in seconds since the epoch. */
export async function refusalsPage(
	asked: Asked<Answerable>,
	services: ModerationServices,
	since: number,
): Promise<MessageView> {
	const { guildId } = asked.interaction;
	const found = await services.references.since(guildId, since * 1_000, maxRefusals);
	return await refusedPage(asked, services, { kind: 'refused', since, page: 0, hasNext: false }, found);
}

async function refusedPage(
	asked: Asked<Answerable>,
	services: ModerationServices,
	shown: Omit<BurstPage, 'events'>,
	found: readonly (FoundReference | undefined)[],
): Promise<MessageView> {
	const kept = found.filter((it) => it !== undefined);
	const hashes = kept.flatMap(({ hash }) => hash ?? []);
	const purchases = await purchasesOf(services, hashes);
	const events = kept.map(({ userId, why, reference, hash }): AuditEvent => {
		const reason = why === 'taken' || why === 'uncheckable' ? why : 'invalid';
		return { kind: 'refused', userId, reason, reference, hash };
	});
	return await pageOf(asked, services, { ...shown, events }, purchases);
}

async function pageOf(
	{ t }: Asked<Answerable>,
	{ memberNames }: ModerationServices,
	shown: BurstPage,
	purchases: ReadonlyMap<string, ModeratedPurchase>,
): Promise<MessageView> {
	const nameClaim: NameClaim = (hash) => {
		const about = purchases.get(hash);
		if (about === undefined) return undefined;
		const { file, codeEnd } = about;
		return {
			itemName: file.item.name,
			ending: codeEnd ?? '',
			holderIds: file.claims.map(({ holderId }) => holderId),
		};
	};
	const nameOf = await memberNames.of(shown.events.flatMap((event) => membersIn(event, nameClaim)));
	return burstView(t, shown, { nameClaim, nameOf });
}

async function purchasesOf(
	{ moderation }: ModerationServices,
	hashes: readonly string[],
): Promise<ReadonlyMap<string, ModeratedPurchase>> {
	const read = [...new Set(hashes)].map(
		async (hash) => [hash, await moderation.findByHash(hash, undefined)] as const,
	);
	const all = await Promise.all(read);
	return new Map(all.flatMap(([hash, about]) => (about === undefined ? [] : [[hash, about] as const])));
}

/**
 * The members who verified the purchase in that burst; repeated verifications leave no trace, so those show its holder.
 */
function verifiedEvents({ file }: ModeratedPurchase, guildId: string, since: number): readonly AuditEvent[] {
	const { hash, item, history, claims } = file;
	const verifiers = history.flatMap(({ what, by, at, guildId: where = guildId }) =>
		what === 'claimed' && where === guildId && at >= since - claimedBeforeMs && at < since + claimedWithinMs
			? [by]
			: [],
	);
	const holders = claims.map(({ holderId }) => holderId);
	return (verifiers.length > 0 ? verifiers : holders).map((userId) => ({
		kind: 'verified',
		userId,
		hash,
		itemName: item.name,
		returning: verifiers.length === 0,
	}));
}
