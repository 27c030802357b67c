/**
 * Why the bot changes a claim of its own accord. A claim's history holds one of these, and each reader sees it in their
 * own language.
 */
const botReasons = ['shop-confirmed', 'shop-invalid'] as const;

export type BotReason = (typeof botReasons)[number];

/** How stores and exports up to version 0.1 hold them. */
const sentences: ReadonlyMap<string, BotReason> = new Map([
	['confirmed by the marketplace', 'shop-confirmed'],
	['no longer valid at the marketplace', 'shop-invalid'],
]);

/** The bot's own reason in a line of history; undefined for the words of a person. */
export function botReasonIn(why: string): BotReason | undefined {
	return botReasons.find((reason) => reason === why) ?? sentences.get(why);
}
