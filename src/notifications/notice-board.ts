import type { Notice } from './notice.js';

interface SentNotice {
	readonly kind: 'sent';
	readonly channelId: string;
	readonly messageId: string;
}

/** Sends notices. Rejects with Discord's errors if the outcome is unknown. */
export interface NoticeBoard {
	/** Looks for a message that an earlier request may have sent after that time, if its response was lost. */
	find(
		addressed: AddressedNotice,
		since: number,
	): Promise<SentNotice | { readonly kind: 'too-fast' } | undefined>;
	/**
	 * Sends the notice as plain content, which phones push.
	 * @param nonce at most 25 characters
	 * @returns `closed` if the member can't be messaged, `too-fast` if Discord currently lets the bot message no new
	 * users
	 */
	send(
		addressed: AddressedNotice,
		nonce: string,
	): Promise<SentNotice | { readonly kind: 'closed' } | { readonly kind: 'too-fast' }>;
	/** Converts the content into components. Resolves even if the message was deleted. */
	dress(addressed: AddressedNotice, channelId: string, messageId: string): Promise<void>;
}

/** A notice and its recipient. */
export interface AddressedNotice {
	readonly userId: string;
	readonly guildId: string;
	readonly notice: Notice;
}
