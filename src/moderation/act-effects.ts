import type { Logger } from '../base/logger.js';
import { shownPurchase } from '../base/shown-purchase.js';
import type { ClaimDetails } from '../claims/claim-details.js';
import type { ModerationOutcome } from '../claims/moderated-claims.js';
import type { Notices } from '../notifications/notices.js';
import type { Carried, ModerationEvent, ModerationReport, Moderator } from './moderation-outcomes.js';

/** The parts of an event that are known before the change is made. */
export type PlannedEvent = Pick<ModerationEvent, 'deed' | 'memberId' | 'toUserId' | 'why'>;

export interface ActEffectsDependencies {
	readonly notices: Pick<Notices, 'notify'>;
	readonly report: Pick<ModerationReport, 'moderated'>;
	readonly logger: Pick<Logger, 'warn'>;
}

/** The effects of a staff action beside roles: the audit channel, and notices to members who lose something. */
export class ActEffects {
	readonly #dependencies: ActEffectsDependencies;

	constructor(dependencies: ActEffectsDependencies) {
		this.#dependencies = dependencies;
	}

	/** Reports a completed change, and returns the answer for the moderator. */
	report(
		{ isOwnCase, file, revision }: Extract<ModerationOutcome, { kind: 'done' }>,
		{ userId: by, guildId }: Moderator,
		planned: PlannedEvent & Pick<ModerationEvent, 'codeEnd'>,
	): Carried {
		const event = { ...planned, by, hash: file.hash, itemName: file.item.name, isOwnCase };
		this.#dependencies.report.moderated(guildId, event);
		this.#notifyLosers(guildId, event, file, revision);
		const { undoUntil } = file;
		return {
			kind: 'done',
			event,
			undo: undoUntil === undefined ? undefined : { revision, until: undoUntil },
		};
	}

	/** In the background: the change is done, and its answer shouldn't wait. */
	#notifyLosers(guildId: string, event: ModerationEvent, file: ClaimDetails, revision: number): void {
		const { notices, logger } = this.#dependencies;
		const { deed } = event;
		if (deed !== 'moved' && deed !== 'unlinked' && deed !== 'revoked') return;
		const holders = deed === 'revoked' ? file.claims.map(({ holderId }) => holderId) : [event.memberId];
		for (const userId of holders) {
			if (userId === undefined || userId === event.by) continue;
			// Identifies the change, so that its notice is sent once.
			const id = `staff-${file.hash.slice(0, 32)}-${revision}`;
			const purchase = shownPurchase(event.itemName, event.codeEnd);
			notices
				.notify(userId, guildId, { kind: 'lost', how: deed, purchase }, id)
				.catch((err) =>
					logger.warn({ err, guildId, userId }, 'A member could not be notified of a change by staff'),
				);
		}
	}
}
