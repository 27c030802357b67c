import type { Servers } from '../../floors.js';
import type { Mailbox, Pictures } from '../../messages/mailbox.js';
import type { Appeal, StoredAppeal } from './appeal-rows.js';
import { createCaseCards } from './case-cards.js';
import type { CaseRows } from './case-rows.js';

/** The content of a request's card for staff. Times are milliseconds since the epoch. */
export type AppealFacts = Omit<Appeal, 'v' | 'sealed' | 'post' | 'isSettled'> & {
	/** How many requests the member has sent before. */
	readonly earlier: number;
};

export interface AppealLetter {
	readonly kind: 'appeal';
	readonly facts: AppealFacts;
}

type Floor = Servers & {
	readonly appealRows: CaseRows<StoredAppeal>;
	readonly mailbox: Mailbox<AppealLetter>;
	readonly pictures: Pictures;
};

/** A card doesn't wait longer than this for its pictures. */
const patienceMs = 10 * 60_000;

export type AppealCards = ReturnType<typeof createAppealCards>;

/** The staff's cards about requests without a code, each with its pictures until it is decided. */
export function createAppealCards(floor: Floor) {
	const { appealRows: rows, claims, clock, guilds } = floor;
	return createCaseCards<StoredAppeal, AppealLetter>(
		{
			name: 'requests',
			isOneByOne: true,
			sent: ({ sealed: _, ...row }) => row,
			// Staff of the member's own server decide.
			channelOf: ({ guildId }) => guilds.auditChannelOf(guildId),
			async letterOf({ reference, state, userId, guildId, at, note, pictures, decided }) {
				const isEarlier = (other: Appeal) => other.userId === userId && other.at < at;
				const earlier = userId === 'deleted' ? [] : (await rows.all()).filter(isEarlier);
				const facts = { reference, state, userId, guildId, at, note, pictures, decided };
				return { kind: 'appeal', facts: { ...facts, earlier: earlier.length } };
			},
			filesOf({ reference, state, sealed, at }) {
				if (state !== 'open' || sealed === undefined) return undefined;
				return async () => {
					const addresses = claims.keys.openText(reference, sealed)?.split('\n') ?? [];
					try {
						return await floor.pictures.fetch(addresses);
					} catch (error) {
						if (clock.now() < at + patienceMs) throw error;
						return [];
					}
				};
			},
		},
		rows,
		floor,
	);
}
