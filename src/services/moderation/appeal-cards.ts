import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Servers } from '../../floors.js';
import type { LetterFile, Mailbox, Pictures } from '../../messages/mailbox.js';
import type { AuditChannel } from '../../servers/guild-settings.js';
import type { Transaction } from '../../storage/store.js';
import type { Appeal, StoredAppeal } from './appeal-rows.js';
import { CaseCards } from './case-cards.js';
import type { CaseRows } from './case-rows.js';

/** The content of a request's card for staff. Times are milliseconds since the epoch. */
export interface AppealFacts
	extends Pick<
		Appeal,
		'reference' | 'state' | 'userId' | 'guildId' | 'at' | 'note' | 'pictures' | 'decided'
	> {
	/** How many requests the member has sent before. */
	readonly earlier: number;
}

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

/** The staff's cards about requests without a code, each with its pictures until it is decided. */
export class AppealCards extends CaseCards<StoredAppeal, AppealLetter> {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		const sent = ({ sealed: _, ...row }: StoredAppeal): StoredAppeal => row;
		super({ name: 'requests', sent, isOneByOne: true }, floor.appealRows, floor);
		this.#floor = floor;
	}

	/** Opens the request whose gift was undone, unless its member has another open one. @returns true if it did */
	async reopenIn(tx: Transaction, [gave, undone]: ClaimDetails['history']): Promise<boolean> {
		const { appealRows: rows } = this.#floor;
		const given = (await rows.all()).find(({ decided }) => decided?.at === gave?.at);
		const current = given && (await rows.get(given.reference, tx));
		if (undone?.what !== 'undone' || current?.state !== 'given' || current.userId !== gave?.member)
			return false;
		if ((await rows.openIn(tx)).some(({ userId }) => userId === current.userId)) return false;
		const { reference, isSettled: _, ...row } = current;
		const { by, at } = undone;
		await rows.addIn(tx, reference, { ...row, at, state: 'open', decided: { by, at, why: '' } });
		return true;
	}

	/** Staff of the member's own server decide. */
	protected override channelOf({ guildId }: Appeal): Promise<AuditChannel | undefined> {
		return this.#floor.guilds.auditChannelOf(guildId);
	}

	protected override async letterOf(own: Appeal): Promise<AppealLetter> {
		const { reference, state, userId, guildId, at, note, pictures, decided } = own;
		const isEarlier = (other: Appeal) => other.userId === userId && other.at < at;
		const earlier = userId === 'deleted' ? [] : (await this.#floor.appealRows.all()).filter(isEarlier);
		const facts = { reference, state, userId, guildId, at, note, pictures, decided };
		return { kind: 'appeal', facts: { ...facts, earlier: earlier.length } };
	}

	protected override filesOf({ reference, state, sealed, at }: Appeal) {
		if (state !== 'open' || sealed === undefined) return undefined;
		const { claims, pictures, clock } = this.#floor;
		return async (): Promise<readonly LetterFile[]> => {
			const addresses = claims.keys.openText(reference, sealed)?.split('\n') ?? [];
			try {
				return await pictures.fetch(addresses);
			} catch (error) {
				if (clock.now() < at + patienceMs) throw error;
				return [];
			}
		};
	}
}
