import type { PersonalName } from '../../base/row-fields.js';
import type { Servers } from '../../floors.js';
import type { LimitScope } from '../../storage/rate-limits.js';
import { type Kind, Table } from '../../storage/table.js';
import type { AppealCards } from '../moderation/appeal-cards.js';
import type { DisputeCards } from '../moderation/dispute-cards.js';
import { formerPurchase, heldPurchase, isoTime, personalRow } from './personal-file.js';

type Floor = Servers & {
	readonly kinds: readonly Kind<object>[];
	readonly cards: DisputeCards;
	readonly appealCards: AppealCards;
};

/** Rate limits by member id, apart from wrong codes and unlinking. */
const otherCounts = ['question', 'item', 'lookup', 'whois', 'give', 'reference', 'export'] as const;

/** Everything stored about a member, except the sealed codes: the file, and whether all rows were searched. */
export type PersonalData = Awaited<ReturnType<ReturnType<typeof createPrivacy>['dataOf']>>;

/** Operations behind `/privacy` on everything stored about one member. Rejects with the store's errors. */
export function createPrivacy(floor: Floor) {
	const { claims, limits, store, cards, appealCards, clock, audit, served } = floor;
	const personal = floor.kinds.flatMap((kind) =>
		kind.personal === undefined ? [] : [{ about: kind.personal, table: new Table(kind, store, clock) }],
	);
	const times = async (userId: string, ...scopes: readonly LimitScope[]) => {
		const all = await Promise.all(scopes.map((scope) => limits.look(scope, userId)));
		return all
			.flatMap((each) => each.times)
			.toSorted((a, b) => a - b)
			.map(isoTime);
	};
	return {
		/** One a minute, since each reads all about the member. @returns when the next is allowed, if none is now */
		takeExport: (userId: string): Promise<number | undefined> => limits.take('export', userId),

		/** `bounded`: takes no longer because of other members' data, but may miss some of this member's rows. */
		async dataOf(userId: string, reach: 'whole' | 'bounded') {
			// Latest first.
			const records = (await claims.own.naming(userId)).toReversed();
			const others: Record<PersonalName, ReturnType<typeof personalRow>[]> = {
				refusals: [],
				directMessages: [],
				codesLookedUp: [],
				disputes: [],
				requests: [],
			};
			let isComplete = true;
			for (const { about, table } of personal) {
				const found = await table.of(userId, reach);
				const shown = found.rows.map(({ row }) => about.shown(row, userId)).toSorted((a, b) => a.at - b.at);
				others[about.name] = shown.map((row) => personalRow(about.name, row));
				isComplete &&= found.isComplete;
			}
			const file = {
				exportedAt: isoTime(clock.now()),
				discordUserId: userId,
				purchases: records.flatMap((record) =>
					record.claim === undefined ? [] : [heldPurchase(record, record.claim)],
				),
				formerPurchases: records.flatMap((record) =>
					record.claim === undefined ? [formerPurchase(userId, record)] : [],
				),
				wrongCodesAt: await times(userId, 'member'),
				unlinkedAt: await times(userId, 'unlink'),
				countedForLimitsAt: await times(userId, ...otherCounts),
				...others,
			};
			return { file, isComplete };
		},

		/**
		 * Deletes the links between the member and purchases, and removes the roles. An unreadable purchase stays, and so
		 * do times of wrong codes and unlinking, for a day: otherwise a deletion would bypass the limits.
		 */
		async deleteDataOf(userId: string): Promise<{ readonly isComplete: boolean }> {
			// Before the rest: if that fails, a second try finds no claims to report.
			const { claims: held, isComplete } = await claims.own.forget(userId);
			if (held.length > 0) audit.write(served.ids, { kind: 'data-deleted', userId });
			const person = { userId, tag: claims.keys.memberTag(userId) };
			for (const { table } of personal) await table.forget(person);
			for (const scope of ['reference', 'export'] as const) await limits.clear(scope, userId);
			cards.wake();
			appealCards.wake();
			return { isComplete };
		},
	};
}
