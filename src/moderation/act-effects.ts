import { shownPurchase } from '../base/shown-purchase.js';
import type { Given } from '../claims/gifts.js';
import type { ModerationAct, ModerationOutcome } from '../claims/moderated-claims.js';
import type { Notices } from '../notifications/notices.js';
import type { Transaction } from '../storage/store.js';
import type { Carried, ModerationEvent, ModerationReport, Moderator } from './moderation-outcomes.js';

/** The parts of an event that are known before the change is made. An undo concerns who holds the purchase after it. */
export type PlannedEvent = Pick<ModerationEvent, 'deed' | 'memberId' | 'toUserId' | 'why' | 'codeEnd'>;

export interface ActEffectsDependencies {
	readonly notices: Pick<Notices, 'addIn'>;
	readonly report: Pick<ModerationReport, 'moderated'>;
}

/** The effects of a staff action beside roles: the audit channel, and notices to members who lose something. */
export class ActEffects {
	readonly #dependencies: ActEffectsDependencies;

	constructor(dependencies: ActEffectsDependencies) {
		this.#dependencies = dependencies;
	}

	/** Makes a change, with the notices that it causes in its commit, and reports it. */
	async carryOut(
		moderator: Moderator,
		planned: PlannedEvent,
		change: (act: ModerationAct) => Promise<Given>,
	): Promise<Carried> {
		const { userId: by, guildId, isAdministrator, canManageRoles } = moderator;
		let afterCommit: readonly (() => void)[] = [];
		const also = async (tx: Transaction, outcome: ModerationOutcome): Promise<undefined> => {
			afterCommit = await this.#notifyLosers(tx, moderator, planned, outcome);
		};
		const outcome = await change({ by, guildId, why: planned.why, isAdministrator, canManageRoles, also });
		if (outcome.kind !== 'done') return outcome;
		for (const send of afterCommit) send();
		const { file, revision, isOwnCase } = outcome;
		const memberId = planned.deed === 'undid' ? file.claims[0]?.holderId : planned.memberId;
		const event = { ...planned, memberId, by, hash: file.hash, itemName: file.item.name, isOwnCase };
		this.#dependencies.report.moderated(guildId, event);
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
		outcome: ModerationOutcome,
	): Promise<readonly (() => void)[]> {
		if (outcome.kind !== 'done' || (deed !== 'moved' && deed !== 'unlinked' && deed !== 'revoked')) return [];
		const { file, revision } = outcome;
		const holders = deed === 'revoked' ? file.claims.map(({ holderId }) => holderId) : [memberId];
		const losers = holders.filter((userId): userId is string => userId !== undefined && userId !== by);
		const notice = { kind: 'lost', how: deed, purchase: shownPurchase(file.item.name, codeEnd) } as const;
		// Identifies the change, so that its notice is sent once.
		const name = `staff-${file.hash.slice(0, 32)}-${revision}`;
		const { notices } = this.#dependencies;
		return await Promise.all(losers.map((userId) => notices.addIn(tx, { userId, guildId, notice }, name)));
	}
}
