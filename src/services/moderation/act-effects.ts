import { shownPurchase } from '../../base/purchase-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Given } from '../../claims/gifts.js';
import type { ModerationAct, ModerationOutcome } from '../../claims/moderated-claims.js';
import type { Servers } from '../../floors.js';
import type { ModerationEvent } from '../../messages/audit.js';
import type { Notice } from '../../messages/notices.js';
import type { Transaction } from '../../storage/store.js';
import type { DisputeCards } from './dispute-cards.js';
import type { DisputeRows } from './dispute-rows.js';
import type { ModeratedRoles } from './moderated-roles.js';
import type { Carried, Moderator } from './moderation-outcomes.js';

/** The name of the notice of a change, by which its undo finds it. */
function changeName({ hash, revision }: Pick<ClaimDetails, 'hash' | 'revision'>): string {
	return `staff-${hash.slice(0, 32)}-${revision}`;
}

const decisive: ReadonlySet<string> = new Set(['transferred', 'gave', 'left', 'undone']);

/** The parts of an event that are known before the change is made. An undo concerns who holds the purchase after it. */
export type PlannedEvent = Pick<ModerationEvent, 'deed' | 'memberId' | 'toUserId' | 'why' | 'codeEnd'>;

type Floor = Servers & {
	readonly rows: DisputeRows;
	readonly cards: DisputeCards;
	readonly moderatedRoles: ModeratedRoles;
};

/** The effects of a staff action beside roles: the audit channel, notices to members who lose something, disputes. */
export class ActEffects {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/** Makes a change, with the notices and the ends of disputes that it causes in its commit, and reports it. */
	async carryOut(
		moderator: Moderator,
		planned: PlannedEvent,
		change: (act: ModerationAct) => Promise<Given | { readonly kind: 'expired' }>,
	): Promise<Carried> {
		const { userId: by, guildId, isAdministrator, canManageRoles } = moderator;
		const also = async (tx: Transaction, outcome: ModerationOutcome): Promise<undefined> => {
			if (outcome.kind !== 'done') return;
			await this.endDisputesIn(tx, outcome.file, planned.codeEnd);
			await this.#notifyLosers(tx, moderator, planned, outcome.file);
		};
		const outcome = await change({ by, guildId, why: planned.why, isAdministrator, canManageRoles, also });
		if (outcome.kind !== 'done') return outcome;
		this.send();
		const { file, revision, isOwnCase } = outcome;
		const memberId = planned.deed === 'undid' ? file.claims[0]?.holderId : planned.memberId;
		const event = { ...planned, memberId, by, hash: file.hash, itemName: file.item.name, isOwnCase };
		const { audit, served } = this.#floor;
		audit.write(served.ids, { kind: 'moderation', event });
		const { undoUntil } = file;
		return {
			kind: 'done',
			event,
			undo: undoUntil === undefined ? undefined : { revision, until: undoUntil },
		};
	}

	/** Sends what a change has put in its commit, once that is made. */
	send(): void {
		this.#floor.cards.wake();
		this.#floor.notices.wake();
	}

	async #notifyLosers(
		tx: Transaction,
		{ userId: by, guildId }: Moderator,
		{ deed, memberId, codeEnd }: PlannedEvent,
		file: ClaimDetails,
	): Promise<void> {
		const { notices } = this.#floor;
		if (deed !== 'moved' && deed !== 'unlinked' && deed !== 'revoked') return;
		const holders = deed === 'revoked' ? file.claims.map(({ holderId }) => holderId) : [memberId];
		const losers = holders.filter((userId): userId is string => userId !== undefined && userId !== by);
		const notice = { kind: 'lost', how: deed, purchase: shownPurchase(file.item.name, codeEnd) } as const;
		const name = changeName(file);
		for (const userId of losers) await notices.addIn(tx, { userId, guildId, notice }, name);
	}

	/** Puts in the commit of a change the disputes that it ends or opens again, with the notices to their claimants. */
	async endDisputesIn(tx: Transaction, file: ClaimDetails, codeEnd: string | undefined): Promise<void> {
		const { rows, notices, moderatedRoles } = this.#floor;
		const event = file.history.at(-1);
		if (event === undefined || !decisive.has(event.what)) return;
		const changed = await rows.followIn(tx, file);
		if (event.what === 'undone') await this.#takeBackIn(tx, file, changed.length > 0);
		const purchase = shownPurchase(file.item.name, codeEnd);
		for (const { state, claimantId: userId, guildId } of changed) {
			if (userId === 'deleted') continue;
			const add = (notice: Notice) => notices.addIn(tx, { userId, guildId, notice }, changeName(file));
			const claim = file.claims.find(({ holderId }) => holderId === userId);
			if (state === 'left') await add({ kind: 'stays', purchase });
			else if (state === 'moved' && claim !== undefined)
				await add({ kind: 'yours', purchase, roles: await moderatedRoles.namesOf(guildId, claim) });
		}
	}

	/** The messages about the change that was undone say so. */
	async #takeBackIn(tx: Transaction, file: ClaimDetails, isOpen: boolean): Promise<void> {
		const { member, to } = file.history.at(-2) ?? {};
		const name = changeName({ ...file, revision: file.revision - 1 });
		for (const userId of new Set([member, to, ...file.claims.map(({ holderId }) => holderId)]))
			if (userId !== undefined) await this.#floor.notices.takeBackIn(tx, { userId, name, isOpen });
	}
}
