import type { CaseFacts } from './case-facts.js';

/** A channel of home. */
export interface CaseChannel {
	readonly guildId: string;
	readonly channelId: string;
}

/** Where the staff see cases. Rejects with Discord's errors where nothing is known of the outcome. */
export interface CaseBoard {
	/**
	 * Posts the card, as plain content first and then in full. `nonce`: at most 25 characters; the same for each attempt,
	 * so that Discord shows it once. Undefined: it can't be posted there.
	 */
	post(channel: CaseChannel, facts: CaseFacts, nonce: string): Promise<string | undefined>;
	/** Brings a card up to date. `gone`: it was deleted. `refused`: it can't be changed. */
	show(channel: CaseChannel, messageId: string, facts: CaseFacts): Promise<'shown' | 'gone' | 'refused'>;
	/** Reminds the staff of a case. */
	remind(channel: CaseChannel, reference: string, nonce: string): Promise<void>;
}
