import { shownPurchase } from '../base/shown-purchase.js';
import type { ClaimDetails } from '../claims/claim-details.js';
import type { Given } from '../claims/gifts.js';
import type { ModerationAct, ModerationOutcome } from '../claims/moderated-claims.js';
import type { Servers } from '../floors.js';
import type { Transaction } from '../storage/store.js';
import { changeName, type DisputeEffects } from './disputes/dispute-effects.js';
import type { Carried, ModerationEvent, ModerationReport, Moderator } from './moderation-outcomes.js';

/** The parts of an event that are known before the change is made. An undo concerns who holds the purchase after it. */
export type PlannedEvent = Pick<ModerationEvent, 'deed' | 'memberId' | 'toUserId' | 'why' | 'codeEnd'>;

type Floor = Pick<Servers, 'notices'> & {
	readonly disputeEffects: DisputeEffects;
	readonly report: ModerationReport;
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
		let afterCommit: readonly (() => void)[] = [];
		const also = async (tx: Transaction, outcome: ModerationOutcome): Promise<undefined> => {
			if (outcome.kind !== 'done') return;
			const { file } = outcome;
			afterCommit = [
				...(await this.#floor.disputeEffects.addIn(tx, file, planned.codeEnd)),
				...(await this.#notifyLosers(tx, moderator, planned, file)),
			];
		};
		const outcome = await change({ by, guildId, why: planned.why, isAdministrator, canManageRoles, also });
		if (outcome.kind !== 'done') return outcome;
		for (const send of afterCommit) send();
		const { file, revision, isOwnCase } = outcome;
		const memberId = planned.deed === 'undid' ? file.claims[0]?.holderId : planned.memberId;
		const event = { ...planned, memberId, by, hash: file.hash, itemName: file.item.name, isOwnCase };
		this.#floor.report.moderated(guildId, event);
		const { undoUntil } = file;
		return {
			kind: 'done',
			event,
			undo: undoUntil === undefined ? undefined : { revision, until: undoUntil },
		};
	}

	async #notifyLosers(
		tx: Transaction,
		{ userId: by, guildId }: Moderator,
		{ deed, memberId, codeEnd }: PlannedEvent,
		file: ClaimDetails,
	): Promise<readonly (() => void)[]> {
		const { notices } = this.#floor;
		if (deed !== 'moved' && deed !== 'unlinked' && deed !== 'revoked') return [];
		const holders = deed === 'revoked' ? file.claims.map(({ holderId }) => holderId) : [memberId];
		const losers = holders.filter((userId): userId is string => userId !== undefined && userId !== by);
		const notice = { kind: 'lost', how: deed, purchase: shownPurchase(file.item.name, codeEnd) } as const;
		const name = changeName(file);
		return await Promise.all(losers.map((userId) => notices.addIn(tx, { userId, guildId, notice }, name)));
	}
}
