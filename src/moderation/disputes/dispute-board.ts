import type { AuditChannel } from '../../guilds/audit-channels.js';
import type { DisputeFacts } from './dispute-facts.js';

/** Shows disputes to staff. Rejects with Discord's errors if the outcome is unknown. */
export interface DisputeBoard {
	/**
	 * Posts the card, first as plain content and then in full. `nonce`: at most 25 characters and equal for each
	 * attempt, so that Discord shows it once.
	 * @returns undefined if it can't be posted there
	 */
	post(channel: AuditChannel, facts: DisputeFacts, nonce: string): Promise<string | undefined>;
	/** Updates a card. `gone`: it was deleted, or edited too often. `refused`: the bot may not. */
	show(channel: AuditChannel, messageId: string, facts: DisputeFacts): Promise<'shown' | 'gone' | 'refused'>;
	remind(channel: AuditChannel, reference: string, nonce: string): Promise<void>;
}
