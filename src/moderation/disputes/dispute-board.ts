import type { AuditChannel } from '../../guilds/audit-channels.js';
import type { DisputeFacts } from './dispute-facts.js';

/** Where the staff see disputes. Rejects with Discord's errors where nothing is known of the outcome. */
export interface DisputeBoard {
	/**
	 * Posts the card, as plain content first and then in full. `nonce`: at most 25 characters; the same for each attempt,
	 * so that Discord shows it once. Undefined: it can't be posted there.
	 */
	post(channel: AuditChannel, facts: DisputeFacts, nonce: string): Promise<string | undefined>;
	/** Brings a card up to date. `gone`: it was deleted. `refused`: it can't be changed. */
	show(channel: AuditChannel, messageId: string, facts: DisputeFacts): Promise<'shown' | 'gone' | 'refused'>;
	/** Reminds the staff of a dispute. */
	remind(channel: AuditChannel, reference: string, nonce: string): Promise<void>;
}
